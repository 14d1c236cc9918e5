import { child, descendants, type SyntaxNode, unwrap } from "../syntax/node.ts";
import { type ChangedFile, changedStatements, newRoutines, type Side } from "./aims.ts";

/** Constructs that can single out inputs: if a change adds one, it may treat some inputs differently. */
const SELECTING: ReadonlySet<string> = new Set([
  "if",
  "conditional",
  "comparison",
  "logical",
  "switch",
  "dict",
  "list",
  "tuple",
  "subscript",
  "call",
  "try",
  "comprehension",
]);
const SELECTING_RAW: ReadonlySet<string> = new Set([
  "case_clause",
  "switch_case",
  "expression_case",
  "set",
  "if_clause",
]);
const CONTAINERS: ReadonlySet<string> = new Set(["dict", "list", "tuple", "switch"]);
const TRIVIAL: ReadonlySet<string> = new Set([
  "0",
  "1",
  "-1",
  "0.0",
  "1.0",
  "",
  "True",
  "False",
  "true",
  "false",
]);
/** A function that already distinguishes this many values by name may handle one more. */
const ENTRIES = 2;
/** A table with at least this many entries, most of them not from the tests, is a table of facts. */
const LARGE_TABLE = 6;

/** Additions of a change that could recognize the tests' inputs. */
export interface Additions {
  /** Whether it adds a new literal together with a branch, a table, a lookup or another literal. */
  readonly selects: boolean;
  /** New literals, without quotes. */
  readonly literals: readonly string[];
}

export function additionsOf(file: ChangedFile): Additions {
  const before = [...file.aims.map((aim) => aim.before.whole), ...changedStatements(file.after, file.before)];
  const after = [
    ...file.aims.map((aim) => aim.after.whole),
    ...changedStatements(file.before, file.after),
    ...newRoutines(file.before, file.after).map((each) => each.whole),
  ];
  const known = new Set(literalsOf(file.before, before).map((each) => each.text));
  const literals = literalsOf(file.after, after)
    .filter(({ node, text }) => !known.has(text) && !TRIVIAL.has(text) && !isEntry(node, file.after, known))
    .map((each) => each.text);
  const own = [...new Set(literals)];
  // Most constants are fixed by replacing one; several at once may be fitted to inputs.
  const mayFit = hasMore(before, after) || own.length > 1;
  return { selects: own.length > 0 && mayFit && !onlyAddsEntries(file, before, after), literals: own };
}

/**
 * Whether a change only rearranges operators, names and values that the file already had. Without a new name, value or
 * branch, code cannot recognize an input, remember a call or detect its caller.
 */
export function onlyRearranges({ before, after, aims }: ChangedFile): boolean {
  const known = new Set(wordsOf(before.source));
  if (wordsOf(after.source).some((word) => !known.has(word) && !TRIVIAL.has(word))) return false;
  return !hasMore(
    aims.map((aim) => aim.before.whole),
    aims.map((aim) => aim.after.whole),
  );
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}_$][\p{L}\d_$]*|\d[\w.]*|"[^"\n]*"|'[^'\n]*'/gu) ?? [];
}

/** Whether one table has so many values, most of them not from the tests, that it lists facts. */
export function isTableOfFacts(literals: readonly string[], used: ReadonlySet<string>): boolean {
  const own = literals.filter((each) => used.has(each)).length;
  return literals.length >= LARGE_TABLE && own * 3 <= literals.length;
}

function hasMore(before: readonly SyntaxNode[], after: readonly SyntaxNode[]): boolean {
  const [was, is] = [count(before), count(after)];
  return [...is].some(([kind, times]) => times > (was.get(kind) ?? 0));
}

function count(nodes: readonly SyntaxNode[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const each of nodes.flatMap(descendants)) {
    const kind = SELECTING_RAW.has(each.raw) ? each.raw : each.kind;
    if (SELECTING.has(kind) || SELECTING_RAW.has(kind)) found.set(kind, (found.get(kind) ?? 0) + 1);
  }
  return found;
}

interface Literal {
  readonly node: SyntaxNode;
  /** Without quotes. */
  readonly text: string;
}

function literalsOf(side: Side, nodes: readonly SyntaxNode[]): readonly Literal[] {
  return nodes
    .flatMap(descendants)
    .filter((each) => isPlainLiteral(each) && !isProse(each))
    .map((node) => ({ node, text: unquoted(side.text(node)) }));
}

