import { constants, copyFile, open, readlink, symlink } from "node:fs/promises";
import { dirname } from "node:path/posix";
import { codeOf, type Folder, openParent } from "./paths/folder.ts";
import { PathRefused } from "./paths/refusal.ts";

/**
 * Copies the named files from one tree to another, byte for byte with their modes, as clones where the file system
 * can. What is gone, or has become something else, is left out. Returns the regular files that were copied.
 */
export async function copyTree(
  from: string,
  to: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const folders = Map.groupBy(paths, (path) => dirname(path));
  const copied: string[] = [];
  await eachConcurrently([...folders.values()], 8, async (group) => {
    copied.push(...(await copyFolder(from, to, group)));
  });
  return copied.sort();
}

async function copyFolder(from: string, to: string, paths: readonly string[]): Promise<readonly string[]> {
  const names = (paths[0] ?? "").split("/");
  await using source = await openParent(from, names, { create: false }).catch((error: unknown) => {
    if (error instanceof PathRefused) return null;
    throw error;
  });
  if (source === null) return [];
  await using target = await openParent(to, names, { create: true });
  if (target === null) return [];
  const copied: string[] = [];
  await eachConcurrently(paths, 8, async (path) => {
    if (await copyOne(source, target, path.slice(path.lastIndexOf("/") + 1))) copied.push(path);
  });
  return copied;
}

async function copyOne(source: Folder, target: Folder, name: string): Promise<boolean> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(source.at(name), flags).catch((error: unknown) => {
    if (["ENOENT", "ELOOP", "ENXIO", "EACCES"].includes(codeOf(error) ?? "")) return codeOf(error) ?? "";
    throw error;
  });
  if (handle === "ELOOP") await symlink(await readlink(source.at(name)), target.at(name));
  if (typeof handle === "string") return false;
  await using file = handle;
  if (!(await file.stat()).isFile()) return false;
  const opened = source.at(name).startsWith("/proc/self/fd/") ? `/proc/self/fd/${file.fd}` : source.at(name);
  await copyFile(opened, target.at(name), constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  return true;
}

async function eachConcurrently<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>) {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
