import { COSTS } from "../../costs.ts";
import type { Context, Variable } from "../../propose/context.ts";
import { indentAt, indentStep, insertBefore } from "../../propose/edits.ts";
import { atom } from "../../syntax/expression.ts";
import { child, descendants, enclosingFunction, isStatement, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["missing-raise"];
const MOST_ERRORS = 3;
const MOST_CHECKS = 4;

export const missingRaise: Operator = {
  meta: {
    id: "missing-raise",
    title: "Reject an input that cannot be handled",
    why: "An unknown key or an absent value that should raise one of the program's own errors.",
    cost: costs.prior,
    kinds: ["return", "expression-statement", "declaration", "assign"],
    most: 24,
    examples: [
      {
        language: "python",
        before:
          'class Missing(Exception):\n    pass\n\ndef f(rates, name):\n    if name == "":\n        raise Missing("none")\n    return rates[name]',
        after:
          'class Missing(Exception):\n    pass\n\ndef f(rates, name):\n    if name == "":\n        raise Missing("none")\n    if name not in rates:\n        raise Missing(name)\n    return rates[name]',
      },
      {
        language: "javascript",
        before:
          'function f(rates, name) {\n  if (name === "") throw new RangeError("none");\n  return rates[name];\n}',
        after:
          'function f(rates, name) {\n  if (name === "") throw new RangeError("none");\n  if (!(name in rates)) {\n    throw new RangeError(String(name));\n  }\n  return rates[name];\n}',
      },
      {
        language: "typescript",
        before: 'function f(n: number) {\n  if (n > 9) throw new RangeError("large");\n  return 1 / n;\n}',
        after:
          'function f(n: number) {\n  if (n > 9) throw new RangeError("large");\n  if (n < 0) {\n    throw new RangeError(String(n));\n  }\n  return 1 / n;\n}',
      },
    ],
    leaves: [
      { language: "python", code: "def f(rates, name):\n    return rates[name]" },
      { language: "javascript", code: "function f(rates, name) { return rates[name]; }" },
    ],
  },
  *propose(site, context) {
    const owner = enclosingFunction(site);
    if (!isStatement(site) || owner === null) return;
    const { write } = context.language;
    const indent = indentAt(context.source, site.start);
    const step = indentStep(context.source);
    const errors = errorsIn(site, context);
    if (errors.length === 0) return;
    for (const [at, { condition, value }] of checksFor(site, context).slice(0, MOST_CHECKS).entries()) {
      for (const [index, error] of errors.entries()) {
        const extra = at * costs.perCheck + index * costs.perError;
        const body = write.statement(`${error}(${error.startsWith("throw") ? `String(${value})` : value})`);
        yield insertBefore(context, site, write.when(condition, body, indent, step), extra);
      }
    }
  },
};

/** Errors that the file throws elsewhere, up to their arguments; those of the same function first. */
function errorsIn(site: SyntaxNode, context: Context): readonly string[] {
  const owner = enclosingFunction(site);
  const near = new Set<string>();
  const far = new Set<string>();
  for (const node of descendants(context.tree)) {
    if (node.kind !== "throw") continue;
    const head = /^(?:raise|throw new) [A-Z][\w.]*(?=\()/.exec(context.text(node))?.[0];
    if (head !== undefined) (enclosingFunction(node) === owner ? near : far).add(head);
  }
  return [...new Set([...near, ...far])].slice(0, MOST_ERRORS);
}

interface Check {
  readonly condition: string;
  /** The value that the error is about. */
  readonly value: string;
}

/** Checks for what the statement reads: a missing key, a negative number, an absent value. */
function checksFor(site: SyntaxNode, context: Context): readonly Check[] {
  const { write, id } = context.language;
  const keys = new Map<string, string>();
  const used = new Set<string>();
  for (const node of descendants(site)) {
    if (node.kind === "identifier") used.add(context.text(node));
    const object = node.kind === "subscript" ? child(node, "object") : null;
    const index = node.kind === "subscript" ? child(node, "index") : null;
    if (object === null || index === null || !["identifier", "attribute"].includes(index.kind)) continue;
    const [key, map] = [context.text(index), context.text(object)];
    keys.set(id === "python" ? `${key} not in ${map}` : `!(${key} in ${map})`, key);
  }
  const variables = context.variables(site).filter((each) => used.has(each.name) && each.distance === 0);
  const conditions = ({ name, kind }: Variable): readonly string[] => {
    if (kind === "number") return [`${name} < 0`, `${name} ${write.equal} 0`];
    if (kind === null || kind === "object") return [write.isNull(atom(name)).text];
    const empty = kind === "string" || kind === "list" ? write.isEmpty(atom(name)) : null;
    return empty === null ? [] : [empty.text];
  };
  const values = variables.flatMap((each) => conditions(each).map((condition) => [condition, each.name]));
  return [...keys, ...values].map(([condition = "", value = ""]) => ({ condition, value }));
}
