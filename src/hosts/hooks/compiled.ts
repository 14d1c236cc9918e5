import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";

const NODE = `${process.version}-${process.arch}`;

/** A module that was started from its compiled form, where there is one. */
export interface CompiledModule {
  readonly exports: unknown;
  /** It had to be compiled: `keep`, called when every function has run, saves the next process the work. */
  readonly isNew: boolean;
  keep(): void;
}

/**
 * Starts a file that is one function of `require` and `exports`, in ASCII, with the code that V8 compiled the last
 * time. Node's own compile cache is made before
 * anything has run and so lacks every function that is compiled when it is first called: most of a hook.
 */
export function loadCompiled(file: string, folder: string, load: NodeJS.Require): CompiledModule {
  const cache = join(folder, identityOf(file));
  const cachedData = readTwice(cache);
  const script = new Script(readFileSync(file, "latin1"), {
    filename: file,
    ...(cachedData ? { cachedData } : {}),
  });
  const exports = {};
  script.runInThisContext()(load, exports);
  return {
    exports,
    isNew: cachedData === null || script.cachedDataRejected === true,
    keep: () => writeTwice(cache, folder, script.createCachedData()),
  };
}

/** Changes whenever the file is written anew, and with the version of Node: V8 itself compares only lengths. */
function identityOf(file: string): string {
  const { ino, size, ctimeMs } = statSync(file);
  return [NODE, ino, size, Math.round(ctimeMs * 1000)].join("-");
}

/** V8 runs damaged code as it is. Two copies that are equal are undamaged, and comparing costs less than summing. */
function readTwice(path: string): Buffer | null {
  try {
    const bytes = readFileSync(path);
    const half = bytes.length / 2;
    const first = bytes.subarray(0, half);
    return half > 0 && first.equals(bytes.subarray(half)) ? first : null;
  } catch {
    return null;
  }
}

/**
 * What an earlier version of the file left goes; what other versions of Node need stays. Where nothing can be
 * written, every process compiles: slower, and right.
 */
function writeTwice(path: string, folder: string, data: Buffer): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const old of readdirSync(folder))
      if (old.startsWith(`${NODE}-`)) rmSync(join(folder, old), { force: true });
    const temporary = `${path}.${process.pid}`;
    writeFileSync(temporary, Buffer.concat([data, data]), { mode: 0o600 });
    renameSync(temporary, path);
  } catch {}
}
