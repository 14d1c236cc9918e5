import { dirname, isAbsolute, join, normalize, resolve } from "node:path";
import type { FileView } from "../files.ts";
import { realPath } from "./real-path.ts";
import { within } from "./within.ts";

/**
 * Temporary folders shared by all programs. macOS links some of them, and has per-user folders below the
 * others.
 */
export const TEMPORARY_FOLDERS: readonly string[] = [
  "/tmp",
  "/var/tmp",
  "/private/tmp",
  "/var/folders",
  "/private/var/folders",
];

/** Folders where a client tells its model to keep plans and notes. Its settings and hooks are elsewhere. */
const NOTES =
  /^\.(?:claude\/(?:plans|projects\/[^/]+\/memory)|codex\/(?:plans|memories)|gemini\/(?:plans|memory|tmp\/[^/]+\/(?:plans|memory)))(?:\/.+\.(?:md|txt|json)|(?:\/[\w-]+)*\/?)$/;

export function isTemporary(path: string): boolean {
  const absolute = normalize(path);
  return TEMPORARY_FOLDERS.some((folder) => within(folder, absolute) !== null);
}

/**
 * Whether a path leads out of the repository to a neighboring file. That is not a scratch file, even if the repository
 * is in a temporary folder.
 */
export function isNeighbor(named: string, place: { readonly root: string; readonly cwd: string }): boolean {
  if (!isAbsolute(named) && within(place.root, place.cwd) !== null) return true;
  const parent = dirname(place.root);
  return (
    isTemporary(place.root) &&
    !TEMPORARY_FOLDERS.includes(parent) &&
    within(parent, resolve(place.cwd, named)) !== null
  );
}

/** Whether a path, possibly with `~`, is a plan or note that the client asked for. */
export function isClientNote(path: string, cwd: string, files: FileView): boolean {
  const below = belowHome(path, cwd, files);
  if (below === null || !NOTES.test(below)) return false;
  if (files.home === undefined) return true;
  const real = realPath(join(files.home, below), files);
  const home = files.real(files.home) ?? files.home;
  return real !== null && NOTES.test(within(home, real) ?? "");
}

function belowHome(path: string, cwd: string, files: FileView): string | null {
  if (/[\\$\0*?[\]]/.test(path)) return null;
  if (path.startsWith("~/")) {
    const below = normalize(path.slice(2));
    return below.startsWith("..") ? null : below;
  }
  return files.home === undefined ? null : within(files.home, resolve(cwd, path));
}
