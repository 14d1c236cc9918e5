import { tapFields } from "./tap-fields.ts";

/** One test point of a TAP stream, with the points of its subtest. */
export interface TapPoint {
  readonly name: string;
  readonly isOk: boolean;
  readonly directive: "skip" | "todo" | null;
  /** Scalars of the YAML block after the point. */
  readonly fields: Readonly<Record<string, string>>;
  readonly children: readonly TapPoint[];
  /** The last comment before the point, which some tools use as the name of a group of points. */
  readonly comment: TapComment | null;
}

/** Comments with the same text are still different comments. */
export interface TapComment {
  readonly text: string;
}

export interface TapStream {
  readonly points: readonly TapPoint[];
  /** Whether the plan was fulfilled and nothing bailed out. */
  readonly finished: boolean;
  /** The reason for a "Bail out!"; null if there was none. */
  readonly bailedOut: string | null;
}

interface Level {
  points: TapPoint[];
  planned: number | null;
  comment: TapComment | null;
}

const DEPTH_LIMIT = 64;
const POINT_LIMIT = 200_000;
const NAME_LIMIT = 10_000;
const POINT = /^(not )?ok\b(?: +(\d+))?(?: *- *| +|$)(.*)$/;
const PLAN = /^1\.\.(\d+)\s*(?:#.*)?$/;
const INDENT = 4;

/**
 * Parses TAP 12 to 14: leading or trailing plans, directives, YAML blocks, subtests that are indented before their
 * point or follow it in braces. Anything else is output of the tests. Null if there is no TAP at all. Never throws;
 * runs in linear time.
 */
export function parseTap(text: string): TapStream | null {
  const lines = text.split(/\r?\n/);
  const levels: Level[] = [newLevel()];
  /** Points whose subtest follows in braces, with the depth of that subtest. */
  const open: { readonly depth: number; readonly point: TapPoint }[] = [];
  let bailedOut: string | null = null;
  let count = 0;
  let isTap = false;
  for (let at = 0; at < lines.length && bailedOut === null; at += 1) {
    const line = lines[at] ?? "";
    const indent = line.length - line.trimStart().length;
    const depth = indent / INDENT;
    const rest = line.slice(indent);
    if (!Number.isInteger(depth) || depth > DEPTH_LIMIT || rest === "") continue;
    const bail = /^Bail out!\s*(.*)$/.exec(rest);
    if (bail) {
      bailedOut = bail[1] ?? "";
      continue;
    }
    const brace = open.at(-1);
    if (rest === "}" && brace?.depth === depth + 1) {
      open.pop();
      close(levels, depth, brace.point);
      continue;
    }
    const plan = PLAN.exec(rest);
    const point = POINT.exec(rest);
    if (!plan && !point && !rest.startsWith("#")) continue;
    const level = levelAt(levels, depth);
    if (plan) level.planned = Number(plan[1]);
    else if (!point) level.comment = { text: rest.replace(/^#\s?/, "") };
    else {
      count += 1;
      isTap ||= point[2] !== undefined;
      if (count > POINT_LIMIT) return { points: levels[0]?.points ?? [], finished: false, bailedOut };
      const block = blockBehind(lines, at + 1, indent);
      const made = pointOf(point, level.comment, block.lines);
      at = block.end;
      if (made.opensBrace) open.push({ depth: depth + 1, point: made.point });
      else close(levels, depth, made.point);
    }
  }
  const [top = newLevel()] = levels;
  // Any program may print a lone "ok".
  if (top.planned === null && bailedOut === null && !isTap) return null;
  const finished = bailedOut === null && top.planned === top.points.length && open.length === 0;
  return { points: top.points, finished, bailedOut };
}

function newLevel(): Level {
  return { points: [], planned: null, comment: null };
}

function levelAt(levels: Level[], depth: number): Level {
  while (levels.length <= depth) levels.push(newLevel());
  return levels[depth] ?? newLevel();
}

/** Adds a point to its level, with the points read one level deeper since the previous one. */
function close(levels: Level[], depth: number, point: TapPoint): void {
  const below = levels[depth + 1];
  const isIncomplete = below !== undefined && below.planned !== null && below.planned !== below.points.length;
  levels.length = Math.min(levels.length, depth + 1);
  const level = levelAt(levels, depth);
  // A subtest that does not fulfill its plan has failed, whatever its point says.
  level.points.push({ ...point, isOk: point.isOk && !isIncomplete, children: below?.points ?? [] });
}

function pointOf(match: RegExpExecArray, comment: TapComment | null, block: readonly string[]) {
  const opensBrace = /(^|\s)\{$/.test(match[3] ?? "");
  const given = (match[3] ?? "").slice(0, NAME_LIMIT).replace(/(^|\s)\{$/, "");
  const [, described = given, word] = /^(.*?)(?:^|\s)(?<!\\)#\s*(skip|todo)\S*(?:\s.*)?$/i.exec(given) ?? [];
  const name = described
    .replace(/\s(?<!\\)# time=[\d.]+ ?m?s$/, "")
    .replace(/\\([#\\])/g, "$1")
    .trim();
  const directive = word === undefined ? null : (word.toLowerCase() as "skip" | "todo");
  const number = match[2] === undefined ? "" : ` ${match[2]}`;
  const point: TapPoint = {
    name: name === "" ? `test${number}` : name,
    isOk: match[1] === undefined,
    directive,
    fields: tapFields(block),
    children: [],
    comment,
  };
  return { point, opensBrace };
}

/** The lines of the YAML block after a point, and the index of its last line; an unterminated block does not count. */
function blockBehind(lines: readonly string[], start: number, indent: number) {
  const first = lines[start] ?? "";
  const inner = first.length - first.trimStart().length;
  if (first.trim() !== "---" || inner <= indent) return { lines: [], end: start - 1 };
  const end = lines.indexOf(`${first.slice(0, inner)}...`, start);
  if (end === -1) return { lines: [], end: start - 1 };
  return { lines: lines.slice(start + 1, end), end };
}
