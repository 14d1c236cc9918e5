import type { JudgingFiles } from "../../../domain/ports/testing.ts";
import type { AttemptTree } from "../../../domain/ports/workspace.ts";
import { folderOf } from "../../../domain/rules/paths/folder-of.ts";
import { remembered } from "../../../domain/rules/values/remembered.ts";

/** Excluding fewer files than this is not worth a longer command. */
const LEAST_FILES = 500;
const LEAST_IN_FOLDER = 50;
const MOST_FOLDERS = 50;

/**
 * Folders in which the run of all tests found no test, and that contain no test support and no changed file:
 * there is no need to search for tests there again. Returns the largest such folders; none in a small
 * repository.
 */
export function untestedFolders(
  files: readonly string[],
  judging: Pick<JudgingFiles, "collected" | "has">,
  changed: readonly string[],
): readonly string[] {
  if (files.length < LEAST_FILES) return [];
  const folders = foldersJudgedBy(judging)(files);
  const needed = new Set([""]);
  const keep = (path: string) => {
    for (let folder = folderOf(path); !needed.has(folder); folder = folderOf(folder)) needed.add(folder);
  };
  for (const path of [...judging.collected, ...changed]) keep(path);
  for (const [folder, { judges }] of folders) if (judges) keep(`${folder}/`);

  const counts = new Map<string, number>();
  for (const [path, { count }] of folders) {
    const folder = outermost(path, needed);
    if (folder !== null) counts.set(folder, (counts.get(folder) ?? 0) + count);
  }
  const largest = [...counts]
    .filter(([, count]) => count >= LEAST_IN_FOLDER)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_FOLDERS);
  const left = largest.reduce((sum, [, count]) => sum + count, 0);
  return left < LEAST_FILES ? [] : largest.map(([folder]) => folder).sort();
}

/** The same for a tree with a change to these paths, and possibly earlier ones. */
export async function untestedIn(
  tree: Pick<AttemptTree, "changes" | "files">,
  judging: Pick<JudgingFiles, "collected" | "has">,
  paths: readonly string[],
): Promise<readonly string[]> {
  const files = await tree.files();
  if (untestedFolders(files, judging, paths).length === 0) return [];
  const { files: changed } = await tree.changes();
  return untestedFolders(files, judging, [...paths, ...changed.map(({ path }) => path)]);
}

interface FolderFacts {
  count: number;
  /** Whether it contains a file that judges. */
  judges: boolean;
}

/** The folders that directly contain files. Needed for every change to a tree. */
const foldersJudgedBy = remembered((judging: Pick<JudgingFiles, "has">) =>
  remembered((files: readonly string[]): ReadonlyMap<string, FolderFacts> => {
    const found = new Map<string, FolderFacts>();
    for (const path of files) {
      const folder = folderOf(path);
      const facts = found.get(folder) ?? { count: 0, judges: false };
      found.set(folder, facts);
      facts.count += 1;
      facts.judges ||= judging.has(path);
    }
    return found;
  }),
);

/** The outermost parent of this folder that is not needed. */
function outermost(start: string, needed: ReadonlySet<string>): string | null {
  let found: string | null = null;
  for (let folder = start; !needed.has(folder); folder = folderOf(folder)) found = folder;
  return found;
}
