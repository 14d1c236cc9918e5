import { fromRoot, isInside, toRoot } from "../paths.ts";

/**
 * Files by the dotted names in pytest's JUnit report, limited to these `classname`s. Several files may share a name.
 */
export function filesByModule(
  files: readonly string[],
  start: string,
  classnames: Iterable<string>,
): ReadonlyMap<string, readonly string[]> {
  const mentioned = new Set<string>();
  for (const classname of new Set(classnames)) for (const part of classname.split(".")) mentioned.add(part);
  const found = new Map<string, string[]>();
  for (const file of files) {
    if (!mentioned.has(lastPart(file)) || !isInside(start, file)) continue;
    const name = dotted(toRoot(start, file));
    found.set(name, [...(found.get(name) ?? []), file]);
  }
  return found;
}

/** The last part of the dotted name, without building all of it. */
function lastPart(file: string): string {
  const end = file.endsWith(".py") ? file.length - 3 : file.length;
  const from = Math.max(file.lastIndexOf("/", end - 1), file.lastIndexOf(".", end - 1));
  return file.slice(from + 1, end);
}

/**
 * The id of a test case. Its `classname` joins the file and the classes with dots, so the file is the longest one in
 * the tree that fits; `shown` is where the test is defined, which decides between files with the same name. If no file or
 * no single file fits, the id is `classname::name`, which matches no other run.
 */
export function classFile(
  { classname, name }: { readonly classname: string; readonly name: string },
  shown: string | null,
  modules: ReadonlyMap<string, readonly string[]>,
  start: string,
): { id: string; name: string } {
  // If the path contains a bracket, pytest uses all of it as the name.
  const [, path, own] = (classname === "" && /^(.+?)::(.+)$/s.exec(name)) || [];
  if (path !== undefined && own !== undefined) return { id: `${fromRoot(start, path)}::${own}`, name: own };
  const parts = classname.split(".");
  for (let length = parts.length; length > 0; length -= 1) {
    const candidates = modules.get(parts.slice(0, length).join(".")) ?? [];
    const file = candidates.length === 1 ? candidates[0] : candidates.find((each) => each === shown);
    if (candidates.length > 1 && file === undefined) break;
    if (file === undefined) continue;
    const rest = [...parts.slice(length), name].join("::");
    return { id: `${file}::${rest}`, name: rest };
  }
  return { id: `${classname}::${name}`, name };
}

/** Like pytest, removes only `.py`. */
function dotted(path: string): string {
  return path.replace(/\.py$/, "").replaceAll("/", ".");
}
