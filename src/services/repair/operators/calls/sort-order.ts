import { remembered } from "../../../../domain/rules/values/remembered.ts";
import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { atom, grouped } from "../../syntax/expression.ts";
import { child, descendants, enclosingFunction, operatorOf, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["sort-order"];
const MOST_MEASURES = 4;
const MOST_FIELDS = 2;
const TIGHTEST = 13;

export const sortOrder: Operator = {
  meta: {
    id: "sort-order",
    title: "Use a different sort order",
    why: "Numbers sorted as text, ascending for descending, no key, a comparator that returns a boolean.",
    cost: costs.prior,
    kinds: ["call"],
    most: 12,
    examples: [
      { language: "python", before: "x = sorted(a)", after: "x = sorted(a, reverse=True)" },
      { language: "python", before: "x = sorted(a, reverse=True)", after: "x = sorted(a)" },
      { language: "python", before: "a.sort()", after: "a.sort(key=len)" },
      {
        language: "python",
        before: "def rank(x):\n    return x.n\n\n\nx = max(a)\n",
        after: "def rank(x):\n    return x.n\n\n\nx = max(a, key=rank)\n",
      },
      {
        language: "python",
        before: "x = sorted(a, key=lambda p: (p.n, p.name), reverse=True)",
        after: "x = sorted(a, key=lambda p: (-p.n, p.name))",
      },
      {
        language: "python",
        before: "x = sorted(a, key=lambda p: p.n)",
        after: "x = sorted(a, key=lambda p: -p.n)",
      },
      { language: "python", before: "a.sort(key=lambda p: p[0])", after: "a.sort()" },
      { language: "javascript", before: "a.sort();", after: "a.sort((a, b) => a - b);" },
      {
        language: "javascript",
        before: "xs.sort((a, b) => a.at > b.at);",
        after: "xs.sort((a, b) => a.at - b.at);",
      },
      {
        language: "javascript",
        before: "xs.sort((a, b) => a.name - b.name);",
        after: "xs.sort((a, b) => a.name.localeCompare(b.name));",
      },
      {
        language: "javascript",
        before: "function f(xs) { xs.sort(); return xs.map((x) => x.rank); }",
        after: "function f(xs) { xs.sort((a, b) => a.rank - b.rank); return xs.map((x) => x.rank); }",
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
      const key = given.children.find((each) => context.text(each).startsWith("key="));
      if (key !== undefined) {
        yield* otherKeys(key, { head, plain, isReversed: reversed }, site, context);
        return;
      }
      const ownMeasures = functionsOf(context.tree).map((each) => context.text(each));
      const library = ["len", "abs", "str.lower", "lambda pair: pair[1]", "lambda pair: pair[0]"];
      for (const other of [...ownMeasures.slice(0, MOST_MEASURES), ...library]) {
        const extra = library.includes(other) ? costs.byKey : costs.byMeasure;
        yield replace(site, atom(`${head}(${[...items, `key=${other}`].join(", ")})`), extra);
      }
      return;
    }
    if (name !== "sort" && name !== "toSorted") return;
    if (items.length === 0) {
      yield replace(site, atom(`${head}((a, b) => a - b)`), costs.numeric);
      yield replace(site, atom(`${head}((a, b) => b - a)`), 0);
      yield replace(site, atom(`${head}((a, b) => a.localeCompare(b))`), costs.byLocale);
      for (const field of fieldsNear(site, context)) {
        yield replace(site, atom(`${head}((a, b) => a.${field} - b.${field})`), costs.byField);
        yield replace(site, atom(`${head}((a, b) => a.${field}.localeCompare(b.${field}))`), costs.byField);
      }
      return;
    }
    yield replace(site, atom(`${head}()`), costs.plain);
    yield* comparators(given.children[0], context);
  },
};

/** `a.localeCompare(b)` → `a - b`: numbers have no such method. */
function* difference(body: SyntaxNode, context: Context): Generator<SitePatch> {
  const match = /^(.+)\.localeCompare\(([^(),]+)\)$/.exec(context.text(body));
  if (match !== null) yield replace(body, atom(`${match[1]} - ${match[2]}`), costs.numbers);
}

/** Fields that the function reads from other objects than itself. */
function fieldsNear(site: SyntaxNode, context: Context): readonly string[] {
  const owner = enclosingFunction(site);
  const text = context.text(owner);
  const found = [...text.matchAll(/\b(?!this\b|Math\b|Object\b)\w+\.(\w+)\b(?!\s*\()/g)];
  return [...new Set(found.map((match) => match[1] ?? ""))]
    .filter((field) => !/^(?:length|size)$/.test(field))
    .slice(0, MOST_FIELDS);
}

/** `(a, b) => a.at > b.at` returns a boolean, but a sort needs a number. */
function* comparators(comparator: SyntaxNode | undefined, context: Context): Generator<SitePatch> {
  const body = comparator?.kind === "lambda" ? child(comparator, "body") : null;
  const [left, right] = [body && child(body, "left"), body && child(body, "right")];
  if (body?.kind === "binary" && operatorOf(body) === "-" && left && right)
    yield replace(
      body,
      atom(`${grouped(context.expression(left), TIGHTEST)}.localeCompare(${context.text(right)})`),
      costs.texts,
    );
  if (body?.kind === "call") yield* difference(body, context);
  const operator = body?.kind === "comparison" ? operatorOf(body) : undefined;
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

interface SortCall {
  readonly head: string;
  /** Its arguments, apart from `reverse`. */
  readonly plain: readonly string[];
  readonly isReversed: boolean;
}

/** One part of the key in the opposite order, and no key. */
function* otherKeys(
  key: SyntaxNode,
  { head, plain, isReversed }: SortCall,
  site: SyntaxNode,
  context: Context,
): Generator<SitePatch> {
  const lambda = child(key, "value");
  const body = lambda?.kind === "lambda" ? child(lambda, "body") : null;
  const parts = body?.kind === "tuple" ? body.children : body === null ? [] : [body];
  for (const [at, part] of parts.entries()) {
    const text = context.text(part);
    const negated = text.startsWith("-") ? text.slice(1) : `-${grouped(context.expression(part), 11)}`;
    const others = parts.map((each, index) => (index === at ? negated : context.text(each)));
    const written = body?.kind === "tuple" ? `(${others.join(", ")})` : negated;
    const beginning = context.source.slice(key.start, body?.start);
    const kept = plain.map((each) => (each === context.text(key) ? `${beginning}${written}` : each));
    const extra = isReversed && at > 0 ? costs.negatedPart + costs.plain : costs.negatedPart;
    yield replace(site, atom(`${head}(${kept.join(", ")})`), extra);
  }
  const withoutKey = plain.filter((each) => each !== context.text(key));
  yield replace(site, atom(`${head}(${withoutKey.join(", ")})`), costs.plain);
}

/** The names of the file's own functions with one parameter. */
const functionsOf = remembered((tree: SyntaxNode): readonly SyntaxNode[] =>
  descendants(tree).flatMap((node) => {
    const name = node.kind === "function" ? child(node, "name") : null;
    return name !== null && child(node, "parameters")?.children.length === 1 ? [name] : [];
  }),
);
