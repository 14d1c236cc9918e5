import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

export type Save = (path: string, text: string) => void | Promise<void>;
export type Move = (from: string, to: string) => void | Promise<void>;

const beside = (path: string, name: string) => join(dirname(path), name);

async function inPieces(path: string, text: string, pauseMs: number): Promise<void> {
  const half = Math.floor(text.length / 2);
  const file = openSync(path, "w");
  try {
    writeSync(file, text.slice(0, half));
    await setTimeout(pauseMs);
    writeSync(file, text.slice(half));
  } finally {
    closeSync(file);
  }
}

/** How editors save. */
export const SAVES: Readonly<Record<string, Save>> = {
  nano: (path, text) => writeFileSync(path, text),
  vim(path, text) {
    const swap = beside(path, `.${basename(path)}.swp`);
    writeFileSync(swap, "b0VIM 9.1");
    const probe = beside(path, "4913");
    writeFileSync(probe, "");
    rmSync(probe);
    renameSync(path, `${path}~`);
    writeFileSync(path, text);
    rmSync(`${path}~`);
    rmSync(swap);
  },
  /** With backupcopy=yes, as for files with several links. */
  vimInPlace(path, text) {
    copyFileSync(path, `${path}~`);
    writeFileSync(path, text);
    rmSync(`${path}~`);
  },
  gedit(path, text) {
    const draft = beside(path, `.goutputstream-${basename(path).length}XQ`);
    writeFileSync(draft, text);
    renameSync(draft, path);
  },
  async code(path, text) {
    writeFileSync(path, "");
    await setTimeout(20);
    writeFileSync(path, text);
  },
  chunks: (path, text) => inPieces(path, text, 40),
};

/** How file managers and shells move. */
export const WAYS: Readonly<Record<string, Move>> = {
  rename: (from, to) => renameSync(from, to),
  /** Nautilus between file systems: copies in pieces with the original's times, then removes the original. */
  async nautilus(from, to) {
    const { atime, mtime } = statSync(from);
    const text = readFileSync(from, "utf8");
    await inPieces(to, text, 30);
    utimesSync(to, atime, mtime);
    await setTimeout(30);
    rmSync(from, { force: true });
  },
  async copyAndDelete(from, to) {
    copyFileSync(from, to);
    await setTimeout(60);
    rmSync(from, { force: true });
  },
  partly(from, to) {
    copyFileSync(from, `${to}.part`);
    renameSync(`${to}.part`, to);
    rmSync(from, { force: true });
  },
  /** To the trash, and from there to the other folder. */
  async trash(from, to) {
    const trash = join(dirname(from), "../../../.trash");
    mkdirSync(trash, { recursive: true });
    const kept = join(trash, `${Date.now()}-${basename(from)}`);
    renameSync(from, kept);
    await setTimeout(30);
    renameSync(kept, to);
  },
  /** Moved, undone with Ctrl-Z, and redone. */
  async undoRedo(from, to) {
    renameSync(from, to);
    await setTimeout(80);
    renameSync(to, from);
    await setTimeout(80);
    renameSync(from, to);
  },
};
