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
  const marker = new Marker(file.text);
  if (language !== null) marker.visit(parse(language.grammar, file.text));
  return marker.marks(language !== null);
}

class Marker {
  readonly #text: string;
  readonly #ticks: Mark[] = [];
  readonly #lines: [number, number][] = [];
  readonly #expressions: [number, number, number][] = [];
  readonly #bodies: [number, number, string | null][] = [];
  readonly #ranges: SyntaxNode[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  marks(isParsed: boolean): CompiledMarks {
    const marks = {
      ticks: this.#ticks,
      lines: this.#lines,
      expressions: this.#expressions,
      bodies: this.#bodies,
      values: [],
    };
    return isParsed ? { ...marks, further: furtherLines(this.#ranges) } : marks;
  }

  visit(node: SyntaxNode): void {
    if (isClosed(node) || NOT_RUN.has(node.raw)) return;
    const body = child(node, "body");
    if (node.kind === "function") {
      if (body === null || !this.#markFunction(node, body)) return;
    } else if (body?.kind === "block" && (node.kind === "while" || node.kind === "for-each")) {
      this.#ticks.push([body.start + 1, TICK]);
    }
    if (node.kind === "block") this.#markStatements(node);
    if (node.kind === "lambda") this.#markExpression(body);
    if (node.raw === "match_arm") this.#markExpression(node.children.filter(isArmValue).at(-1));
    for (const each of node.children) this.visit(each);
  }

  /** False if it must not be changed. */
  #markFunction(node: SyntaxNode, body: SyntaxNode): boolean {
    const modifiers = node.children.find((each) => each.raw === "function_modifiers");
    const isConstant = modifiers !== undefined && /\bconst\b/.test(this.#textOf(modifiers));
    const isAttributed = body.children.some((each) => each.raw === "inner_attribute_item");
    if (isAttributed || isConstant) return false;
    this.#ticks.push([body.start + 1, TICK]);
    const type = child(node, "type");
    const result = type && this.#textOf(type);
    if (result === null || !/\bimpl\b/.test(result)) this.#bodies.push([body.start, body.end, result]);
    return true;
  }

  #markStatements(block: SyntaxNode): void {
    let attributed: number | null = null;
    for (const each of block.children) {
      if (NO_CODE.has(each.raw)) continue;
      if (ATTRIBUTES.has(each.raw)) {
        attributed ??= each.start;
        continue;
      }
      if (!isClosed(each) && !ITEMS.has(each.raw)) {
        this.#lines.push([attributed ?? each.start, each.line]);
        this.#ranges.push(each);
      }
      attributed = null;
    }
  }

  #markExpression(value: SyntaxNode | undefined | null): void {
    if (value === undefined || value === null || value.kind === "block") return;
    this.#expressions.push([value.start, value.end, value.line]);
    this.#ranges.push(value);
  }

  #textOf(node: SyntaxNode): string {
    return this.#text.slice(node.start, node.end);
  }
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
