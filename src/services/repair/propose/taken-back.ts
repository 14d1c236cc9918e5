import type { Patch } from "../../../domain/entities/patch.ts";
import type { RecentChange, RepairTarget, SourceFile } from "../../../domain/ports/repair.ts";
import { COSTS } from "../costs.ts";
import type { Suspicion } from "../localize/suspicion.ts";
import type { Change } from "../syntax/change.ts";
import { toPatch } from "./to-patch.ts";

const costs = COSTS.takenBack;
const ID = "taken-back";
/** A file with more changes than this was rewritten: undoing a single change rarely makes sense. */
const MOST_CHANGES = 30;
const DOUBT = "it undoes a recent change, which may have been intentional: then the test is outdated";

/**
 * The code before recent changes: undoes each replaced line, each change, and all changes to a file. Most failing tests
 * passed before a recent change.
 */
export function* takenBack(target: RepairTarget, suspicion: Suspicion): Generator<Patch> {
  for (const [age, recent] of (target.recent ?? []).entries())
    for (const file of target.sources) {
      const changes = (recent[file.path] ?? []).filter((change) => isThere(change, file));
      if (changes.length <= MOST_CHANGES)
        yield* inFile(file, changes, costs.prior + age * costs.perCommit, suspicion);
    }
}

function* inFile(
  file: SourceFile,
  changes: readonly RecentChange[],
  prior: number,
  suspicion: Suspicion,
): Generator<Patch> {
  for (const change of changes) {
    const cost = prior + distance(change, file, suspicion);
    const edit = editOf(change, file);
    if (isOneLine(change)) yield* patchOf(file, [edit], cost, null);
    else yield* patchOf(file, [edit], cost + costs.severalLines, DOUBT);
    for (const line of linesOf(change)) yield* patchOf(file, [editOf(line, file)], cost, null);
  }
  if (changes.length < 2) return;
  const nearest = Math.min(...changes.map((change) => distance(change, file, suspicion)));
  const edits = changes.map((change) => editOf(change, file));
  yield* patchOf(file, edits, prior + costs.wholeFile + nearest, DOUBT);
}

function* patchOf(
  file: SourceFile,
  edits: readonly Change[],
  cost: number,
  doubt: string | null,
): Generator<Patch> {
  const patch = toPatch({ operator: ID, cost, edits, file, doubt });
  if (patch !== null) yield patch;
}

/** False if the file has changed since, so the lines differ. */
function isThere({ start, after }: RecentChange, { text }: SourceFile): boolean {
  const lines = text.split("\n");
  return after.every(
    (line, index) => lines[start - 1 + index]?.replace(/\r$/, "") === line.replace(/\r$/, ""),
  );
}

function isOneLine({ before, after }: RecentChange): boolean {
  return before.length === 1 && after.length === 1;
}

/** Line by line, if the number of lines is unchanged. */
function linesOf({ start, before, after }: RecentChange): readonly RecentChange[] {
  if (before.length !== after.length || before.length === 1) return [];
  return before.map((line, index) => ({
    start: start + index,
    before: [line],
    after: [after[index] ?? ""],
  }));
}

function editOf({ start, before, after }: RecentChange, { text }: SourceFile): Change {
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const from = offsetOf(start, text);
  const to = offsetOf(start + after.length, text);
  const lines = before.map((line) => line.replace(/\r$/, "") + lineEnd).join("");
  const isLast = to === text.length && !text.endsWith("\n");
  return { start: from, end: to, text: isLast ? lines.slice(0, -lineEnd.length) : lines };
}

/** The offset of a line's start; the end of the text for a line after the last. */
function offsetOf(line: number, text: string): number {
  let at = 0;
  for (let left = line - 1; left > 0; left -= 1) {
    const end = text.indexOf("\n", at);
    if (end === -1) return text.length;
    at = end + 1;
  }
  return at;
}

/** As for every candidate, code that no failing test runs is considered far away. */
function distance({ start, after }: RecentChange, { path }: SourceFile, suspicion: Suspicion): number {
  let most = 0;
  for (let line = start; line <= start + Math.max(0, after.length - 1); line += 1)
    most = Math.max(most, suspicion.of(path, line, ""));
  return COSTS.candidate.unsuspected * (1 - most);
}
