import type { SourceFile } from "../../../domain/ports/repair.ts";
import { languageOf } from "../languages/list.ts";
import { child, enclosingFunction, isClosed, isLoop, isStatement, type SyntaxNode } from "../syntax/node.ts";
import { parse } from "../syntax/parse.ts";
import { recordedCall } from "./recorded-calls.ts";

/** Text to insert at an offset. */
export type Mark = readonly [at: number, text: string];

/** Instrumentation of a JavaScript source: ticks always; lines and kinds on the first run; calls for comparison. */
export interface Marks {
  readonly ticks: readonly Mark[];
  readonly observe: readonly Mark[];
  readonly record: readonly Mark[];
}

const NONE: Marks = { ticks: [], observe: [], record: [] };
const TICK = "__tick__();";

/**
 * Instrumentation of a source of a compiled language: ticks, the lines at which statements start, values of package
 * variables, function bodies and the type of their result, as written.
 */
export interface CompiledMarks {
  readonly ticks: readonly Mark[];
  readonly lines: readonly (readonly [at: number, line: number])[];
  readonly values: readonly (readonly [start: number, end: number])[];
  readonly bodies: readonly (readonly [start: number, end: number, result: string | null])[];
  /** Expressions that can be put into a block of their own, to report their line. */
  readonly expressions?: readonly (readonly [start: number, end: number, line: number])[];
  /** Lines that run if the line of a mark runs. */
  readonly further?: Readonly<Record<number, readonly number[]>>;
}

export function goMarksOf(file: SourceFile): CompiledMarks {
  const language = languageOf(file.path);
  const ticks: Mark[] = [];
  const lines: [number, number][] = [];
  const values: [number, number][] = [];
  const bodies: [number, number, string | null][] = [];
  if (language === null) return { ticks, lines, values, bodies };
  const visit = (node: SyntaxNode) => {
    if (isStatement(node) && enclosingFunction(node) !== null) lines.push([node.start, node.line]);
    const value = node.raw === "var_spec" && enclosingFunction(node) === null ? child(node, "value") : null;
    if (value !== null && value.kind !== "tuple") values.push([value.start, value.end]);
    const body = child(node, "body");
    const routine = node.kind === "function";
    if (body !== null && (routine || isLoop(node))) ticks.push([body.start + 1, "afTick();"]);
    if (body !== null && routine && node.raw !== "func_literal") {
      const type = child(node, "type");
      bodies.push([body.start, body.end, type && file.text.slice(type.start, type.end)]);
    }
    for (const each of node.children) visit(each);
  };
  visit(parse(language.grammar, file.text));
  return { ticks, lines, values, bodies };
}

/** Where to instrument a source; the worker has no parser. */
export function marksOf(file: SourceFile): Marks {
  const language = languageOf(file.path);
  if (language === null) return NONE;
  const tree = parse(language.grammar, file.text);
  const ticks: Mark[] = [];
  const observe: Mark[] = [];
  const record: Mark[] = [];
  const path = JSON.stringify(file.path);
  const callOf = (node: SyntaxNode) => {
    const call = recordedCall(node, file.text);
    return call && `__called__(${path},${JSON.stringify(call.name)},${call.given},${call.self})`;
  };
  const visit = (node: SyntaxNode) => {
    if (isClosed(node)) return;
    const body = child(node, "body");
    if (isLoop(node) && body !== null) ticks.push(...inside(body, TICK));
    if ((node.kind === "function" || node.kind === "lambda") && body !== null) {
      const call = callOf(node);
      if (body.kind === "block") {
        ticks.push([body.start + 1, TICK]);
        const names = parameterNames(node, file.text);
        if (names.length > 0)
          observe.push([body.start + 1, `__seen__(${path},${node.line},{${names.join(",")}});`]);
        if (call !== null) record.push([body.start + 1, `${call};`]);
      } else {
        ticks.push([body.start, "(__tick__(),"], [body.end, ")"]);
        observe.push([body.start, `(__line__(${path},${body.line}),`], [body.end, ")"]);
        if (call !== null) record.push([body.start, `(${call},`], [body.end, ")"]);
      }
    }
    if (isStatement(node)) observe.push([node.start, `__line__(${path},${node.line});`]);
    for (const each of node.children) visit(each);
  };
  visit(tree);
  return { ticks, observe: [...ticks, ...observe], record: [...ticks, ...record] };
}

function inside(body: SyntaxNode, code: string): readonly Mark[] {
  if (body.kind === "block") return [[body.start + 1, code]];
  return [
    [body.start, `{${code}`],
    [body.end, "}"],
  ];
}

function parameterNames(node: SyntaxNode, source: string): readonly string[] {
  const parameters = child(node, "parameters");
  if (parameters === null) return [];
  const found: string[] = [];
  for (const each of parameters.children) {
    const name = each.kind === "parameter" ? child(each, "name") : each;
    if (name?.kind === "identifier") found.push(source.slice(name.start, name.end));
  }
  return found;
}
