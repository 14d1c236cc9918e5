import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";

const NODE = `${process.version}-${process.arch}`;

/** A module that was loaded from its compiled form, if there is one. */
export interface CompiledModule {
  readonly exports: unknown;
  /**
   * The module had to be compiled: calling `keep` once every function has run saves the next process that
   * work.
   */
  readonly isNew: boolean;
  keep(): void;
}

/**
 * Starts a file that is one function of `require` and `exports`, in ASCII, with the code that V8 compiled
 * last time. Node's own compile cache is made before anything has run and so lacks every function that is
 * compiled when it is first called: most of a hook. Compiled code is code: it is used only if nobody but this
 * user can write it. It is stored in the first writable folder of `folders`, separately for each `purpose`,
 * because reading code that never runs costs just as much.
 */
export function loadCompiled(
  file: string,
  purpose: string,
  folders: readonly string[],
  load: NodeJS.Require,
): CompiledModule {
  const { name, place } = identityOf(file, purpose);
  let cachedData: Buffer | null = null;
  for (const folder of folders) cachedData ??= readTwice(join(folder, name));
  const script = new Script(readFileSync(file, "latin1"), {
    filename: file,
    ...(cachedData ? { cachedData } : {}),
  });
  const isNew = cachedData === null || script.cachedDataRejected === true;
  const restore = isNew ? disableBaselineCompiler() : null;
  const exports = {};
  script.runInThisContext()(load, exports);
  return {
    exports,
    isNew,
    keep() {
      restore?.();
      const data = script.createCachedData();
      folders.some((folder) => writeTwice(join(folder, name), folder, place, data));
    },
  };
}

/**
 * Stored code also says which functions the baseline compiler had compiled, and a process that loads it compiles them
 * again: for a process that runs most functions a few times, that costs more than it saves. V8 accepts stored code only
 * with the flags it was stored with, so the returned function restores them.
 */
function disableBaselineCompiler(): () => void {
  const { cachedDataVersionTag, setFlagsFromString } = process.getBuiltinModule("node:v8");
  const before = cachedDataVersionTag();
  setFlagsFromString("--no-sparkplug");
  const wasEnabled = cachedDataVersionTag() !== before;
  return () => {
    if (wasEnabled) setFlagsFromString("--sparkplug");
  };
}

/**
 * Changes whenever the file is rewritten, and with Node's version and options: V8 itself compares only
 * lengths and options.
 */
function identityOf(file: string, purpose: string): { readonly name: string; readonly place: string } {
  const { dev, ino, size, ctimeMs } = statSync(file);
  let hash = 0;
  for (const byte of Buffer.from([file, ...process.execArgv].join("\0")))
    hash = (Math.imul(hash, 31) + byte) >>> 0;
  const place = [NODE, hash.toString(36), purpose.replace(/\W/g, "").slice(0, 40)].join("-");
  return { name: [place, dev, ino, size, Math.round(ctimeMs * 1000)].join("-"), place: `${place}-` };
}

/** V8 runs damaged code unchecked. Two equal copies are undamaged, and comparing is cheaper than a checksum. */
function readTwice(path: string): Buffer | null {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch {
    return null;
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile() || !isOurs(found)) return null;
    const bytes = readFileSync(descriptor);
    const half = bytes.length / 2;
    const first = bytes.subarray(0, half);
    return half > 0 && first.equals(bytes.subarray(half)) ? first : null;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Removes what an earlier version of the file left; keeps what other versions of Node and other installations
 * need. If nothing can be written, every process compiles: slower, but correct.
 */
function writeTwice(path: string, folder: string, place: string, data: Buffer): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!lstatSync(folder).isDirectory() || !isOurs(lstatSync(folder))) return false;
    for (const old of readdirSync(folder))
      if (old.startsWith(place)) rmSync(join(folder, old), { force: true });
    const temporary = `${path}.${process.pid}`;
    writeFileSync(temporary, Buffer.concat([data, data]), { mode: 0o600, flag: "wx" });
    renameSync(temporary, path);
    return true;
  } catch {
    return false;
  }
}

function isOurs({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  return uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0;
}
