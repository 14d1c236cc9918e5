import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createPauses } from "./pauses.ts";

/** Formats that programs write and people do not edit; no tool reads them as code or settings. */
const DATA =
  /\.(?:bin|dat|npy|npz|h5|hdf5|parquet|feather|arrow|orc|avro|sqlite3?|mdb|zip|gz|tgz|bz2|xz|zst|7z|tar|png|jpe?g|gif|webp|tiff?|bmp|psd|wav|mp3|mp4|m4a|mov|avi|mkv|flac|ogg|pdf|onnx|pt|pkl|safetensors|tfrecord|gguf|las|nc|grib2?|fits|dcm|nii)$/i;
/** Smaller amounts are copied, because a mount is not worth it. */
const LEAST_BYTES = 32 * 1024 * 1024;
const READABLE_FILE = 0o444;
const READABLE_FOLDER = 0o555;

/**
 * The topmost folders that contain much data and nothing else: every file in them is data and one of `files`,
 * so lending the folder exposes no file that a copy would not contain. The user who runs the tests must be
 * able to read them.
 */
export async function findDataFolders(root: string, files: readonly string[]): Promise<readonly string[]> {
  const folders = dataOnly(files);
  if (folders.size === 0) return [];
  const known = new Set(files);
  const pauses = createPauses();
  const found: string[] = [];
  for (const [folder, count] of folders) {
    if (pauses.isDue()) await pauses.take();
    const above = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
    if (folders.has(above) || !leadsThroughFolders(root, folder)) continue;
    const held = measure(root, folder, known);
    if (held !== null && held.files === count && held.bytes >= LEAST_BYTES) found.push(folder);
  }
  return found;
}

/** The number of files below each folder that contains only data, at any depth. */
function dataOnly(files: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const mixed = new Set<string>([""]);
  for (const path of files) {
    const isData = DATA.test(path);
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at);
      if (!isData && mixed.has(folder)) break;
      if (isData) counts.set(folder, (counts.get(folder) ?? 0) + 1);
      else mixed.add(folder);
    }
  }
  for (const folder of mixed) counts.delete(folder);
  return counts;
}

function leadsThroughFolders(root: string, folder: string): boolean {
  const names = folder.split("/");
  return names.every((_, at) => {
    const found = lstatSync(join(root, ...names.slice(0, at + 1)), { throwIfNoEntry: false });
    return found?.isDirectory() === true && (found.mode & READABLE_FOLDER) === READABLE_FOLDER;
  });
}

/** Null if it contains an unknown file, or not everyone may read it. */
function measure(
  root: string,
  folder: string,
  known: ReadonlySet<string>,
): { readonly files: number; readonly bytes: number } | null {
  let files = 0;
  let bytes = 0;
  for (const name of readdirSync(join(root, folder))) {
    const path = `${folder}/${name}`;
    const found = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (found?.isDirectory() === true && (found.mode & READABLE_FOLDER) === READABLE_FOLDER) {
      const below = measure(root, path, known);
      if (below === null) return null;
      files += below.files;
      bytes += below.bytes;
      continue;
    }
    const isReadable = found?.isFile() === true && (found.mode & READABLE_FILE) === READABLE_FILE;
    if (!isReadable || !known.has(path)) return null;
    files += 1;
    bytes += found.size;
  }
  return { files, bytes };
}

export function isBelowOne(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => path.startsWith(`${folder}/`));
}
