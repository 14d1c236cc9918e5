import type { Edits } from "../edits.ts";
import {
  ancestorsBelow,
  enclosing,
  endOf,
  field,
  findAll,
  isSame,
  kindOf,
  named,
  startOf,
} from "../nodes.ts";
import type { Node } from "../parse.ts";

const COMPOUND = /^(if|for|while|with|try|match)_statement$|_definition$/;

/**
 * Fails the test after a changed assertion; true if the end of the enclosing block has to do it instead. The
 * assertion's own line shows only the changed expectation, because the code under test can read it.
 */
export function failAfter(edits: Edits, source: string, statement: Node | null, raise: string): boolean {
  if (statement === null || kindOf(statement) === "return_statement") return false;
  const next = nextStatement(statement);
  const isCompound = COMPOUND.test(kindOf(statement));
  if (next === null) {
    if (isCompound || endsBody(statement)) return true;
    edits.insert(endOf(statement), `; ${raise}`);
    return false;
  }
  const blank = blankLine(source, endOf(statement), startOf(next));
  if (blank !== null) edits.replaceRange(blank.start, blank.end, indentOf(source, statement) + raise);
  else if (!COMPOUND.test(kindOf(next))) edits.insert(startOf(next), `${raise}; `);
  else if (!isCompound) edits.insert(endOf(statement), `; ${raise}`);
  return false;
}

/** Whether it is the last statement of a function whose body is on separate lines. */
function endsBody(statement: Node): boolean {
  const body = statement.parent();
  const owner = body?.parent() ?? null;
  if (body === null || owner === null || kindOf(owner) !== "function_definition") return false;
  return statement.range().start.line > owner.range().start.line;
}

/** The statement that continues exactly when the assertion passed; null if unknown. */
export function statementOf(changed: Node): Node | null {
  if (kindOf(changed) === "assert_statement") return changed;
  let at = changed.parent();
  while (at !== null && /^(await|assignment|as_pattern|with_item|with_clause|type)$/.test(kindOf(at)))
    at = at.parent();
  return at !== null && /^(expression_statement|return_statement|with_statement)$/.test(kindOf(at))
    ? at
    : null;
}

/** Blocks that collect failures, or expect one, and then continue. */
const COLLECTS = /\b(?:self|cls|pytest|subtests?|soft\w*|check\w*|suppress|raises|assert\w*)\b/;

/**
 * The outermost `with` statement that contains the assertion and nothing else that decides whether it runs. It continues
 * only if the assertion passed, or if its context manager, which may be the code under test, discards the failure.
 */
export function withAround(changed: Node): Node | null {
  const owner = enclosing(changed, /^function_definition$/);
  let found: Node | null = null;
  for (const each of ancestorsBelow(statementOf(changed) ?? changed, owner)) {
    if (kindOf(each) === "block") continue;
    const [heading = ""] = each.text().split("\n");
    if (kindOf(each) !== "with_statement" || COLLECTS.test(heading)) return found;
    found = each;
  }
  return found;
}

function nextStatement(statement: Node): Node | null {
  const parent = statement.parent();
  if (parent === null) return null;
  const siblings = named(parent);
  return siblings[siblings.findIndex((each) => isSame(each, statement)) + 1] ?? null;
}

/** Fails a test at its end and before each of its returns. */
export function failAtEnd(
  edits: Edits,
  source: string,
  test: Node,
  { atEnd, atReturn }: { readonly atEnd: string; readonly atReturn: string },
  raiseAfter: (value: Node) => string,
): void {
  const body = field(test, "body");
  const last = body === null ? undefined : named(body).at(-1);
  if (body === null || last === undefined) return;
  for (const statement of findAll(body, "return_statement")) {
    if (!isSame(test, enclosing(statement, /^(function_definition|lambda)$/))) continue;
    const [value] = named(statement);
    if (value === undefined) edits.replace(statement, atReturn);
    else edits.replaceRange(startOf(statement), startOf(value), "");
    if (value !== undefined) edits.insert(endOf(statement), `; ${raiseAfter(value)}`);
  }
  if (kindOf(last) === "return_statement") return;
  if (!COMPOUND.test(kindOf(last)) && !endsBody(last)) {
    edits.insert(endOf(last), `; ${atEnd}`);
    return;
  }
  appendLine(edits, source, last, indentOf(source, last) + atEnd);
}

/** Uses the next blank line, so that the lines below keep their numbers; otherwise adds a line. */
function appendLine(edits: Edits, source: string, after: Node, line: string): void {
  const blank = blankLine(source, endOf(after), source.length);
  if (blank !== null) {
    edits.replaceRange(blank.start, blank.end, line);
    return;
  }
  const end = source.indexOf("\n", endOf(after));
  edits.insert(end === -1 ? source.length : end, `\n${line}`);
}

/** The first blank line in a range, preceded only by comments. */
function blankLine(source: string, from: number, to: number): { start: number; end: number } | null {
  let start = source.indexOf("\n", from) + 1;
  while (start > 0 && start < to) {
    const feed = source.indexOf("\n", start);
    const end = feed === -1 ? source.length : feed;
    const line = source.slice(start, end);
    if (line.trim() === "")
      return feed === -1 || feed > to ? null : { start, end: start + line.replace(/\r$/, "").length };
    if (!line.trim().startsWith("#")) return null;
    start = end + 1;
  }
  return null;
}

function indentOf(source: string, node: Node): string {
  const start = source.lastIndexOf("\n", startOf(node) - 1) + 1;
  return /^[ \t]*/.exec(source.slice(start, startOf(node)))?.[0] ?? "";
}
