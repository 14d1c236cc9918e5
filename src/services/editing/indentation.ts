import { indentOf, isBlank } from "./lines.ts";

/** A searched line and the file line it was found at. */
export interface LinePair {
  readonly search: string;
  readonly file: string;
}

/** Gives a replacement line the file's indentation; null if the pairs do not determine it. */
export type Reindent = (line: string, position: number) => string | null;

export type RelationKind = "same" | "offset" | "tabs" | "scale" | "map" | "first_line";

/** How the file's indentation relates to that of the search text. */
export interface Relation {
  readonly kind: RelationKind;
  readonly reindent: Reindent;
}

/**
 * The simplest relation that explains every pair, or null. Blank lines carry no information and are left out.
 */
export function relateIndentation(pairs: readonly LinePair[], replace: readonly string[]): Relation | null {
  const indents = pairs
    .filter((pair) => !isBlank(pair.search) && !isBlank(pair.file))
    .map((pair) => ({ search: indentOf(pair.search), file: indentOf(pair.file) }));
  return (
    relateSame(indents) ??
    relateOffset(indents, replace) ??
    relateTabs(indents) ??
    relateFirstLine(indents, replace) ??
    relateScale(indents) ??
    relateMap(indents)
  );
}

type Indents = readonly { readonly search: string; readonly file: string }[];

function relateSame(indents: Indents): Relation | null {
  if (!indents.every((pair) => pair.search === pair.file)) return null;
  return { kind: "same", reindent: (line) => line };
}

function relateOffset(indents: Indents, replace: readonly string[]): Relation | null {
  const first = indents[0];
  if (first === undefined) return null;
  if (first.file.endsWith(first.search)) {
    const added = first.file.slice(0, first.file.length - first.search.length);
    if (!indents.every((pair) => pair.file === added + pair.search)) return null;
    const inner = innerIndent(added, indents, replace);
    return { kind: "offset", reindent: (line) => (isBlank(line) ? line : added + inner(line)) };
  }
  if (!first.search.endsWith(first.file)) return null;
  const removed = first.search.slice(0, first.search.length - first.file.length);
  if (!indents.every((pair) => pair.search === removed + pair.file)) return null;
  return {
    kind: "offset",
    reindent: (line) => {
      if (isBlank(line)) return line;
      return line.startsWith(removed) ? line.slice(removed.length) : null;
    },
  };
}

/** For a block that lost its tabs and writes its inner levels with spaces: turns those into tabs again. */
function innerIndent(added: string, indents: Indents, replace: readonly string[]): (line: string) => string {
  const flat = indents.every((pair) => pair.search === "");
  if (!flat || !/^\t+$/.test(added)) return (line) => line;
  const widths = replace.filter((line) => !isBlank(line)).map((line) => indentOf(line));
  if (widths.some((indent) => indent.includes("\t"))) return (line) => line;
  const unit = Math.min(...widths.map((indent) => indent.length).filter((width) => width > 1));
  if (!Number.isFinite(unit)) return (line) => line;
  return (line) => toTabs(indentOf(line).length, unit) + line.slice(indentOf(line).length);
}

const TAB_WIDTHS = [4, 2, 8, 3, 6, 5, 7];

/**
 * Equal columns under one tab width; otherwise one distance in columns, if several levels confirm the width.
 */
function relateTabs(indents: Indents): Relation | null {
  const distance = (pair: Indents[number], width: number) =>
    columns(pair.file, width) - columns(pair.search, width);
  const equal = TAB_WIDTHS.find((width) => indents.every((pair) => distance(pair, width) === 0));
  if (equal !== undefined) return columnRelation(indents, equal, 0);
  const first = indents[0];
  if (first === undefined || new Set(indents.map((pair) => pair.search)).size < 2) return null;
  const shifted = TAB_WIDTHS.find((width) =>
    indents.every((pair) => distance(pair, width) === distance(first, width)),
  );
  return shifted === undefined ? null : columnRelation(indents, shifted, distance(first, shifted));
}

function columnRelation(indents: Indents, width: number, shift: number): Relation {
  const tabbed = indents.some((pair) => pair.file.includes("\t"));
  return {
    kind: "tabs",
    reindent: (line) => {
      const indent = indentOf(line);
      const wanted = columns(indent, width) + (isBlank(line) ? 0 : shift);
      if (wanted < 0) return null;
      return (tabbed ? toTabs(wanted, width) : " ".repeat(wanted)) + line.slice(indent.length);
    },
  };
}

/** The first line was copied from its first non-space character; the others determine the relation. */
function relateFirstLine(indents: Indents, replace: readonly string[]): Relation | null {
  const [first, ...others] = indents;
  if (first === undefined || others.length === 0) return null;
  if (first.search.length >= first.file.length) return null;
  const rest = relateSame(others) ?? relateOffset(others, replace) ?? relateTabs(others);
  if (rest === null) return null;
  return {
    kind: "first_line",
    reindent: (line, position) => {
      if (position > 0 || indentOf(line) !== first.search) return rest.reindent(line, position);
      return first.file + line.slice(first.search.length);
    },
  };
}

/** For example four spaces per level versus two. */
function relateScale(indents: Indents): Relation | null {
  if (indents.some((pair) => pair.search.includes("\t") || pair.file.includes("\t"))) return null;
  const sample = indents.find((pair) => pair.search.length > 0);
  if (sample === undefined || sample.file.length === 0) return null;
  const from = sample.search.length;
  const to = sample.file.length;
  if (!indents.every((pair) => pair.search.length * to === pair.file.length * from)) return null;
  return {
    kind: "scale",
    reindent: (line) => {
      const indent = indentOf(line);
      const wanted = (indent.length * to) / from;
      return Number.isInteger(wanted) ? " ".repeat(wanted) + line.slice(indent.length) : null;
    },
  };
}

/** No single rule explains the pairs, but every indentation in the search text maps to one in the file. */
function relateMap(indents: Indents): Relation | null {
  const known = new Map<string, string>();
  for (const pair of indents) {
    if ((known.get(pair.search) ?? pair.file) !== pair.file) return null;
    known.set(pair.search, pair.file);
  }
  return {
    kind: "map",
    reindent: (line) => {
      if (isBlank(line)) return line;
      const indent = indentOf(line);
      const wanted = known.get(indent);
      return wanted === undefined ? null : wanted + line.slice(indent.length);
    },
  };
}

function columns(indent: string, tabWidth: number): number {
  let column = 0;
  for (const character of indent) {
    column = character === "\t" ? column - (column % tabWidth) + tabWidth : column + 1;
  }
  return column;
}

const toTabs = (column: number, tabWidth: number): string =>
  "\t".repeat(Math.floor(column / tabWidth)) + " ".repeat(column % tabWidth);
