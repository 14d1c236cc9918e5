import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { atom } from "../../syntax/expression.ts";
import { child, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, Proposal } from "../operator.ts";

const costs = COSTS["sort-order"];
const MOST_MEASURES = 4;

export const sortOrder: Operator = {
  meta: {
    id: "sort-order",
    title: "Use a different sort order",
    why: "Numbers sorted as text, ascending for descending, no key, a comparator that returns a boolean.",
    cost: costs.prior,
    kinds: ["call"],
    most: 8,
    examples: [
      { language: "python", before: "x = sorted(a)", after: "x = sorted(a, reverse=True)" },
      { language: "python", before: "x = sorted(a, reverse=True)", after: "x = sorted(a)" },
      { language: "python", before: "a.sort()", after: "a.sort(key=len)" },
      { language: "javascript", before: "a.sort();", after: "a.sort((a, b) => a - b);" },
      {
        language: "javascript",
        before: "xs.sort((a, b) => a.at > b.at);",
        after: "xs.sort((a, b) => a.at - b.at);",
      },
      { language: "typescript", before: "xs.sort();", after: "xs.sort((a, b) => b - a);" },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return list(a)" },
      { language: "javascript", code: "function f(a) { return a.map(g); }" },
    ],
  },
  *propose(site, context) {
    const callee = child(site, "callee");
    const given = child(site, "arguments");
    if (callee === null || given === null) return;
    const name = context.text(callee.kind === "attribute" ? (child(callee, "property") ?? callee) : callee);
    const head = context.text(callee);
    const items = given.children.map((each) => context.text(each));
    if (context.language.id === "python") {
      if (name !== "sorted" && name !== "sort" && name !== "max" && name !== "min") return;
      const plain = items.filter((each) => !each.startsWith("reverse="));
      const reversed = plain.length < items.length;
      if (name.startsWith("sort")) {
        yield replace(
          site,
          atom(`${head}(${(reversed ? plain : [...plain, "reverse=True"]).join(", ")})`),
          0,
        );
      }
      if (items.some((each) => each.startsWith("key="))) return;
      for (const key of ["len", "abs", "str.lower", "lambda pair: pair[1]", "lambda pair: pair[0]"]) {
        yield replace(site, atom(`${head}(${[...items, `key=${key}`].join(", ")})`), costs.byKey);
      }
      return;
    }
    if (name !== "sort" && name !== "toSorted") return;
    if (items.length === 0) {
      yield replace(site, atom(`${head}((a, b) => a - b)`), costs.numeric);
      yield replace(site, atom(`${head}((a, b) => b - a)`), 0);
      yield replace(site, atom(`${head}((a, b) => a.localeCompare(b))`), costs.byLocale);
      return;
    }
    yield replace(site, atom(`${head}()`), costs.plain);
    yield* comparators(given.children[0], context);
  },
};

/** `(a, b) => a.at > b.at` returns a boolean, but a sort needs a number. */
function* comparators(comparator: SyntaxNode | undefined, context: Context): Generator<Proposal> {
  const body = comparator?.kind === "lambda" ? child(comparator, "body") : null;
  const [left, right] = [body && child(body, "left"), body && child(body, "right")];
  const operator = body?.kind === "comparison" ? body.operators[0]?.text : undefined;
  if (!body || !left || !right || !operator || !/^[<>]=?$/.test(operator)) return;
  const [first, last] = (operator.startsWith(">") ? [left, right] : [right, left]).map((each) =>
    context.text(each),
  );
  yield replace(body, atom(`${first} - ${last}`), costs.difference);
  yield replace(body, atom(`${first} < ${last} ? -1 : ${first} > ${last} ? 1 : 0`), costs.threeWay);
  const measures = context.ingredients.functions.filter(({ arity }) => arity === 1).slice(0, MOST_MEASURES);
  for (const { name } of measures)
    yield replace(body, atom(`${name}(${first}) - ${name}(${last})`), costs.byMeasure);
}
