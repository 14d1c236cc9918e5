import type { SourceFile } from "../../ports/repair.ts";

/** Comments that tell a tool, ours included, to ignore a place, or that hide it from coverage. */
const SUPPRESSIONS = new RegExp(
  [
    String.raw`\bagentforge:\s*ignore\b`,
    String.raw`#\s*(?:flake8:\s*|ruff:\s*)?noqa\b`,
    String.raw`#\s*(?:type|pyright|pyre|ty|mypy):\s*ignore`,
    String.raw`#\s*pylint:\s*disable`,
    String.raw`#\s*nosec\b`,
    String.raw`\bnosemgrep\b`,
    String.raw`\bNOSONAR\b`,
    String.raw`\bNOLINT(?:NEXTLINE|BEGIN)?\b`,
    String.raw`//\s*nolint\b`,
    String.raw`//\s*lint:(?:file-)?ignore\b`,
    String.raw`\beslint-disable(?:-next-line|-line)?\b`,
    String.raw`\b(?:biome|oxlint|deno-lint|prettier)-ignore\b`,
    String.raw`\boxlint-disable\b`,
    String.raw`@ts-(?:ignore|expect-error|nocheck)\b`,
    String.raw`\b(?:istanbul|c8|v8)\s+ignore\b`,
    String.raw`\bnode:coverage\s+(?:disable|ignore)\b`,
    String.raw`#\s*pragma:\s*no\s*(?:cover|branch)\b`,
    String.raw`@SuppressWarnings\b`,
    String.raw`#!?\[\s*(?:allow|expect)\s*\(`,
  ].join("|"),
  "gi",
);

export interface AddedSuppression {
  readonly path: string;
  readonly line: number;
  /** The line of code, trimmed. */
  readonly text: string;
}

/**
 * The first line with a suppression that a change adds, or null. A suppression that moved or replaces another
 * does not count: only files with more suppressions than before do, and only if the whole change has more of
 * them.
 */
export function addedSuppression(
  before: readonly SourceFile[],
  after: readonly SourceFile[],
): AddedSuppression | null {
  const total = (files: readonly SourceFile[]) => files.reduce((sum, { text }) => sum + count(text), 0);
  if (total(after) <= total(before)) return null;
  const old = new Map(before.map(({ path, text }) => [path, text]));
  const grown = after.find(({ path, text }) => count(text) > count(old.get(path) ?? ""));
  if (grown === undefined) return null;
  const known = new Set((old.get(grown.path) ?? "").split("\n").map((line) => line.trim()));
  const lines = grown.text.split("\n").map((line) => line.trim());
  const isSuppression = (line: string) => count(line) > 0;
  const fresh = lines.findIndex((line) => isSuppression(line) && !known.has(line));
  const index = fresh < 0 ? lines.findLastIndex(isSuppression) : fresh;
  return { path: grown.path, line: index + 1, text: lines[index] ?? "" };
}

function count(text: string): number {
  return text.match(SUPPRESSIONS)?.length ?? 0;
}
