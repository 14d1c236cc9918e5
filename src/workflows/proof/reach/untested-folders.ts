import type { JudgingFiles } from "../../../domain/ports/testing.ts";

/** Leaving out fewer files than this saves nothing that is worth a longer command. */
const LEAST_FILES = 500;
const LEAST_IN_FOLDER = 50;
const MOST_FOLDERS = 50;

/**
 * Folders in which the run of all tests found nothing, that hold nothing that judges and nothing that was changed:
 * looking for tests in them again finds nothing again. The largest such folders; none in a small repository.
 */
export function untestedFolders(
  files: readonly string[],
  judging: Pick<JudgingFiles, "collected" | "has">,
  changed: readonly string[],
): readonly string[] {
  if (files.length < LEAST_FILES) return [];
  const needed = new Set<string>();
  const keep = (path: string) => {
    for (let folder = folderOf(path); !needed.has(folder); folder = folderOf(folder)) needed.add(folder);
  };
  needed.add("");
  for (const path of [...judging.collected, ...changed]) keep(path);
  const rest = files.filter((path) => !needed.has(folderOf(path)));
  for (const path of rest) if (judging.has(path)) keep(path);

  const counts = new Map<string, number>();
  for (const path of rest) {
    const folder = outermost(path, needed);
    if (folder !== null) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const largest = [...counts]
    .filter(([, count]) => count >= LEAST_IN_FOLDER)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_FOLDERS);
  const left = largest.reduce((sum, [, count]) => sum + count, 0);
  return left < LEAST_FILES ? [] : largest.map(([folder]) => folder).sort();
}

/** The outermost folder on the way to a file that is not needed. */
function outermost(path: string, needed: ReadonlySet<string>): string | null {
  let found: string | null = null;
  for (let folder = folderOf(path); !needed.has(folder); folder = folderOf(folder)) found = folder;
  return found;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
