import type { SitePatch } from "../../operators/operator.ts";
import type { Expression } from "../../syntax/expression.ts";
import type { SyntaxNode } from "../../syntax/node.ts";
import type { Context } from "../context.ts";
import { indentAt, insertBefore, replace, under } from "../edits.ts";

/**
 * Selects executions of a place within one test: only the one with this number, or that one and all later
 * ones. In a test with several assertions, often only one of the calls needs another path.
 */
export interface Visits {
  readonly number: number;
  readonly isOnly: boolean;
}

/** The likeliest first. */
export const VISITS: readonly Visits[] = [
  { number: 1, isOnly: true },
  { number: 2, isOnly: false },
  { number: 2, isOnly: true },
  { number: 3, isOnly: false },
  { number: 3, isOnly: true },
  { number: 4, isOnly: false },
];

const COUNTER = "__visits__";

/** Runs code before a statement in some visits. Null if the language has no way to count. */
export function insertInVisits(
  context: Context,
  site: SyntaxNode,
  code: string,
  visits: Visits,
  extra: number,
): SitePatch | null {
  const counter = counterOf(context);
  if (counter === null) return null;
  const indent = indentAt(context.source, site.start);
  const when = under(chosen(counter, visits), code, site, context);
  const { edits } = insertBefore(context, site, `${counter.step}\n${indent}${when}`, extra);
  return { edits: [...edits, ...counter.edits], extra };
}

/** A condition that has a fixed value in some visits. Null if the language has no way to count. */
export function fixInVisits(
  context: Context,
  site: SyntaxNode,
  whole: Expression,
  value: boolean,
  visits: Visits,
): SitePatch | null {
  const counter = counterOf(context);
  if (counter === null) return null;
  const { write } = context.language;
  const inThem = `(${counter.counted}${chosen(counter, visits)})`;
  const code = value
    ? `${inThem} ${write.or} (${whole.text})`
    : `${write.not({ text: inThem, level: 13 }).text} ${write.and} (${whole.text})`;
  const { edits } = replace(site, `(${code})`);
  return { edits: [...edits, ...counter.edits], extra: 0 };
}

interface Counter {
  /** A statement that counts. */
  readonly step: string;
  /** The beginning of an expression that counts. */
  readonly counted: string;
  readonly value: string;
  readonly edits: SitePatch["edits"];
}

/** Counters start again for every test in Python, and for every load of the modules in JavaScript. */
function counterOf({ language: { id }, source }: Context): Counter | null {
  if (id === "python") {
    const value = `globals()["${COUNTER}"]`;
    const next = `globals().get("${COUNTER}", 0) + 1`;
    return {
      step: `${value} = ${next}`,
      counted: `globals().__setitem__("${COUNTER}", ${next}) or `,
      value,
      edits: [],
    };
  }
  if (id !== "javascript" && id !== "typescript") return null;
  const edits = [{ start: source.length, end: source.length, text: `\nvar ${COUNTER} = 0;\n` }];
  return { step: `${COUNTER} += 1;`, counted: `(${COUNTER} += 1, false) || `, value: COUNTER, edits };
}

function chosen({ value }: Counter, { number, isOnly }: Visits): string {
  return `${value} ${isOnly ? "==" : ">="} ${number}`;
}
