import { FileMode, type FileState } from "../../../domain/entities/code-change.ts";
import type { CommitFacts, CommitLook } from "../../../domain/ports/workspace.ts";
import { type Context, openScratch } from "../context.ts";
import { type ChangedFile, describeChange } from "../files/diff.ts";
import { sha256 } from "../files/file-state.ts";
import type { Git } from "./git.ts";
import { listReferences, readHead, readReference } from "./refs.ts";

const FOLDERS = ["refs/heads/", "refs/tags/", "refs/remotes/", "refs/"];

/** Our git sees the user's objects but not their references, which are looked up here. */
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
  return found.exitCode === 0 ? await readCommit(git, found.text) : null;
}

async function readCommit(git: Git, commit: string): Promise<CommitFacts> {
  const { text } = await git(["cat-file", "commit", commit]);
  const end = text.indexOf("\n\n");
  const parents = [...text.slice(0, end).matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = ""]) => parent);
  return { commit, parents, message: text.slice(end + 2) };
}

export async function commitsSaying(
  context: Context,
  text: string,
): Promise<readonly (CommitFacts & { readonly isShared: boolean })[]> {
  const head = await readHead(context.layout);
  const branches = await listReferences(context.layout, "refs/heads/");
  const tips = [...new Set([...(head.commit === null ? [] : [head.commit]), ...branches.values()])];
  if (tips.length === 0) return [];
  const remotes = [...(await listReferences(context.layout, "refs/remotes/")).values()];
  await using scratch = await openScratch(context);
  const search = (starts: readonly string[], format: string) =>
    scratch.git()(
      ["rev-list", "--stdin", "--ignore-missing", "--fixed-strings", `--grep=${text}`, `--format=${format}`],
      { stdin: `${starts.join("\n")}\n` },
    );
  const shared = remotes.length === 0 ? "" : (await search(remotes, "")).text;
  const known = new Set([...shared.matchAll(/^commit ([0-9a-f]+)$/gm)].map(([, commit]) => commit));
  const found = (await search(tips, "%x01%H%x00%P%x00%B")).text.split("\x01").slice(1);
  return found.map((record) => {
    const [commit = "", parents = "", message = ""] = record
      .replace(/\ncommit [0-9a-f]+\n$/, "\n")
      .split("\0");
    return {
      commit,
      parents: parents.split(" ").filter((parent) => parent !== ""),
      message,
      isShared: known.has(commit),
    };
  });
}

const MOST_VERSIONS = 50;

/** A file in some commit on HEAD or a local branch, identified by its hash. */
export async function readCommitted(
  context: Context,
  path: string,
  wanted: string,
): Promise<Uint8Array | null> {
  const head = await readHead(context.layout);
  const branches = await listReferences(context.layout, "refs/heads/");
  const tips = [...new Set([...(head.commit === null ? [] : [head.commit]), ...branches.values()])];
  if (tips.length === 0) return null;
  await using scratch = await openScratch(context);
  const git = scratch.git();
  const { text } = await git(
    ["rev-list", "--stdin", "--ignore-missing", `--max-count=${MOST_VERSIONS}`, "--", path],
    { stdin: `${tips.join("\n")}\n` },
  );
  for (const commit of text.split("\n").filter((line) => line !== "")) {
    for (const kind of [["blob"], ["--filters"]]) {
      const read = await git(["cat-file", ...kind, `${commit}:${path}`], { accept: [128] });
      if (read.exitCode === 0 && sha256(Buffer.from(read.bytes)) === wanted) return read.bytes;
    }
  }
  return null;
}

export async function changedIn(
  context: Context,
  { commit, parents: [parent] }: CommitFacts,
): Promise<readonly string[]> {
  await using scratch = await openScratch(context);
  const names = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", "--no-commit-id"];
  // Two commits are named, because git shows nothing for a merge alone.
  const { bytes } = await scratch.git()([...names, ...(parent ? [parent] : ["--root"]), commit]);
  const text = new TextDecoder().decode(bytes);
  return text.split("\0").filter((path) => path !== "");
}

export async function diffHashOf(context: Context, commit: string, look: CommitLook): Promise<string> {
  await using scratch = await openScratch(context);
  const git = scratch.git();
  const { bytes } = await git(["diff-tree", "-r", "-z", "--root", "--no-renames", "--no-commit-id", commit]);
  const fields = Buffer.from(bytes).toString("utf8").split("\0");
  const files: ChangedFile[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const path = fields[at + 1] ?? "";
    const [before = "", after = "", old = "", now = ""] = (fields[at] ?? "").slice(1).split(" ");
    const read = (mode: string, object: string) =>
      blobState(git, mode, object, look.lineEnds === "stored" ? null : path);
    const [left, right] = [await read(before, old), await read(after, now)];
    const forward = look.direction === "forward";
    files.push({ path, before: forward ? left : right, after: forward ? right : left });
  }
  return (await describeChange(context, files)).diff_hash;
}

async function blobState(git: Git, mode: string, object: string, path: string | null): Promise<FileState> {
  const known = FileMode.safeParse(mode);
  if (!known.success) return null;
  const args = path === null ? ["blob", object] : ["--filters", `--path=${path}`, object];
  const content = Buffer.from((await git(["cat-file", ...args])).bytes);
  return { mode: known.data, sha256: sha256(content), content_base64: content.toString("base64") };
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
