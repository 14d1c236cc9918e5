import type { SourceFile } from "../../../domain/ports/repair.ts";
import { languageOf } from "../languages/list.ts";

const FARTHEST = 6;

/**
 * How many imports away each file is from the given ones: 1 is imported directly. Follows imports of source
 * files too, so that a helper behind the module under test is found.
 */
export function importDistances(
  from: readonly SourceFile[],
  sources: readonly SourceFile[],
): ReadonlyMap<string, number> {
  const byPath = new Map(sources.map((each) => [each.path, each]));
  const distances = new Map<string, number>();
  let frontier: readonly SourceFile[] = from;
  for (let distance = 1; distance <= FARTHEST && frontier.length > 0; distance += 1) {
    const next: SourceFile[] = [];
    for (const file of frontier) {
      for (const path of importedBy(file, byPath)) {
        if (distances.has(path)) continue;
        distances.set(path, distance);
        const reached = byPath.get(path);
        if (reached !== undefined) next.push(reached);
      }
    }
    frontier = next;
  }
  return distances;
}

function importedBy(file: SourceFile, known: ReadonlyMap<string, SourceFile>): readonly string[] {
  const language = languageOf(file.path);
  if (language === null) return [];
  const found: string[] = [];
  for (const spellings of language.imports(file.path, file.text)) {
    const path = spellings.find((each) => known.has(each));
    if (path !== undefined && path !== file.path) found.push(path);
  }
  const folders = language.folders?.(file.path, file.text) ?? [];
  if (folders.length === 0) return found;
  for (const path of known.keys()) {
    if (path !== file.path && languageOf(path) === language && folders.some((each) => means(each, path)))
      found.push(path);
  }
  return found;
}

function means(folder: string, path: string): boolean {
  const own = path.split("/").slice(0, -1).join("/");
  if (folder === own || (own !== "" && folder.endsWith(`/${own}`))) return true;
  return folder === "src" && own.startsWith("src/");
}
