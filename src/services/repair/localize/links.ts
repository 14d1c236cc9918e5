import type { SourceFile } from "../../../domain/ports/repair.ts";
import { folderOf } from "../../../domain/rules/paths/folder-of.ts";
import type { Language } from "../languages/language.ts";
import { languageOf } from "../languages/list.ts";

/** Imports are followed up to this depth. */
export const FARTHEST = 6;

/** Which of the known files a file imports directly. */
export type ImportsOf = (file: SourceFile) => readonly string[];

/**
 * How many imports each file is away from the given ones: 1 means imported directly. Also follows imports of source
 * files, to find helpers behind the module under test.
 */
export function importDistances(
  from: readonly SourceFile[],
  sources: readonly SourceFile[],
): ReadonlyMap<string, number> {
  const byPath = new Map(sources.map((each) => [each.path, each]));
  const importsOf = importsAmong(byPath.keys());
  const distances = new Map<string, number>();
  let frontier: readonly SourceFile[] = from;
  for (let distance = 1; distance <= FARTHEST && frontier.length > 0; distance += 1) {
    const next: SourceFile[] = [];
    for (const path of frontier.flatMap(importsOf)) {
      if (distances.has(path)) continue;
      distances.set(path, distance);
      const reached = byPath.get(path);
      if (reached !== undefined) next.push(reached);
    }
    frontier = next;
  }
  return distances;
}

export function importsAmong(paths: Iterable<string>): ImportsOf {
  const known = new Set(paths);
  const byFolder = Map.groupBy(known, folderOf);
  const byName = foldersByName(byFolder.keys(), byFolder);
  return (file) => {
    const language = languageOf(file.path);
    if (language === null) return [];
    const named = language
      .imports(file.path, file.text)
      .map((spellings) => findSpelled(spellings, file.path, known));
    const folders = language.folders?.(file.path, file.text) ?? [];
    const inFolders = folders.flatMap((folder) => filesIn(folder, language, byFolder));
    const names = language.packages?.(file.text) ?? [];
    const inPackages = [...new Set(names)].flatMap((name) => filesOfPackage(name, file.path, byName));
    const found = [
      ...named,
      ...inFolders,
      ...inPackages.filter((path) => languageOf(path) === language),
    ].filter((path) => path !== null && path !== file.path);
    return [...new Set(found as string[])];
  };
}

/** At most this many files of a package in the repository are considered. */
const MOST_OF_PACKAGE = 200;

/** All files below folders with a given name, by that name. */
function foldersByName(
  folders: Iterable<string>,
  byFolder: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly { readonly top: string; readonly files: readonly string[] }[]> {
  const tops = new Map<string, Map<string, string[]>>();
  for (const folder of folders) {
    const parts = folder.split("/");
    for (const [at, name] of parts.entries()) {
      const top = parts.slice(0, at + 1).join("/");
      const known = tops.get(name) ?? tops.set(name, new Map()).get(name);
      const files = known?.get(top) ?? [];
      files.push(...(byFolder.get(folder) ?? []));
      known?.set(top, files);
    }
  }
  return new Map(
    [...tops].map(([name, found]) => [name, [...found].map(([top, files]) => ({ top, files }))]),
  );
}

/** Excludes the importing package's own folder: a package imports others by name, and itself by path. */
function filesOfPackage(
  name: string,
  from: string,
  byName: ReturnType<typeof foldersByName>,
): readonly string[] {
  return (byName.get(name) ?? [])
    .filter(({ top, files }) => !from.startsWith(`${top}/`) && files.length <= MOST_OF_PACKAGE)
    .flatMap(({ files }) => files);
}

/**
 * The path as written, or below a folder that contains the importing file, because any of them may be the
 * package's root.
 */
function findSpelled(spellings: readonly string[], from: string, known: ReadonlySet<string>): string | null {
  const exact = spellings.find((each) => known.has(each));
  if (exact !== undefined) return exact;
  for (let folder = folderOf(from); folder !== ""; folder = folderOf(folder)) {
    const path = spellings.find((each) => known.has(`${folder}/${each}`));
    if (path !== undefined) return `${folder}/${path}`;
  }
  return null;
}

/** A folder matches by its whole path or, in an import that starts with a module name, by the end of it. */
function filesIn(
  folder: string,
  language: Language,
  byFolder: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const parts = folder.split("/");
  const names = parts.map((_, at) => parts.slice(at).join("/"));
  const meant = folder === "src" ? [...byFolder.keys()].filter((each) => each.startsWith("src/")) : [];
  return [...names, ...meant]
    .flatMap((name) => byFolder.get(name) ?? [])
    .filter((path) => languageOf(path) === language);
}
