import { execFile } from "node:child_process";
import { accessSync, constants, lstatSync, statSync } from "node:fs";
import { release } from "node:os";
import { dirname } from "node:path";
import type { Answer, Machine } from "../backend.ts";
import { systemPath } from "./paths.ts";

export function thisMachine(): Machine {
  return {
    platform: process.platform,
    uid: process.getuid?.() ?? -1,
    which: whichSystem,
    ask,
  };
}

/**
 * A system program, never one of the user's: a tree must not be able to replace the program that confines it.
 */
function whichSystem(program: string): string | null {
  for (const folder of systemPath) {
    try {
      accessSync(`${folder}/${program}`, constants.X_OK);
      return `${folder}/${program}`;
    } catch {
      // not in this folder
    }
  }
  return null;
}

function ask(argv: readonly [string, ...string[]]): Promise<Answer> {
  const [program, ...rest] = argv;
  return new Promise((resolve) => {
    execFile(
      program,
      rest,
      { env: { LANG: "C" }, timeout: 5000, maxBuffer: 1 << 20 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
        resolve({ exitCode: code, stdout, stderr });
      },
    );
  });
}

/** Whether everyone may read it; root binds anything else for the ordinary user it becomes. */
export function isReachable(path: string): boolean {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o004) === 0) return false;
    for (let parent = path; parent !== "/"; ) {
      parent = dirname(parent);
      if ((statSync(parent).mode & 0o001) === 0) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Since Linux 5.14 processes are counted per user namespace; before, the user's other processes count too. */
export function countsPerNamespace(version: string = release()): boolean {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  return major > 5 || (major === 5 && minor >= 14);
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** A folder itself, not a link to one. */
export function isRealFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