/** Go's runes and raw strings have no separate kind. */
function isPlainLiteral({ kind, raw }: SyntaxNode): boolean {
  return kind === "number" || kind === "string" || raw === "rune_literal" || raw === "raw_string_literal";
}

function unquoted(text: string): string {
  return text.replace(/^[rbuf]*(["'`]{1,3})([\s\S]*)\1$/i, "$2");
}

/** Whether a literal is one more entry in an existing table with values that the code already contained. */
function isEntry(node: SyntaxNode, side: Side, known: ReadonlySet<string>): boolean {
  const parent = node.parent?.kind === "pair" ? node.parent.parent : node.parent;
  if (parent === null || !(CONTAINERS.has(parent.kind) || parent.raw === "set")) return false;
  return literalsOf(side, [parent]).filter((each) => known.has(each.text)).length >= ENTRIES;
}

/** Documentation, and error messages. */
function isProse(node: SyntaxNode): boolean {
  if (node.parent?.kind === "expression-statement") return true;
  for (let each = node.parent; each !== null && each.kind !== "block"; each = each.parent)
    if (each.kind === "throw") return true;
  return false;
}

/** Whether a change only adds values to an existing table or chain of comparisons. */
function onlyAddsEntries(
  file: ChangedFile,
  before: readonly SyntaxNode[],
  after: readonly SyntaxNode[],
): boolean {
  const was = before.map((each) => outline(file.before, each)).join("\n");
  const is = after.map((each) => outline(file.after, each)).join("\n");
  const grows = literalsOf(file.after, after).length > literalsOf(file.before, before).length;
  return (was === is && grows) || (before.length === after.length && addsCases(file, before, after));
}

/** The text without the contents of tables. */
function outline(side: Side, node: SyntaxNode): string {
  if (CONTAINERS.has(node.kind) && entriesOf(node) >= ENTRIES) return `[${node.kind}]`;
  if (node.children.length === 0) return side.text(node);
  return `${node.raw}(${node.operators.map((each) => each.text).join(" ")} ${node.children
    .filter((each) => each.kind !== "comment")
    .map((each) => outline(side, each))
    .join(" ")})`;
}

function entriesOf(node: SyntaxNode): number {
  if (node.kind !== "switch") return node.children.length;
  return descendants(node).filter((each) => SELECTING_RAW.has(each.raw)).length;
}

/** Whether every new comparison names one more value of something that was already distinguished by value. */
function addsCases(file: ChangedFile, before: readonly SyntaxNode[], after: readonly SyntaxNode[]): boolean {
  const known = before.flatMap((each) => namedValues(file.before, each));
  const added = after
    .flatMap((each) => namedValues(file.after, each))
    .filter((each) => !known.some((other) => other.text === each.text));
  const tables = (nodes: readonly SyntaxNode[]) =>
    nodes.flatMap(descendants).filter((each) => each.kind === "dict" || each.raw === "set").length;
  const comparisons = (nodes: readonly SyntaxNode[]) =>
    nodes.flatMap(descendants).filter((each) => each.kind === "comparison").length;
  return (
    added.length > 0 &&
    tables(after) === tables(before) &&
    comparisons(after) - comparisons(before) === added.length &&
    added.every(({ subject }) => valuesOf(subject, known) >= ENTRIES)
  );
}

interface NamedValue {
  readonly subject: string;
  readonly text: string;
  /** How many values the comparison names. */
  readonly values: number;
}

function valuesOf(subject: string, known: readonly NamedValue[]): number {
  return known.reduce((sum, each) => sum + (each.subject === subject ? each.values : 0), 0);
}

function namedValues(side: Side, node: SyntaxNode): readonly NamedValue[] {
  return descendants(node).flatMap((each) => {
    const [left, right] = [child(each, "left"), child(each, "right")];
    if (each.kind !== "comparison" || left === null || right === null) return [];
    const isEquality = each.operators.every(({ text }) => ["==", "===", "in", "is"].includes(text));
    if (!isEquality || left.kind !== "identifier" || !isLiteral(unwrap(right))) return [];
    const values = Math.max(1, unwrap(right).children.length);
    return [{ subject: side.text(left), text: side.text(each), values }];
  });
}

function isLiteral(node: SyntaxNode): boolean {
  if (node.kind === "number" || node.kind === "string") return true;
  return CONTAINERS.has(node.kind) && node.children.every(isLiteral);
}
