import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lchownSync,
  openSync,
  readlinkSync,
  readSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { chmod, copyFile, lchown } from "node:fs/promises";
import { codeOf, type Folder, openParent } from "../paths/folder.ts";
import { PathRefused } from "../paths/refusal.ts";
import { createPauses, type Pauses } from "./pauses.ts";

export interface CopyOptions {
  /** The user and group that own everything in the copy; default: the current user. */
  readonly owner?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Receives the content of each regular file of ordinary size. The bytes are valid only until it returns.
   */
  readonly onContent?: ((path: string, bytes: Uint8Array) => void) | undefined;
}

/** Larger files are copied by the system, which clones them if the file system can. */
const LARGE = 256 * 1024;

/**
 * Copies the named files from one tree to another, byte for byte with their modes. Files that are gone or are
 * no longer files are skipped. Returns the regular files that were copied.
 */
export async function copyTree(
  from: string,
  to: string,
  paths: readonly string[],
  options: CopyOptions = {},
): Promise<readonly string[]> {
  const pauses = createPauses(options.signal);
  const copied: string[] = [];
  const buffer = Buffer.allocUnsafe(LARGE);
  const folders = Map.groupBy(paths, (path) => path.slice(0, Math.max(0, path.lastIndexOf("/"))));
  for (const group of folders.values()) {
    if (pauses.isDue()) await pauses.take();
    for (const path of await copyFolder(from, to, group, { pauses, buffer, ...options })) copied.push(path);
  }
  return copied.sort();
}

async function copyFolder(
  from: string,
  to: string,
  paths: readonly string[],
  { owner, onContent, pauses, buffer }: CopyOptions & { readonly pauses: Pauses; readonly buffer: Buffer },
): Promise<readonly string[]> {
  const names = (paths[0] ?? "").split("/");
  await using source = await openParent(from, names, { create: false }).catch((error: unknown) => {
    if (error instanceof PathRefused) return null;
    throw error;
  });
  if (source === null) return [];
  await using target = await openParent(to, names, { create: true, owner });
  if (target === null) return [];
  const copied: string[] = [];
  for (const path of paths) {
    if (pauses.isDue()) await pauses.take();
    const name = path.slice(path.lastIndexOf("/") + 1);
    const done = copyOne(source, target, name, buffer, owner);
    if (done === false) continue;
    if (typeof done === "number") onContent?.(path, buffer.subarray(0, done));
    else await done;
    copied.push(path);
  }
  return copied;
}

/**
 * The number of bytes read into the buffer; a promise for a large file; false if it is not a regular file.
 */
function copyOne(
  source: Folder,
  target: Folder,
  name: string,
  buffer: Buffer,
  owner: number | undefined,
): number | Promise<void> | false {
  const file = openRegular(source.at(name));
  if (file === "ELOOP") {
    symlinkSync(readlinkSync(source.at(name)), target.at(name));
    if (owner !== undefined) lchownSync(target.at(name), owner, owner);
  }
  if (typeof file === "string") return false;
  let isOpen = true;
  try {
    const found = fstatSync(file);
    if (!found.isFile()) return false;
    const length = found.size < LARGE ? readAll(file, buffer, found.size) : LARGE;
    if (length === LARGE) {
      isOpen = false;
      return copyLarge(source, target, name, file, owner);
    }
    writeNew(target.at(name), buffer.subarray(0, length), found.mode & 0o7777, owner);
    return length;
  } finally {
    if (isOpen) closeSync(file);
  }
}

/** A descriptor, or the error code. */
function openRegular(path: string): number | string {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = codeOf(error) ?? "";
    if (["ENOENT", "ELOOP", "ENXIO", "EACCES"].includes(code)) return code;
    throw error;
  }
}

/** The number of bytes read; the length of the buffer if there may be more. */
function readAll(file: number, buffer: Buffer, size: number): number {
  let length = 0;
  while (length < buffer.length) {
    const read = readSync(file, buffer, length, buffer.length - length, length);
    length += read;
    if (read === 0 || length === size) return length;
  }
  return length;
}

function writeNew(path: string, content: Uint8Array, mode: number, owner: number | undefined): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = openSync(path, flags, 0o600);
  try {
    for (let at = 0; at < content.length; ) at += writeSync(file, content, at);
    if (owner !== undefined) fchownSync(file, owner, owner);
    fchmodSync(file, mode);
  } finally {
    closeSync(file);
  }
}

async function copyLarge(
  source: Folder,
  target: Folder,
  name: string,
  file: number,
  owner: number | undefined,
): Promise<void> {
  try {
    const opened = source.at(name).startsWith("/proc/self/fd/") ? `/proc/self/fd/${file}` : source.at(name);
    const { mode } = fstatSync(file);
    await copyFile(opened, target.at(name), constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    if (owner === undefined) return;
    await lchown(target.at(name), owner, owner);
    // changing the owner clears the special bits
    await chmod(target.at(name), mode & 0o7777);
  } finally {
    closeSync(file);
  }
}
