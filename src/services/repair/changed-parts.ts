import type { FindParts, ReadChange, SourceFile, Variation } from "../../domain/ports/repair.ts";
import { diffSequences } from "../../domain/rules/changes/sequence-diff.ts";
import { languageOf } from "./languages/list.ts";
import { codeOf } from "./new-tokens.ts";
import { lineAt } from "./syntax/line-at.ts";
import { hasSyntaxError } from "./syntax/parse.ts";
import { diffTokens } from "./syntax/token-diff.ts";

/** Each one costs a test run. */
const MOST_PARTS = 12;
const LONGEST_TEXT = 60;

/**
 * The parts of a change, each with its file as if the change had left that part alone: groups of lines, deleted code
 * within them, and deleted files. None if the change is in one piece, because then the fixed tests need all of it.
 */
export const findParts: FindParts = (change) => {
  const places = change.after.flatMap((file) => editsOf(file, before(change, file)));
  const deleted = change.before.filter(({ path }) => !change.after.some((each) => each.path === path));
  const parts = [
    ...deleted.map(({ path, text }) => ({ path, line: 1, text: path, without: text })),
    ...distinct([...places, ...change.after.flatMap((file) => deletionsOf(file, before(change, file)))]),
  ];
  return parts.length > 1 ? parts.slice(0, MOST_PARTS) : [];
};

function before({ before: files }: ReadChange, { path }: SourceFile): SourceFile | null {
  return files.find((each) => each.path === path) ?? null;
}

/** Groups of changed lines, except those that differ in comments and layout only. */
function editsOf(file: SourceFile, earlier: SourceFile | null): readonly Variation[] {
  if (earlier === null) return [];
  const [old, now] = [linesOf(earlier.text), linesOf(file.text)];
  return diffSequences(old, now).flatMap(({ aStart, aEnd, bStart, bEnd }) => {
    const was = old.slice(aStart, aEnd).join("");
    const without = [...now.slice(0, bStart), was, ...now.slice(bEnd)].join("");
    if (code({ ...file, text: without }) === code(file)) return [];
    const text = shown(now.slice(bStart, bEnd).join("") || was);
    return [{ path: file.path, line: Math.min(bStart + 1, Math.max(1, now.length)), text, without }];
  });
}

/** Code that is gone, without anything in its place. */
function deletionsOf(file: SourceFile, earlier: SourceFile | null): readonly Variation[] {
  const language = languageOf(file.path);
  if (earlier === null || language === null) return [];
  const [old, now] = [codeOf(earlier), codeOf(file)];
  return diffTokens(old, now).flatMap(({ from, to, start, end }) => {
    const [first, last] = [old[from], old[to - 1]];
    if (start !== end || first === undefined || last === undefined) return [];
    const text = earlier.text.slice(first.start, old[to]?.start ?? earlier.text.length);
    const at = now[start]?.start ?? file.text.length;
    const without = file.text.slice(0, at) + text + file.text.slice(at);
    if (!/\w/.test(text) || hasSyntaxError(language.grammar, without)) return [];
    return [{ path: file.path, line: lineAt(file.text, at), text: shown(text), without }];
  });
}

function distinct(parts: readonly Variation[]): readonly Variation[] {
  const known = new Set<string>();
  return parts.filter((each) => {
    const key = `${each.path}\n${code({ path: each.path, text: each.without })}`;
    return !known.has(key) && known.add(key);
  });
}

function code(file: SourceFile): string {
  return codeOf(file)
    .map(({ text }) => text)
    .join("\n");
}

/** With their line ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function shown(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT)}…` : line;
}
