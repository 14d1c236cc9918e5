import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChangeSet, FileState } from "../../domain/entities/code-change.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import { type Context, createScratchFolder } from "./context.ts";
import { removeFolder } from "./durable.ts";
import { sha256 } from "./file-state.ts";
import { createGit, type Git } from "./git/git.ts";

export type ChangedFile = ChangeSet["files"][number];

/** The change set of these files, with a unified diff that `git apply` accepts. */
export async function describeChange(context: Context, files: readonly ChangedFile[]): Promise<ChangeSet> {
  const sorted = [...files].sort((left, right) => (left.path < right.path ? -1 : 1));
  const diff = sorted.length === 0 ? "" : await withTrees(context, sorted, renderDiff);
  return { files: sorted, diff, diff_hash: sha256(diff) };
}

/** Throws `stale` unless the diff a person saw, applied to the one side of every file, gives the other side. */
export async function verifyDiff(context: Context, change: ChangeSet): Promise<void> {
  const truthful =
    sha256(change.diff) === change.diff_hash &&
    change.files.every((file) => [file.before, file.after].every(isWhole)) &&
    (await withTrees(context, change.files, async (trees) => {
      await trees.git(["apply", "--cached", "--whitespace=nowarn", "-"], {
        stdin: change.diff,
        env: { GIT_INDEX_FILE: trees.beforeIndex },
      });
      const applied = await trees.git(["write-tree"], { env: { GIT_INDEX_FILE: trees.beforeIndex } });
      return applied.text === trees.after;
    }).catch((error: unknown) => {
      if (error instanceof AgentForgeError && error.code === "git_failed") return false;
      throw error;
    }));
  if (truthful) return;
  throw new AgentForgeError("stale", "the files to land are not what the diff shows", {
    hint: "Run the repair again and review the new diff.",
  });
}

function isWhole(state: FileState): boolean {
  return state === null || sha256(Buffer.from(state.content_base64, "base64")) === state.sha256;
}

interface Trees {
  readonly git: Git;
  readonly before: string;
  readonly after: string;
  readonly beforeIndex: string;
}

async function renderDiff({ git, before, after }: Trees): Promise<string> {
  const output = await git([
    ...["diff-tree", "-r", "-p", "--binary", "--full-index", "--no-renames", "--no-color"],
    ...["--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/", before, after],
  ]);
  return Buffer.from(output.bytes).toString("utf8");
}

/**
 * Puts both sides into an empty git directory of their own, where no attribute can hide a text file from the
 * reviewer as "binary".
 */
async function withTrees<T>(
  context: Context,
  files: readonly ChangedFile[],
  work: (trees: Trees) => Promise<T>,
): Promise<T> {
  const folder = await createScratchFolder(context);
  try {
    await Promise.all(["objects", "refs"].map((name) => mkdir(join(folder, name))));
    await writeFile(join(folder, "HEAD"), "ref: refs/heads/none\n");
    await writeFile(
      join(folder, "config"),
      "[core]\n\trepositoryFormatVersion = 0\n\tbare = true\n\tfsync = none\n",
    );
    const git = createGit(context.git, { gitDir: folder });
    const beforeIndex = join(folder, "before");
    const before = await writeTree(git, beforeIndex, files, (file) => file.before);
    const after = await writeTree(git, join(folder, "after"), files, (file) => file.after);
    return await work({ git, before, after, beforeIndex });
  } finally {
    await removeFolder(folder);
  }
}

async function writeTree(
  git: Git,
  index: string,
  files: readonly ChangedFile[],
  side: (file: ChangedFile) => FileState,
): Promise<string> {
  const present = files.flatMap((file, at) => {
    const state = side(file);
    return state === null ? [] : [{ path: file.path, state, copy: `${index}-${at}` }];
  });
  for (const { copy, state } of present) await writeFile(copy, Buffer.from(state.content_base64, "base64"));
  const blobs = await git(["hash-object", "-w", "--no-filters", "--stdin-paths"], {
    stdin: present.map(({ copy }) => `${copy}\n`).join(""),
  });
  const names = blobs.text.split("\n");
  const entries = present.map(({ path, state }, at) => `${state.mode} ${names[at]}\t${path}\0`);
  const env = { GIT_INDEX_FILE: index };
  await git(["update-index", "-z", "--index-info"], { stdin: entries.join(""), env });
  return (await git(["write-tree"], { env })).text;
}
