import type { Patch } from "../../../../domain/entities/patch.ts";
import { COSTS } from "../../costs.ts";
import type { Proposal } from "../../operators/operator.ts";
import type { Kind, SyntaxNode } from "../../syntax/node.ts";
import type { Context } from "../context.ts";
import { indentAt, indentStep, put } from "../edits.ts";
import { conditionsAt } from "./conditions.ts";
import type { Expected } from "./expected.ts";

/** The operator name of edits under a condition. */
export const CONDITIONED = "conditioned";

const costs = COSTS.conditioned;
const SIMPLE: ReadonlySet<Kind> = new Set(["return", "expression-statement", "assign", "augment", "throw"]);
/** For each edit, the cheapest conditions. */
const MOST = 60;

/**
 * An edit of this statement that fixes failing tests but breaks others, made only under a condition: the statement as
 * it would be if the condition holds, and as it is otherwise.
 */
export function* conditioned(
  { edits: [edit, second] }: Patch,
  statement: SyntaxNode,
  context: Context,
  expected: Expected,
): Generator<Proposal> {
  if (!SIMPLE.has(statement.kind) || edit?.path !== context.path || second !== undefined) return;
  const { language, source } = context;
  const { write } = language;
  const indent = indentAt(source, statement.start);
  const step = indentStep(source);
  const end = source[statement.end] === ";" ? statement.end + 1 : statement.end;
  const whole = { start: statement.start, end };
  const old = source.slice(whole.start, whole.end);
  const isInside = edit.start >= whole.start && edit.end <= whole.end;
  if (!isInside || old.includes("\n")) return;
  const changed = source.slice(whole.start, edit.start) + edit.text + source.slice(edit.end, whole.end);
  if (changed.trim() === "" || changed.includes("\n")) return;
  const isFinal = statement.kind === "return" || statement.kind === "throw";
  for (const { expression, extra } of conditionsAt(statement, context, expected).slice(0, MOST)) {
    const when = write.when(expression.text, changed, indent, step);
    const code = isFinal ? `${when}\n${indent}${old}` : `${when}${otherwise(old, indent, step, context)}`;
    const { edits } = put({ ...whole, text: old }, code);
    yield { edits, extra: costs.condition + extra };
  }
}

function otherwise(statement: string, indent: string, step: string, { language }: Context): string {
  if (language.id === "python") return `\n${indent}else:\n${indent}${step}${statement}`;
  return ` else {\n${indent}${step}${statement}\n${indent}}`;
}
