import { type Language, parseSource, type SgNode, type SymbolKind } from "./languages.ts";

/** Something with a name in a source file. Lines are 1-based, the last one included. */
export interface CodeSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** The names of the enclosing definitions, outermost first, joined by dots; empty at the top. */
  readonly container: string;
  readonly line: number;
  readonly endLine: number;
  /** From its first character to the start of its body, on one line. */
  readonly signature: string;
  /** Documentation comment or docstring, without the comment markers. */
  readonly doc: string;
  /** The source without documentation: complete for functions, only the names of members for other definitions. */
  readonly body: string;
}

interface Definition {
  readonly node: SgNode;
  readonly kind: SymbolKind;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const LONGEST_SIGNATURE = 300;

export function extractSymbols(language: Language, text: string): readonly CodeSymbol[] {
  const root = parseSource(language, text);
  const kinds = Object.keys(language.definitions).map((kind) => ({ kind }));
  const definitions = root
    .findAll({ rule: { any: kinds } })
    .flatMap((node) => describeDefinition(language, node) ?? [])
    .sort((left, right) => left.start - right.start || right.end - left.end);
  const lines = text.split("\n");
  const open: Definition[] = [];
  const symbols: CodeSymbol[] = [];
  for (const definition of definitions) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= definition.start) open.pop();
    symbols.push(describeSymbol(language, definition, open, text, lines));
    open.push(definition);
  }
  return symbols;
}

function describeDefinition(language: Language, node: SgNode): Definition | null {
  const nodeKind = String(node.kind());
  if (nodeKind === "variable_declarator" && !holdsFunction(node)) return null;
  const nameNode = node.field("name") ?? (nodeKind === "impl_item" ? node.field("type") : null);
  const kind = language.definitions[nodeKind];
  if (nameNode === null || kind === undefined) return null;
  const range = node.range();
  return { node, kind, name: nameNode.text(), start: range.start.index, end: range.end.index };
}

function holdsFunction(declarator: SgNode): boolean {
  const value = declarator.field("value");
  return (
    value !== null && /^(?:arrow_function|function_expression|generator_function)$/.test(String(value.kind()))
  );
}

function describeSymbol(
  language: Language,
  definition: Definition,
  enclosing: readonly Definition[],
  text: string,
  lines: readonly string[],
): CodeSymbol {
  const { node, start, end } = definition;
  const holder = String(node.kind()) === "variable_declarator" ? (node.field("value") ?? node) : node;
  const body = holder.field("body");
  const bodyStart = body?.range().start.index ?? end;
  const docstring = language.id === "python" && body !== null ? findDocstring(body) : null;
  const { line } = node.range().start;
  const isFunction = definition.kind === "function" || definition.kind === "method";
  const parent = enclosing.at(-1);
  return {
    name: definition.name,
    kind: definition.kind === "function" && parent?.kind === "class" ? "method" : definition.kind,
    container: enclosing.map((each) => each.name).join("."),
    line: line + 1,
    endLine: node.range().end.line + 1,
    signature: oneLine(text.slice(start, bodyStart))
      .replace(/\s*[:{=]?>?\s*$/, "")
      .slice(0, LONGEST_SIGNATURE),
    doc: docstring === null ? readCommentAbove(lines, line) : cleanDoc(docstring.text),
    body: isFunction ? text.slice(docstring?.end ?? bodyStart, end) : "",
  };
}

function findDocstring(body: SgNode): { readonly text: string; readonly end: number } | null {
  const first = body.child(0);
  if (first === null || !/^(?:expression_statement|string)$/.test(String(first.kind()))) return null;
  const text = first.text();
  return /^[rRuU]?(?:"""|'''|"|')/.test(text) ? { text, end: first.range().end.index } : null;
}

/** The comment that ends on the line above, or above its decorators. */
function readCommentAbove(lines: readonly string[], line: number): string {
  const comment: string[] = [];
  for (let above = line - 1; above >= 0 && comment.length < 40; above--) {
    const text = (lines[above] ?? "").trim();
    const isDecoration = comment.length === 0 && /^(?:@\w|#!?\[|export\b.*\($)/.test(text);
    if (isDecoration) continue;
    if (!/^(?:\/\/|\/\*|\*|#(?!!?\[))/.test(text) && !text.endsWith("*/")) break;
    comment.unshift(text);
    if (text.startsWith("/*")) break;
  }
  return cleanDoc(comment.join("\n"));
}

function cleanDoc(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim().replace(/^(?:\/\/[/!]?|\/\*+!?|\*+\/|\*+|#+|[rRuU]?(?:"""|'''|["']))/, ""))
    .map((line) => line.replace(/(?:\*+\/|"""|'''|["'])$/, "").trim())
    .filter((line) => line !== "")
    .join("\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
