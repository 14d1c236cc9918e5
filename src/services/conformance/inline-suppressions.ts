import type { CheckedFile } from "./check-type.ts";
import { LineMap } from "./position.ts";
import type { Range } from "./range.ts";
import type { SgNode } from "./syntax.ts";

/** A comment that says why a check does not apply to one place: `agentforge: ignore house/no-eval -- reason`. */
export interface InlineSuppression {
  /** The line of the comment. */
  readonly range: Range;
  /** The line of code that it applies to. */
  readonly target: number;
  /** Check ids, with or without the contract's id and a slash before them. */
  readonly checks: readonly string[];
  /** Empty if none is given. */
  readonly reason: string;
  /** The last day on which it applies, as written; null if it has none. */
  readonly until: string | null;
  readonly text: string;
  /** The range to delete to remove it; null if that would remove more than the comment. */
  readonly removal: { readonly start: number; readonly end: number } | null;
}

const MARK = "agentforge:";
const COMMENT =
  /(?<open>#|\/\/|\/\*\*?|\*|<!--|--|;|%|')[ \t]*(?<text>agentforge:[ \t]*ignore(?![\w-]).*?)(?<close>[ \t]*(?:\*\/|-->)|$)/;
const UNTIL = /[ \t]*\(until[ \t]+([^)]*)\)$/;
/** Languages in which `#`, `*` and `--` start headings and lists. */
const MARKUP = /\.(?:md|markdown|html?|xml|vue|svelte)$/;

/** The suppression comments of one file, in order. Quoted text, such as a string, does not count. */
export function readSuppressions(file: CheckedFile): readonly InlineSuppression[] {
  if (!file.text.includes(MARK)) return [];
  const map = new LineMap(file.text);
  const found: InlineSuppression[] = [];
  for (let line = 1; line <= map.lines; line++) {
    const match = COMMENT.exec(map.textOf(line));
    if (match !== null && isComment(file, map.offsetOf(line, 1) + match.index, match))
      found.push(describe(match, map, line));
  }
  const lines = new Set(found.map(({ range }) => range.line));
  return found.map((each) =>
    each.target === each.range.line ? each : { ...each, target: nextCode(map, lines, each.target) },
  );
}

function isComment(file: CheckedFile, offset: number, { groups }: RegExpExecArray): boolean {
  if (MARKUP.test(file.path)) return groups?.open === "<!--";
  const tree = file.syntax();
  if (tree === null) return true;
  let node: SgNode | undefined = tree.root;
  while (node !== undefined) {
    if (String(node.kind()).includes("comment")) return true;
    node = node.children().find((child) => {
      const { start, end } = child.range();
      return start.index <= offset && offset < end.index;
    });
  }
  return false;
}

function describe(match: RegExpExecArray, map: LineMap, line: number): InlineSuppression {
  const { open = "", text = "" } = match.groups ?? {};
  const whole = map.textOf(line);
  const [start, end] = [match.index, match.index + match[0].length];
  const isAlone = /^[\s{]*$/.test(whole.slice(0, start)) && /^[\s}]*$/.test(whole.slice(end));
  const [names = "", ...rest] = text.replace(/^agentforge:[ \t]*ignore/, "").split(/[ \t]--(?:[ \t]|$)/);
  const said = rest.join(" -- ").trim();
  const at = map.offsetOf(line, 1);
  const removed = isAlone
    ? { start: at, end: map.offsetOf(line + 1, 1) }
    : { start: at + whole.slice(0, start).trimEnd().length, end: at + end };
  return {
    range: { line, column: start + 1, endLine: line, endColumn: end + 1 },
    target: isAlone ? line + 1 : line,
    checks: names.split(/[\s,]+/).filter((name) => name !== ""),
    reason: said.replace(UNTIL, "").trim(),
    until: UNTIL.exec(said)?.[1]?.trim() ?? null,
    text: text.trim(),
    removal: open === "*" ? null : removed,
  };
}

function nextCode(map: LineMap, comments: ReadonlySet<number>, from: number): number {
  let line = from;
  while (line < map.lines && (comments.has(line) || map.textOf(line).trim() === "")) line++;
  return line;
}
