import type { SourceFile } from "../../../domain/ports/repair.ts";
import { folderOf } from "../../../domain/rules/paths/folder-of.ts";
import { languageOf } from "../languages/list.ts";
import { importsAmong } from "./links.ts";

export interface AffectedRequest {
  /** Paths of changed files, and of removed ones. */
  readonly changed: readonly string[];
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  readonly read: (path: string) => Promise<string>;
}

/** At most this many files are read. */
const MOST_READ = 4000;
/** Languages whose files declare what they need; in others, files of a package use each other implicitly. */
const SAYS_IMPORTS = new Set(["python", "javascript", "typescript", "tsx", "go"]);

/**
 * The test files that import changed code, directly or indirectly, and those next to it. Null if unknown: then any test
 * may be affected.
 */
export async function affectedTests(request: AffectedRequest): Promise<readonly string[] | null> {
  const { changed, sources, tests } = request;
  const isRead = changed.every((path) => SAYS_IMPORTS.has(languageOf(path)?.id ?? ""));
  const files = [...new Set([...sources, ...tests])];
  if (!isRead || changed.length === 0 || files.length > MOST_READ) return null;
  const importers = await importersAmong(files, changed, request.read);
  const reached = new Set(changed);
  const frontier = [...changed];
  for (let path = frontier.pop(); path !== undefined; path = frontier.pop()) {
    for (const importer of importers.get(path) ?? []) {
      if (reached.has(importer)) continue;
      reached.add(importer);
      frontier.push(importer);
    }
  }
  const beside = new Set(changed.map(folderOf));
  const found = tests.filter((path) => reached.has(path));
  if (found.length === 0) return null;
  return tests.filter((path) => reached.has(path) || beside.has(folderOf(path)));
}

/** Which files import a file directly. */
async function importersAmong(
  files: readonly string[],
  changed: readonly string[],
  read: AffectedRequest["read"],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const importsOf = importsAmong(new Set([...files, ...changed]));
  const importers = new Map<string, string[]>();
  for (const path of files) {
    const file: SourceFile = { path, text: await read(path) };
    for (const imported of importsOf(file)) {
      const known = importers.get(imported);
      if (known) known.push(path);
      else importers.set(imported, [path]);
    }
  }
  return importers;
}
