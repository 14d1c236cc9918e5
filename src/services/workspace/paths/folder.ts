import { existsSync } from "node:fs";
import { constants, type FileHandle, lstat, mkdir, open } from "node:fs/promises";
import { PathRefused } from "./refusal.ts";

/**
 * An open folder. Names in it are accessed through the handle, so that swapping a parent for a link after the
 * check has no effect. Without /proc (not Linux), the path is used instead, with each component checked.
 */
export interface Folder extends AsyncDisposable {
  at(name: string): string;
  readonly handle: FileHandle;
}

const throughHandles = existsSync("/proc/self/fd");
const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY;

async function openRoot(path: string): Promise<Folder> {
  return folder(await open(path, folderFlags), path);
}

/** Opens `name` in `parent` without following a link; null if it does not exist. */
async function openFolder(parent: Folder, name: string, path: string): Promise<Folder | null> {
  const target = parent.at(name);
  try {
    return folder(await open(target, folderFlags | constants.O_NOFOLLOW), target);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    if (codeOf(error) !== "ENOTDIR" && codeOf(error) !== "ELOOP") throw error;
    const found = await lstat(target).catch(() => null);
    if (found?.isSymbolicLink()) throw new PathRefused("symbolic-link", path, `${name} is a symbolic link`);
    throw new PathRefused("not-a-file", path, `${name} is not a folder`);
  }
}

/**
 * Walks to the folder that contains the last of `names`. Missing folders are created if `create` is set, with
 * `owner` as their owner if given; otherwise the result is null. The caller disposes of it.
 */
export async function openParent(
  root: string,
  names: readonly string[],
  options: { readonly create: boolean; readonly owner?: number | undefined },
): Promise<Folder | null> {
  const path = names.join("/");
  let current = await openRoot(root);
  for (const name of names.slice(0, -1)) {
    await using parent = current;
    let next = await openFolder(parent, name, path);
    if (next === null && options.create) {
      await mkdir(parent.at(name)).catch((error: unknown) => {
        if (codeOf(error) !== "EEXIST") throw error;
      });
      next = await openFolder(parent, name, path);
      if (options.owner !== undefined) await next?.handle.chown(options.owner, options.owner);
    }
    if (next === null) return null;
    current = next;
  }
  return current;
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

function folder(handle: FileHandle, path: string): Folder {
  return {
    handle,
    at: (name) => (throughHandles ? `/proc/self/fd/${handle.fd}/${name}` : `${path}/${name}`),
    [Symbol.asyncDispose]: () => handle.close(),
  };
}
