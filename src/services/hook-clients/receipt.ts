import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ClientId } from "./clients/list.ts";

/** What installing changed, so that uninstalling can undo it completely. */
export interface Receipt {
  /** Files that were written, with the text they had before; null for none. */
  readonly files: readonly {
    readonly client: ClientId | null;
    readonly path: string;
    readonly before: string | null;
    readonly after: string;
  }[];
}

export interface PlannedFile {
  readonly path: string;
  readonly text: string;
}

const NAME = ".agentforge/hooks-installed.json";

export function readReceipt(root: string): Receipt {
  const file = join(root, NAME);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Receipt) : { files: [] };
}

export function writeReceipt(root: string, receipt: Receipt): void {
  const file = join(root, NAME);
  if (receipt.files.length === 0) rmSync(file, { force: true });
  else writeFileSync(file, `${JSON.stringify(receipt, null, 2)}\n`);
}

export function writeFile(root: string, path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Removes a file, and the folders that it leaves empty. */
export function removeFile(root: string, path: string): void {
  rmSync(join(root, path), { force: true });
  try {
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) rmdirSync(join(root, folder));
  } catch {
    // It contains someone else's files.
  }
}
