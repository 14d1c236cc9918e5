import type { RecentChange, RecentChanges } from "../../domain/ports/repair.ts";
import { type Hunk, readHunks } from "../../domain/rules/changes/diff-hunks.ts";

/** The changes of a diff, by path and in order: runs of lines that were added, removed or replaced. */
export function recentChanges(diff: string): RecentChanges {
  return Object.fromEntries([...readHunks(diff)].map(([path, hunks]) => [path, hunks.flatMap(changesIn)]));
}

type Growing = { start: number; before: string[]; after: string[] };

function changesIn(hunk: Hunk): RecentChange[] {
  const changes: Growing[] = [];
  let current: Growing | null = null;
  let next = hunk.new_start;
  for (const { kind, text } of hunk.lines) {
    if (kind === "context") current = null;
    else {
      if (current === null) {
        current = { start: next, before: [], after: [] };
        changes.push(current);
      }
      (kind === "added" ? current.after : current.before).push(text);
    }
    if (kind !== "removed") next += 1;
  }
  return changes;
}
