import { lstatSync, readFileSync } from "node:fs";
import { lstat, open, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Command, Execution } from "../../domain/ports/sandbox.ts";
import type { TestTree } from "../../domain/ports/testing.ts";
import type {
  CacheEntry,
  CheckCache,
  CheckRequest,
  Execute,
  ListedFile,
} from "../../services/conformance/index.ts";
import { foreignBelow, listFiles, ownBelow } from "../../services/search/index.ts";

/** The part of a request that says which files are checked, and how to read them. */
export type CheckSubject = Pick<CheckRequest, "files" | "isOwn" | "read"> & {
  readonly execute: Execute;
  readonly tree: NonNullable<CheckRequest["tree"]>;
  /** The same as `read` without awaiting; undefined if it cannot be read. */
  readonly readNow?: (path: string) => string | undefined;
};

export interface Executor {
  readonly execute: (command: Command) => Promise<Execution>;
  readonly nodeProgram: string;
  /** The folder that contains `run-and-keep.mjs`. */
  readonly resourceFolder: string;
}

/**
 * The user's working tree. A file whose time, size and inode are unchanged is not read again. Files that are
 * not the project's own are skipped unless they are named.
 */
export async function workingTree(
  root: string,
  executor: Executor,
  named: readonly string[] = [],
): Promise<CheckSubject> {
  const foreign = foreignBelow(root, { paths: named });
  const listed = await listFiles({ root, foreign: named.length > 0 });
  const paths = named.length > 0 ? listed.filter((path) => foreign.file(path) === null) : listed;
  return {
    files: paths.map((path) => stamp(root, path)),
    isOwn: ownBelow(root, foreign),
    // With thousands of small files, awaiting each one costs several times as much as reading it.
    read: async (path) => readFileSync(`${root}/${path}`, "utf8"),
    readNow: (path) => {
      try {
        return readFileSync(join(root, path), "utf8");
      } catch {
        return undefined;
      }
    },
    execute: executeOn({ path: root, lent: [] }, executor, ownFolders(root)),
    tree: await pathsOf({ path: root, lent: [] }),
  };
}

/** Nothing is skipped here: a change could mark a file as generated to hide it from the checks. */
export async function attemptTree(tree: TestTree, executor: Executor): Promise<CheckSubject> {
  const paths = (await tree.files()).filter((path) => !path.startsWith(".agentforge/"));
  return {
    files: paths.map((path) => ({ path })),
    read: (path) => tree.readText(path),
    execute: executeOn(tree, executor, tree.lent),
    tree: await pathsOf(tree),
  };
}

/**
 * Attempts are short-lived, and their files have no lasting stamp: their results are cached in memory, on top
 * of what the last check of the user's own tree stored in the database.
 */
export function attemptCache(lasting: CheckCache): CheckCache {
  let known: Map<string, CacheEntry> | null = null;
  const load = async () => {
    known ??= new Map(await lasting.load());
    return known;
  };
  return {
    load,
    save: async (changes) => {
      const entries = await load();
      for (const [path, entry] of changes) if (entry !== null) entries.set(path, entry);
    },
  };
}

function stamp(root: string, path: string): ListedFile {
  try {
    // For thousands of files, joining paths costs as much as the call itself.
    const { mtimeNs, size, ino } = lstatSync(`${root}/${path}`, { bigint: true });
    return { path, stamp: `${mtimeNs}-${size}-${ino}` };
  } catch {
    return { path };
  }
}

/** Linters print the path at which they see the tree, or the target of its links. */
async function pathsOf({ path, lent }: Pick<TestTree, "path" | "lent">): Promise<CheckSubject["tree"]> {
  const real = await realpath(path).catch(() => path);
  return {
    roots: [...new Set([path, real])],
    exists: async (inside) =>
      lent.some(({ at }) => inside === at || inside.startsWith(`${at}/`)) ||
      (await lstat(join(path, inside)).catch(() => null)) !== null,
  };
}

/** Where a project's own dependencies install their programs, by the folder that contains them. */
const PROGRAMS: Readonly<Record<string, string>> = {
  ".venv": "bin",
  venv: "bin",
  node_modules: ".bin",
};

/**
 * A bare name means the program from the project's own dependencies, if there is one. In a copy only folders
 * lent by the user's tree count, so that a change cannot replace the linter that judges it.
 */
async function withOwnProgram(
  [name = "", ...rest]: readonly string[],
  { path, lent }: Pick<TestTree, "path" | "lent">,
): Promise<readonly string[]> {
  for (const { at, source } of name.includes("/") ? [] : lent) {
    const folder = PROGRAMS[at];
    const start = folder && (await readStart(join(source, folder, name)));
    if (!folder || start === null) continue;
    const program = join(path, at, folder, name);
    // the first line of a script names the virtualenv by its original path
    const isScript = folder === "bin" && start === "#!";
    return isScript ? [join(path, at, folder, "python"), program, ...rest] : [program, ...rest];
  }
  return [name, ...rest];
}

function ownFolders(root: string): TestTree["lent"] {
  return Object.keys(PROGRAMS).map((at) => ({ at, source: join(root, at) }));
}

async function readStart(file: string): Promise<string | null> {
  const status = await stat(file).catch(() => null);
  const handle = status?.isFile() ? await open(file).catch(() => null) : null;
  if (handle === null) return null;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Linters come with the repository, so they run in the sandbox, like tests. */
function executeOn(
  tree: Pick<TestTree, "path" | "lent">,
  executor: Executor,
  dependencies: TestTree["lent"],
): Execute {
  // A script that starts another script of its virtualenv finds Python by the virtualenv's original path.
  const environments = tree.lent.filter(({ at }) => PROGRAMS[at] === "bin").map(({ source }) => source);
  return async (given, readBack = [], changed = []) => {
    const argv = await withOwnProgram(given, { path: tree.path, lent: dependencies });
    const kept = readBack.map((_, index) => `kept-${index}`);
    const keeping = [
      executor.nodeProgram,
      join(executor.resourceFolder, "run-and-keep.mjs"),
      JSON.stringify(readBack),
    ];
    const [program = "", ...rest] = readBack.length === 0 ? argv : [...keeping, ...argv];
    const execution = await executor.execute({
      argv: [program, ...rest],
      tree: tree.path,
      lent: tree.lent,
      files: changed,
      readable: [...environments, ...(readBack.length > 0 ? [executor.resourceFolder] : [])],
      ...(readBack.length > 0 && { artifacts: kept }),
    });
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const files = readBack.flatMap((path, index) => {
      const bytes = execution.artifacts[`kept-${index}`];
      return bytes === undefined ? [] : [[path, decoder.decode(bytes)] as const];
    });
    const { exitCode, stdout, stderr } = execution;
    return { exitCode, stdout, stderr, ...whyStopped(execution), files: Object.fromEntries(files) };
  };
}

function whyStopped({ exitCode, signal, killedBy, outputTruncated }: Execution): { stopped?: string } {
  if (killedBy !== null) return { stopped: killedBy };
  if (exitCode === null) return { stopped: signal ?? "it did not start" };
  return outputTruncated ? { stopped: "it printed more than the limit" } : {};
}
