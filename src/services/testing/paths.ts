import { posix } from "node:path";

/** A path that counts from the suite's root, as a path that counts from the tree. */
export function fromRoot(root: string, path: string): string {
  return posix.normalize(posix.join(root, path.replaceAll("\\", "/")));
}

/** The opposite of `fromRoot`. */
export function toRoot(root: string, path: string): string {
  if (root === "." && isTidy(path)) return path;
  if (path.startsWith(`${root}/`) && isTidy(path)) return path.slice(root.length + 1);
  return posix.relative(root === "." ? "" : root, path);
}

/** Whether tidying a relative path would change nothing, as with nearly every one. */
function isTidy(path: string): boolean {
  return (
    path !== "" &&
    !path.includes("//") &&
    !path.includes("./") &&
    !path.startsWith("/") &&
    !path.endsWith(".") &&
    !path.endsWith("/")
  );
}

export function isInside(root: string, path: string): boolean {
  return root === "." || path === root || path.startsWith(`${root}/`);
}

/** The folder and its parents, innermost first, "." last. */
export function upwards(root: string): string[] {
  const found = [root];
  for (let folder = root; folder !== "."; ) {
    folder = posix.dirname(folder);
    found.push(folder);
  }
  return found;
}

export function folderOf(path: string): string {
  return posix.dirname(path);
}

export function nameOf(path: string): string {
  return posix.basename(path);
}

/** Whether any folder on the way has one of these names. */
export function hasFolder(path: string, names: readonly string[]): boolean {
  return path
    .split("/")
    .slice(0, -1)
    .some((part) => names.includes(part));
}
