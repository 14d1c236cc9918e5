import { isUtf8 } from "node:buffer";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChangeSet, FileState } from "../../../domain/entities/code-change.ts";
import { AgentForgeError } from "../../../domain/errors.ts";
import { type Context, createScratchFolder } from "../context.ts";
import { createGit, type Git } from "../git/git.ts";
import { removeFolder } from "./durable.ts";
import { sha256 } from "./file-state.ts";

export type ChangedFile = ChangeSet["files"][number];

/** The change set of these files, with a unified diff that `git apply` accepts. */
export async function describeChange(context: Context, files: readonly ChangedFile[]): Promise<ChangeSet> {
  const sorted = [...files].sort((left, right) => (left.path < right.path ? -1 : 1));
  const diff = sorted.length === 0 ? "" : await withBothSides(context, sorted, renderDiff);
  return { files: sorted, diff, diff_hash: sha256(diff) };
}

/** Throws `stale` unless the diff a person saw turns the old content of every file into the new. */
export async function verifyDiff(context: Context, change: ChangeSet): Promise<void> {
  const truthful =
    sha256(change.diff) === change.diff_hash &&
    change.files.every((file) => [file.before, file.after].every(isWhole)) &&
    (await withBothSides(context, change.files, (git) => gives(git, change.diff)));
  if (truthful) return;
  throw new AgentForgeError("stale", "the files to land differ from the reviewed diff", {
    hint: "Run the repair again and review the new diff.",
  });
}

async function gives(git: Git, diff: string): Promise<boolean> {
  await git(["read-tree", before]);
  const applied = await git(["apply", "--cached", "--whitespace=nowarn", "-"], {
    stdin: diff,
    accept: [1, 128],
  });
  if (applied.exitCode !== 0) return false;
  const compared = await git(["diff-index", "--cached", "--quiet", after], { accept: [1] });
  return compared.exitCode === 0;
}

function isWhole(state: FileState): boolean {
  return state === null || sha256(Buffer.from(state.content_base64, "base64")) === state.sha256;
}

const before = "refs/heads/before";
const after = "refs/heads/after";

async function renderDiff(git: Git): Promise<string> {
  const output = await git([
    ...["diff-tree", "-r", "-p", "--binary", "--full-index", "--no-renames", "--no-color", "--no-ext-diff"],
    ...["--no-textconv", "--src-prefix=a/", "--dst-prefix=b/", before, after],
  ]);
  return Buffer.from(output.bytes).toString("utf8");
}

/**
 * Puts both sides into a separate empty git directory, where no attribute can hide a text file from the reviewer as
 * "binary".
 */
async function withBothSides<T>(
  context: Context,
  files: readonly ChangedFile[],
  work: (git: Git) => Promise<T>,
): Promise<T> {
  const folder = await createScratchFolder(context);
  try {
    await Promise.all(["objects", "refs", "info"].map((name) => mkdir(join(folder, name))));
    await writeFile(join(folder, "info", "attributes"), notText(files));
    await writeFile(join(folder, "HEAD"), "ref: refs/heads/none\n");
    await writeFile(
      join(folder, "config"),
      "[core]\n\trepositoryFormatVersion = 0\n\tbare = true\n\tfsync = none\n",
    );
    const git = createGit(context.git, { gitDir: folder, index: join(folder, "index") });
    const sides = [
      importCommands(before, files, (file) => file.before),
      importCommands(after, files, (file) => file.after),
    ];
    await git(["fast-import", "--quiet"], { stdin: Buffer.concat(sides.flat()) });
    return await work(git);
  } finally {
    await removeFolder(folder);
  }
}

/** A diff is UTF-8 text; other content is included as a binary patch, so that nothing is lost. */
function notText(files: readonly ChangedFile[]): string {
  const isText = (state: FileState) => state === null || isUtf8(Buffer.from(state.content_base64, "base64"));
  return files
    .filter((file) => !isText(file.before) || !isText(file.after))
    .map((file) => `${JSON.stringify(`/${file.path.replace(/[[\]\\]/g, "\\$&")}`)} -diff\n`)
    .join("");
}

/** Quotes any path for `git fast-import`. */
function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}

/** A root commit with one side of the files, in the format of `git fast-import`. */
function importCommands(
  reference: string,
  files: readonly ChangedFile[],
  side: (file: ChangedFile) => FileState,
): readonly Uint8Array[] {
  const commands: Uint8Array[] = [
    Buffer.from(`commit ${reference}\ncommitter side <side> 0 +0000\ndata 0\n`),
  ];
  for (const file of files) {
    const state = side(file);
    if (state === null) continue;
    const content = Buffer.from(state.content_base64, "base64");
    commands.push(
      Buffer.from(`M ${state.mode} inline ${quoted(file.path)}\ndata ${content.length}\n`),
      content,
      Buffer.from("\n"),
    );
  }
  return [...commands, Buffer.from("\n")];
}
