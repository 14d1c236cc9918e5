import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";
import { type Context, createScratchFolder } from "../context.ts";
import { createGit, splitRecords } from "../git/git.ts";
import { removeFolder } from "./durable.ts";
import type { FileContent } from "./file-state.ts";

/**
 * The files that result from a patch. It is applied to copies in an empty folder, so that only the named
 * files can be touched. A person may have edited it, so the line counts in its headers are not trusted.
 */
export async function applyPatch(
  context: Context,
  patch: string,
  read: (path: string) => Promise<FileContent | null>,
): Promise<ReadonlyMap<string, FileContent | null>> {
  const scratch = await createScratchFolder(context);
  const folder = join(scratch, "tree");
  const git = createGit(context.git, { gitDir: await bareGitDir(join(scratch, "git")), workTree: folder });
  const apply = async (...mode: string[]) => {
    const args = ["apply", "--recount", "--whitespace=nowarn", ...mode, "-"];
    return git(args, { stdin: patch }).catch(explain);
  };
  try {
    await mkdir(folder);
    const listed = splitRecords(await apply("--numstat", "-z")).flatMap(pathOf);
    const moved = [...patch.matchAll(/^(?:rename|copy) from (.+)$/gm)].map(([, path = ""]) => path);
    const paths = [...new Set([...listed, ...moved])];
    if (paths.length === 0) throw unfit("it changes no file");
    for (const path of paths) await copy(join(folder, path), await read(path));
    await apply();
    const after = new Map<string, FileContent | null>();
    for (const path of paths) after.set(path, await readBack(join(folder, path)));
    return after;
  } finally {
    await removeFolder(scratch);
  }
}

/** Runs without settings and attributes, so that bytes are never converted. */
async function bareGitDir(folder: string): Promise<string> {
  for (const name of ["objects", "refs", "info"]) await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/none\n");
  await writeFile(join(folder, "config"), "[core]\n\trepositoryFormatVersion = 0\n\tbare = false\n");
  await writeFile(join(folder, "info", "attributes"), "* -text\n");
  return folder;
}

async function copy(file: string, content: FileContent | null): Promise<void> {
  if (content === null) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content.bytes);
  await chmod(file, content.executable ? 0o755 : 0o644);
}

async function readBack(file: string): Promise<FileContent | null> {
  const found = await stat(file).catch(() => null);
  if (found === null) return null;
  return { bytes: await readFile(file), executable: (found.mode & 0o100) !== 0 };
}

/** `added\tremoved\tpath` */
function pathOf(record: string): string[] {
  const path = record.split("\t").slice(2).join("\t");
  return path === "" ? [] : [path];
}

function explain(error: unknown): never {
  if (!(error instanceof AgentForgeError) || error.code !== "git_failed") throw error;
  const why = error.message
    .split("\n")
    .flatMap((line) => /error: (.+)$/.exec(line)?.[1] ?? [])
    .join("; ");
  throw unfit(why || error.message);
}

function unfit(why: string): AgentForgeError {
  return new AgentForgeError("bad_input", `the patch does not apply: ${why}`, {
    hint: "It must apply to the code without the change; start again from what `agentforge review modify <id>` writes.",
  });
}
