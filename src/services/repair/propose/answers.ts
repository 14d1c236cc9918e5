import type { RepairTarget, SourceFile } from "../../../domain/ports/repair.ts";
import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import { areAllCertain, type Complaint } from "../localize/complaints.ts";
import type { SitePatch } from "../operators/operator.ts";

type Edits = SitePatch["edits"];

/** The line that raised an error, and what was missing there. */
interface Raising {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly complaint: Complaint;
  readonly word: RegExp;
}

/**
 * Explains why edits cannot be the fix even if tests pass with them; null if they may be. An undefined name
 * stays undefined no matter what runs before it, so an edit that neither removes nor defines it only keeps
 * the line from being reached. Always null unless every failing test's error identifies what is missing.
 */
export function createAnswers(
  target: RepairTarget,
  complaints: readonly Complaint[],
): (edits: Edits, file: SourceFile) => string | null {
  const raised = areAllCertain(target, complaints)
    ? complaints.flatMap((each) => raisingOf(each, target))
    : [];
  const [first] = raised;
  if (first === undefined) return () => null;
  const doubt = `the tests failed with "${first.complaint.text}", but this change does not touch what the error names: it may only keep the line that raised it from being reached`;
  return (edits, file) => (raised.some((each) => isAnswer(edits, file, each)) ? null : doubt);
}

function raisingOf(complaint: Complaint, { sources }: RepairTarget): readonly Raising[] {
  const { at, name } = complaint;
  const text = sources.find(({ path }) => path === at?.path)?.text;
  if (at === null || text === undefined) return [];
  const lines = text.split("\n");
  const start = lines.slice(0, at.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const line = lines[at.line - 1] ?? "";
  const written = escapeRegex(name);
  const own = complaint.kind === "arity" ? `(?:${written}|__init__)` : written;
  const word = new RegExp(`(?<![\\w$])${own}(?![\\w$])`, "g");
  const indent = line.length - line.trimStart().length;
  return [{ path: at.path, start: start + indent, end: start + line.trimEnd().length, complaint, word }];
}

function isAnswer(edits: Edits, file: SourceFile, raising: Raising): boolean {
  return edits.some((edit) => {
    const before = file.text.slice(edit.start, edit.end);
    if (raising.complaint.kind === "arity") return changesCall(edit, file, raising);
    const isThere = file.path === raising.path && edit.start < raising.end && edit.end > raising.start;
    const named = count(raising.word, edit.text) - count(raising.word, before);
    return isThere ? named < 0 && edit.text.trim() !== "" : named > 0;
  });
}

/**
 * A call with different arguments, or a different signature: a change inside the line, or one that names the
 * function.
 */
function changesCall({ start, end, text }: Edits[number], file: SourceFile, raising: Raising): boolean {
  const first = file.text.lastIndexOf("\n", start - 1) + 1;
  const last = file.text.indexOf("\n", end);
  const line = file.text.slice(first, last === -1 ? undefined : last);
  const isInside = text.trim() !== "" && file.text.slice(first, start).trim() !== "";
  const isThere = file.path === raising.path && start <= raising.end && end > raising.start;
  return isInside && (isThere || count(raising.word, line) > 0);
}

function count(word: RegExp, text: string): number {
  return text.match(word)?.length ?? 0;
}
