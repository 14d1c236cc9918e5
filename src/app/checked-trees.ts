import { lstat, open, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Command, Execution } from "../domain/ports/sandbox.ts";
import type { TestTree } from "../domain/ports/testing.ts";
import type {
  CacheEntry,
  CheckCache,
  CheckRequest,
  Execute,
  ListedFile,
} from "../services/conformance/index.ts";
import { foreignBelow, listFiles, ownBelow } from "../services/search/index.ts";

/** The part of a request that says what is looked at, and how it is reached. */
export type CheckSubject = Pick<CheckRequest, "files" | "isOwn" | "read"> & {
  readonly execute: Execute;
  readonly tree: NonNullable<CheckRequest["tree"]>;
};

export interface Executor {
  readonly execute: (command: Command) => Promise<Execution>;
  readonly nodeProgram: string;
  /** Holds `run-and-keep.mjs`. */
  readonly resourceFolder: string;
}

/**
 * What the user has in front of them. A file whose time, size and inode are the same is not read again. What is not the
 * project's own is left out unless it is named.
 */
export async function workingTree(
  root: string,
  executor: Executor,
  named: readonly string[] = [],
): Promise<CheckSubject> {
  const foreign = foreignBelow(root, { paths: named });
  const paths = (await listFiles({ root, foreign: named.length > 0 })).filter(
    (path) => foreign.file(path) === null,
  );
  return {
    files: await Promise.all(paths.map((path) => stamp(root, path))),
    isOwn: ownBelow(root, foreign),
    read: (path) => readFile(join(root, path), "utf8"),
    execute: executeOn({ path: root, lent: [] }, executor, ownFolders(root)),
    tree: await pathsOf({ path: root, lent: [] }),
  };
}

/** Nothing is left out here: a change that calls a file generated would hide what it must be judged by. */
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
 * Attempts come and go, and their files have no lasting stamp: what they learn is kept in memory, on top of what
 * the last look at the user's own tree left in the database.
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

async function stamp(root: string, path: string): Promise<ListedFile> {
  const status = await lstat(join(root, path), { bigint: true }).catch(() => null);
  return status === null ? { path } : { path, stamp: `${status.mtimeNs}-${status.size}-${status.ino}` };
}

/** Linters print the path at which they see the tree, or where its links lead. */
async function pathsOf({ path, lent }: Pick<TestTree, "path" | "lent">): Promise<CheckSubject["tree"]> {
  const real = await realpath(path).catch(() => path);
  return {
    roots: [...new Set([path, real])],
    exists: async (inside) =>
      lent.some(({ at }) => inside === at || inside.startsWith(`${at}/`)) ||
      (await lstat(join(path, inside)).catch(() => null)) !== null,
  };
}

/** Where a project's own dependencies have their programs, by the folder that holds them. */
const PROGRAMS: Readonly<Record<string, string>> = {
  ".venv": "bin",
  venv: "bin",
  node_modules: ".bin",
};

/**
 * A bare name means the program of the project's own dependencies, if they have one. In a copy only folders lent by
 * the user's tree count: a change that adds one cannot replace the linter that judges it.
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
    // the first line of a script names the virtualenv by the path at which it was made
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

/** Linters come with the repository, so they run where tests run. */
function executeOn(
  tree: Pick<TestTree, "path" | "lent">,
  executor: Executor,
  dependencies: TestTree["lent"],
): Execute {
  return async (given, readBack = []) => {
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
      ...(readBack.length > 0 && { readable: [executor.resourceFolder], artefacts: kept }),
    });
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const files = readBack.flatMap((path, index) => {
      const bytes = execution.artefacts[`kept-${index}`];
      return bytes === undefined ? [] : [[path, decoder.decode(bytes)] as const];
    });
    const { exitCode, stdout, stderr } = execution;
    return { exitCode, stdout, stderr, ...whyStopped(execution), files: Object.fromEntries(files) };
  };
}

function whyStopped({ exitCode, signal, killedBy, outputTruncated }: Execution): { stopped?: string } {
  if (killedBy !== null) return { stopped: killedBy };
  if (exitCode === null) return { stopped: signal ?? "it did not start" };
  return outputTruncated ? { stopped: "it printed more than is kept" } : {};
}
