import { remembered } from "../../../domain/rules/values/remembered.ts";
import type { SyntaxNode } from "../syntax/node.ts";
import type { Context } from "./context.ts";

const MOST_READ = 6;
/** Includes private fields, and those that a class declares without naming the object. */
const COUNTED = /\b((?:self|this)\.#?\w+)\s*(?:\+\+|--|[+-]=|=\s*-?\d)/g;
const DECLARED = /^[ \t]+(?:(?:private|protected|public)\s+)?(#?\w+)(?:\s*:\s*number)?\s*=\s*-?\d[\d_]*;$/gm;
const KEPT = /\b((?:self|this)\.#?\w+)\s*=(?!=)/g;
const READ = /\b(?:self|this)\.#?\w+\b(?!\s*\()/g;

/** Fields of the object itself that are incremented, decremented or set to a number somewhere in the file. */
export const countedFields = remembered((context: Context): readonly string[] => {
  const declared =
    context.language.id === "python" ? [] : all(DECLARED, context).map((name) => `this.${name}`);
  return [...new Set([...all(COUNTED, context), ...declared])];
});

/** Such fields that get an initial value and never change: the update was probably forgotten. */
export const unmovedFields = remembered((context: Context): readonly string[] =>
  countedFields(context).filter((field) => {
    const name = field.replace(/^(?:self|this)\./, "");
    const written = new RegExp(
      `(?<![\\w#])${name}(?:\\s*:\\s*number)?\\s*(?:\\+\\+|--|[-+*/]?=(?![=>]))`,
      "g",
    );
    return [...context.source.matchAll(written)].length === 1;
  }),
);

/** Fields of the object itself that are set somewhere in the file. */
export const keptFields = remembered((context: Context): readonly string[] => [
  ...new Set(all(KEPT, context)),
]);

/** The first fields of the object itself that a function mentions. */
export function fieldsIn(owner: SyntaxNode, context: Context): readonly string[] {
  const text = context.source.slice(owner.start, owner.end);
  return [...new Set(text.match(READ) ?? [])].slice(0, MOST_READ);
}

function all(pattern: RegExp, context: Context): readonly string[] {
  return [...context.source.matchAll(pattern)].map((match) => match[1] ?? "");
}
