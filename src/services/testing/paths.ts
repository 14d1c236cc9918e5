import { posix } from "node:path";

/** Converts a path relative to the suite's root to one relative to the tree. */
export function fromRoot(root: string, path: string): string {
  return posix.normalize(posix.join(root, path.replaceAll("\\", "/")));
}

/** The opposite of `fromRoot`. */
export function toRoot(root: string, path: string): string {
  if (root === "." && isTidy(path)) return path;
  if (path.startsWith(`${root}/`) && isTidy(path)) return path.slice(root.length + 1);
  return posix.relative(root === "." ? "" : root, path);
}

/** Whether normalizing a relative path would change nothing, which is true for almost all. */
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

/** Converts an absolute path to one relative to the tree; null if it is elsewhere. */
export function belowTree(tree: string, path: string): string | null {
  return path.startsWith(`${tree}/`) ? path.slice(tree.length + 1) : null;
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
  const at = path.lastIndexOf("/");
  if (at < 0) return ".";
  return isTidy(path) ? path.slice(0, at) : posix.dirname(path);
}

/** Called for every file of a tree, many times: `posix.basename` checks each character. */
export function nameOf(path: string): string {
  return path.endsWith("/") ? posix.basename(path) : path.slice(path.lastIndexOf("/") + 1);
}

/** Whether any folder in the path has one of these names. */
export function hasFolder(path: string, names: readonly string[]): boolean {
  for (let from = 0, end = path.indexOf("/"); end >= 0; from = end + 1, end = path.indexOf("/", from)) {
    if (names.includes(path.slice(from, end))) return true;
  }
  return false;
}

const NAMES = new WeakMap<readonly string[], readonly string[]>();

/** Files whose name matches. Every framework queries the same list, so the names are extracted once. */
export function filesNamed(files: readonly string[], pattern: RegExp): string[] {
  const names = NAMES.get(files) ?? files.map(nameOf);
  NAMES.set(files, names);
  return files.filter((_, at) => pattern.test(names[at] ?? ""));
}
