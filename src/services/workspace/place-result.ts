import { appendFile, copyFile, link, lstat, mkdir, readdir, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";

export interface PlaceOptions {
  /** Top-level names that are not copied. */
  readonly except: readonly string[];
  /**
   * Shares files with the source by hard links, so the source must not be written to; copies if that is not
   * possible.
   */
  readonly share: boolean;
}

/**
 * Copies the result of an installation into a working copy, under names that are not taken, and tells git to
 * ignore it. Existing folders are entered only if they are real folders, because a link would lead out of the
 * copy.
 */
export async function placeResult(from: string, copy: string, options: PlaceOptions): Promise<void> {
  const placed: string[] = [];
  for (const name of await readdir(from)) {
    if (!options.except.includes(name)) await placeEntry(from, copy, name, options, placed);
  }
  await mkdir(join(copy, ".git", "info"), { recursive: true });
  const lines = placed.filter((path) => !path.includes("\n")).map((path) => `/${escaped(path)}\n`);
  await appendFile(join(copy, ".git", "info", "exclude"), lines.join(""));
}

async function placeEntry(
  from: string,
  copy: string,
  path: string,
  options: PlaceOptions,
  placed: string[],
): Promise<void> {
  const source = await lstat(join(from, path));
  const present = await lstat(join(copy, path)).catch(() => null);
  if (present === null) {
    placed.push(path);
    return placeWhole(join(from, path), join(copy, path), options);
  }
  if (!present.isDirectory() || !source.isDirectory()) return;
  for (const name of await readdir(join(from, path)))
    await placeEntry(from, copy, `${path}/${name}`, options, placed);
}

async function placeWhole(from: string, to: string, options: PlaceOptions): Promise<void> {
  const found = await lstat(from);
  if (found.isSymbolicLink()) return symlink(await readlink(from), to);
  if (found.isFile()) {
    if (options.share && (await link(from, to).then(isTrue, isFalse))) return;
    return copyFile(from, to);
  }
  await mkdir(to);
  for (const name of await readdir(from)) await placeWhole(join(from, name), join(to, name), options);
}

const isTrue = () => true;
const isFalse = () => false;

function escaped(path: string): string {
  return path.replace(/[\\*?[\]#! ]/g, "\\$&");
}
