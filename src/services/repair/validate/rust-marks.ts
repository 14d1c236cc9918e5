import type { SourceFile } from "../../../domain/ports/repair.ts";
import { languageOf } from "../languages/list.ts";
import { child, isClosed, type SyntaxNode } from "../syntax/node.ts";
import { parse } from "../syntax/parse.ts";
import type { CompiledMarks, Mark } from "./marks.ts";

const TICK = "crate::agentforge_support::tick();";
const NO_CODE: ReadonlySet<string> = new Set(["line_comment", "block_comment", "label"]);
const ATTRIBUTES: ReadonlySet<string> = new Set(["attribute_item", "inner_attribute_item"]);
/** Code that the compiler evaluates. */
const NOT_RUN: ReadonlySet<string> = new Set([
  "const_item",
  "static_item",
  "const_block",
  "type_arguments",
  "array_type",
]);
/** Definitions, which may be in a block too, but do not run there. */
const ITEMS: ReadonlySet<string> = new Set([
  "function_item",
  "impl_item",
  "mod_item",
  "trait_item",
  "extern_crate_declaration",
  "union_item",
  ...NOT_RUN,
]);

/**
 * Instrumentation of a Rust source. A function that the compiler evaluates gets none, and one whose result type is
 * `impl …` has no second body, because both would need the same hidden type.
 */
export function rustMarksOf(file: SourceFile): CompiledMarks {
  const language = languageOf(file.path);
  const ticks: Mark[] = [];
  const lines: [number, number][] = [];
  const expressions: [number, number, number][] = [];
  const bodies: [number, number, boolean][] = [];
  const ranges: SyntaxNode[] = [];
  const marks = { ticks, lines, expressions, bodies, values: [] };
  if (language === null) return marks;
  const textOf = (node: SyntaxNode) => file.text.slice(node.start, node.end);

  function visitStatements(block: SyntaxNode): void {
    let attributed: number | null = null;
    for (const each of block.children) {
      if (NO_CODE.has(each.raw)) continue;
      if (ATTRIBUTES.has(each.raw)) {
        attributed ??= each.start;
        continue;
      }
      if (!isClosed(each) && !ITEMS.has(each.raw)) {
        lines.push([attributed ?? each.start, each.line]);
        ranges.push(each);
      }
      attributed = null;
    }
  }

  function visitExpression(value: SyntaxNode | undefined | null): void {
    if (value === undefined || value === null || value.kind === "block") return;
    expressions.push([value.start, value.end, value.line]);
    ranges.push(value);
  }

  function visit(node: SyntaxNode): void {
    if (isClosed(node) || NOT_RUN.has(node.raw)) return;
    const body = child(node, "body");
    if (node.kind === "function") {
      const modifiers = node.children.find((each) => each.raw === "function_modifiers");
      const isConstant = modifiers !== undefined && /\bconst\b/.test(textOf(modifiers));
      const isAttributed = body?.children.some((each) => each.raw === "inner_attribute_item") === true;
      if (body === null || isAttributed || isConstant) return;
      ticks.push([body.start + 1, TICK]);
      const type = child(node, "type");
      if (type === null || !/\bimpl\b/.test(textOf(type))) bodies.push([body.start, body.end, type !== null]);
    } else if (body?.kind === "block" && (node.kind === "while" || node.kind === "for-each")) {
      ticks.push([body.start + 1, TICK]);
    }
    if (node.kind === "block") visitStatements(node);
    if (node.kind === "lambda") visitExpression(body);
    if (node.raw === "match_arm") visitExpression(node.children.filter(isArmValue).at(-1));
    for (const each of node.children) visit(each);
  }

  visit(parse(language.grammar, file.text));
  return { ...marks, further: furtherLines(ranges) };
}

function isArmValue({ raw }: SyntaxNode): boolean {
  return raw !== "match_pattern" && !NO_CODE.has(raw) && !ATTRIBUTES.has(raw);
}

/** The other lines of each statement, by its first line, except those of statements inside it. */
function furtherLines(ranges: readonly SyntaxNode[]): Readonly<Record<number, readonly number[]>> {
  const owners = new Map<number, number>();
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end))
    for (let line = range.line; line <= range.endLine; line += 1) owners.set(line, range.line);
  const found: Record<number, number[]> = {};
  for (const [line, owner] of owners) {
    if (line === owner) continue;
    const known = found[owner] ?? [];
    known.push(line);
    found[owner] = known;
  }
  return found;
}
