import type { FindParts, ReadChange, SourceFile, Variation } from "../../domain/ports/repair.ts";
import { diffSequences } from "../../domain/rules/changes/sequence-diff.ts";
import { languageOf } from "./languages/list.ts";
import { meaningOf } from "./meaning.ts";
import { codeOf } from "./new-tokens.ts";
import { lineAt } from "./syntax/line-at.ts";
import { hasSyntaxError } from "./syntax/parse.ts";
import { type CodeToken, diffTokens, type Hunk } from "./syntax/token-diff.ts";

const LONGEST_TEXT = 60;

/**
 * The parts of a change, each with its file as if the change had left that part alone: groups of lines, single lines
 * and deleted code within them, and deleted files. None if the change is in one piece, because then the fixed tests
 * need all of it.
 */
export const findParts: FindParts = (change) => {
  const places = change.after.flatMap((file) => groupsOf(file, before(change, file)));
  const deleted = change.before.filter(({ path }) => !change.after.some((each) => each.path === path));
  const parts = [
    ...deleted.map(({ path, text }) => ({ path, line: 1, text: path, without: text })),
    ...distinct([...places, ...change.after.flatMap((file) => withinGroups(file, before(change, file)))]),
  ];
  return parts.length > 1 ? parts : [];
};

function before({ before: files }: ReadChange, { path }: SourceFile): SourceFile | null {
  return files.find((each) => each.path === path) ?? null;
}

/** Groups of changed lines, except those that differ in comments and insignificant layout only. */
function groupsOf(file: SourceFile, earlier: SourceFile | null): readonly Variation[] {
  if (earlier === null) return [];
  const [old, now] = [linesOf(earlier.text), linesOf(file.text)];
  return diffSequences(old, now).flatMap(({ aStart, aEnd, bStart, bEnd }) => {
    const was = old.slice(aStart, aEnd).join("");
    const without = [...now.slice(0, bStart), was, ...now.slice(bEnd)].join("");
    if (meaningOf({ ...file, text: without }) === meaningOf(file)) return [];
    const text = shown(now.slice(bStart, bEnd).join("") || was);
    return [{ path: file.path, line: Math.min(bStart + 1, Math.max(1, now.length)), text, without }];
  });
}

/** What one group of lines may combine: the edits of one line, and code that is gone without anything in its place. */
function withinGroups(file: SourceFile, earlier: SourceFile | null): readonly Variation[] {
  const language = languageOf(file.path);
  if (earlier === null || language === null) return [];
  const tokens = { old: codeOf(earlier), now: codeOf(file) };
  const byLine = new Map<number, Undo[]>();
  for (const hunk of diffTokens(tokens.old, tokens.now)) {
    const undo = undoOf(hunk, tokens, file, earlier);
    const line = lineAt(file.text, undo.start);
    byLine.set(line, [...(byLine.get(line) ?? []), undo]);
  }
  const sets = [...byLine.values()].flatMap((undos) => {
    const deletions = undos.filter(({ isDeletion }) => isDeletion);
    // Whether new code is needed is asked by varying it.
    const line = undos.some(({ text }) => text !== "") ? undos : [];
    return [...deletions.map((each) => [each]), deletions, line].filter(({ length }) => length > 0);
  });
  return sets.flatMap((undos) => {
    const without = undone(file.text, undos);
    if (!undos.some(({ text, gone }) => /\w/.test(text + gone))) return [];
    if (hasSyntaxError(language.grammar, without)) return [];
    const at = Math.min(...undos.map(({ start }) => start));
    const text = undos.map((each) => (each.isDeletion ? each.text : each.gone || each.text)).join(" … ");
    return [{ path: file.path, line: lineAt(file.text, at), text: shown(text), without }];
  });
}

/** Restores the earlier code of a hunk at [start, end). */
interface Undo {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The new code that is replaced. */
  readonly gone: string;
  readonly isDeletion: boolean;
}

interface Tokens {
  readonly old: readonly CodeToken[];
  readonly now: readonly CodeToken[];
}

function undoOf(hunk: Hunk, tokens: Tokens, file: SourceFile, earlier: SourceFile): Undo {
  const { from, to, start, end } = hunk;
  if (start === end) return restorationOf(hunk, tokens, file, earlier);
  const at = { start: tokens.now[start]?.start ?? 0, end: tokens.now[end - 1]?.end ?? 0 };
  const text = to > from ? earlier.text.slice(tokens.old[from]?.start, tokens.old[to - 1]?.end) : "";
  return { ...at, text, gone: file.text.slice(at.start, at.end), isDeletion: false };
}

/** Deleted code returns to its line: before the code after it, unless it was the end of a line. */
function restorationOf(
  { from, to, start }: Hunk,
  { old, now }: Tokens,
  file: SourceFile,
  earlier: SourceFile,
): Undo {
  const between = (index: number) => earlier.text.slice(old[index - 1]?.end ?? 0, old[index]?.start);
  const gone = earlier.text.slice(old[from]?.start, old[to - 1]?.end);
  const previous = now[start - 1];
  const isLast = previous !== undefined && between(to).includes("\n") && !between(from).includes("\n");
  const at = isLast ? previous.end : (now[start]?.start ?? file.text.length);
  const text = isLast ? between(from) + gone : gone + between(to);
  return { start: at, end: at, text, gone: "", isDeletion: true };
}

function undone(text: string, undos: readonly Undo[]): string {
  return undos.reduceRight(
    (result, { start, end, text: was }) => result.slice(0, start) + was + result.slice(end),
    text,
  );
}

function distinct(parts: readonly Variation[]): readonly Variation[] {
  const known = new Set<string>();
  return parts.filter((each) => {
    const key = `${each.path}\n${meaningOf({ path: each.path, text: each.without })}`;
    return !known.has(key) && known.add(key);
  });
}

/** With their line ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function shown(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT)}…` : line;
}
