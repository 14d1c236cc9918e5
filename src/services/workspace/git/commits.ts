import type { CommitFacts } from "../../../domain/ports/workspace.ts";
import { type Context, openScratch } from "../context.ts";
import type { Git } from "./git.ts";
import { readHead, readReference } from "./refs.ts";

const FOLDERS = ["refs/heads/", "refs/tags/", "refs/remotes/", "refs/"];

/** Our git knows the user's objects but not their references: those are looked up here. */
export async function findCommit(context: Context, name: string): Promise<CommitFacts | null> {
  const [, start = name, steps = ""] = /^(.+?)((?:[~^]\d*)*)$/.exec(name) ?? [];
  const known = await lookUp(context, start);
  if (known === null && !/^[0-9a-f]{4,64}$/.test(start)) return null;
  await using scratch = await openScratch(context);
  const git = scratch.git();
  const found = await git(
    ["rev-parse", "--verify", "--quiet", "--end-of-options", `${known ?? start}${steps}^{commit}`],
    { accept: [1, 128] },
  );
  return found.exitCode === 0 ? readCommit(git, found.text) : null;
}

export async function readCommit(git: Git, commit: string): Promise<CommitFacts> {
  const { text } = await git(["cat-file", "commit", commit]);
  const end = text.indexOf("\n\n");
  const parents = [...text.slice(0, end).matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = ""]) => parent);
  return { commit, parents, message: text.slice(end + 2) };
}

async function lookUp(context: Context, name: string): Promise<string | null> {
  if (name === "HEAD" || name === "@") return (await readHead(context.layout)).commit;
  if (!/^[\w][\w./-]*$/.test(name) || /\.\.|\/\.|\/\/|\/$|\.lock$/.test(name)) return null;
  for (const folder of FOLDERS) {
    const commit = await readReference(context.layout, `${folder}${name}`);
    if (commit !== null) return commit;
  }
  return null;
}
