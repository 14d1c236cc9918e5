import { COSTS } from "../../costs.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { put, replace } from "../../propose/edits.ts";
import { atom, grouped, infix } from "../../syntax/expression.ts";
import { child, descendants, operatorOf, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["loop-header"];
const MOST_BOUNDS = 4;
const TIGHTEST = 13;

export const loopHeader: Operator = {
  meta: {
    id: "loop-header",
    title: "Iterate over what the body needs, in the right direction",
    why: "`for…in` for `for…of`, pairs taken from plain items, a loop that tests or advances another loop's variable, a list that shrinks while its index grows.",
    cost: costs.prior,
    kinds: ["for-each", "for-classic"],
    most: 8,
    examples: [
      { language: "python", before: "for k, v in d: pass", after: "for k, v in d.items(): pass" },
      { language: "python", before: "for i, x in xs: pass", after: "for i, x in enumerate(xs): pass" },
      { language: "python", before: "for i in len(xs): pass", after: "for i in range(len(xs)): pass" },
      { language: "javascript", before: "for (const x in xs) f(x);", after: "for (const x of xs) f(x);" },
      {
        language: "javascript",
        before: "for (const [k, v] of o) f(k, v);",
        after: "for (const [k, v] of Object.entries(o)) f(k, v);",
      },
      {
        language: "javascript",
        before: "for (const [i, x] of xs) f(i, x);",
        after: "for (const [i, x] of xs.entries()) f(i, x);",
      },
      {
        language: "javascript",
        before: "n = 10; for (let k = 0; i < xs.length; k++) f(k);",
        after: "n = 10; for (let k = 0; k < 10; k++) f(k);",
      },
      {
        language: "javascript",
        before: "for (let j = 0; j < n; i++) f(j);",
        after: "for (let j = 0; j < n; j++) f(j);",
      },
      {
        language: "javascript",
        before: "for (var i = 0; i < n; i++) later(() => i);",
        after: "for (let i = 0; i < n; i++) later(() => i);",
      },
      {
        language: "javascript",
        before: "for (let i = 0; i < xs.length; i++) { if (xs[i]) xs.splice(i, 1); }",
        after: "for (let i = 0; i < xs.length; i++) { if (xs[i]) xs.splice(i--, 1); }",
      },
      {
        language: "javascript",
        before: "for (let i = a; i <= b; i++) f(i);",
        after: "for (let i = b; i >= a; i--) f(i);",
      },
      {
        language: "typescript",
        before: "for (let i = 0; i < xs.length; i++) f(i);",
        after: "for (let i = xs.length - 1; i >= 0; i--) f(i);",
      },
    ],
    leaves: [
      { language: "python", code: "for x in xs: pass" },
      { language: "javascript", code: "for (const x of xs) f(x);" },
    ],
  },
  *propose(site, context) {
    if (site.kind === "for-classic") return yield* counted(site, context);
    const [target, iterable] = [child(site, "target"), child(site, "iterable")];
    if (!target || !iterable) return;
    if (context.language.id === "python") yield* python(target, iterable, context);
    if (isScript(context)) yield* script(target, iterable, context);
  },
};

function* python(target: SyntaxNode, iterable: SyntaxNode, context: Context): Generator<SitePatch> {
  const text = grouped(context.expression(iterable), TIGHTEST);
  if (iterable.kind === "call" && text.startsWith("len(")) yield replace(iterable, atom(`range(${text})`));
  else if (context.kindOf(iterable) === "number")
    yield replace(iterable, atom(`range(${context.text(iterable)})`));
  const names = target.children.length;
  if (names !== 2 || (iterable.kind !== "identifier" && iterable.kind !== "attribute")) return;
  const isIndex = /^(?:i|j|k|n|at|index|idx|pos|position|line_?no|number)$/.test(
    context.text(target.children[0] ?? target),
  );
  yield replace(iterable, atom(`${text}.items()`), isIndex ? costs.otherPairs : costs.pairs);
  yield replace(iterable, atom(`enumerate(${text})`), isIndex ? costs.pairs : costs.otherPairs);
}

function* script(target: SyntaxNode, iterable: SyntaxNode, context: Context): Generator<SitePatch> {
  const between = context.source.slice(target.end, iterable.start);
  const word = /^\s*(in|of)\s*$/.exec(between)?.[1];
  if (word === undefined) return;
  const start = target.end + between.indexOf(word);
  const token = { text: word, start, end: start + word.length };
  const text = grouped(context.expression(iterable), TIGHTEST);
  const kind = context.kindOf(iterable);
  if (word === "in") {
    yield put(token, "of", kind === "dict" ? costs.pairs : costs.ofItems);
    return;
  }
  if (target.kind === "identifier") {
    if (kind === "dict" && iterable.kind === "identifier")
      for (const name of ["keys", "values"]) yield replace(iterable, atom(`Object.${name}(${text})`));
    return;
  }
  if (target.kind !== "tuple" || target.raw !== "array_pattern" || target.children.length !== 2) return;
  if (iterable.kind !== "identifier" && iterable.kind !== "attribute") return;
  yield replace(iterable, atom(`Object.entries(${text})`), costs.pairs);
  yield replace(iterable, atom(`${text}.entries()`), costs.pairs);
}

/** Loops of the form `for (let i = a; i < b; i++)`. */
function* counted(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const parts = site.children.flatMap((each) => (each.kind === "for-clause" ? each.children : [each]));
  const part = (role: "initial" | "condition" | "advance") => parts.find((each) => each.role === role);
  const [initial, condition, advance] = [part("initial"), part("condition"), part("advance")];
  const body = child(site, "body");
  if (!initial || !condition || !advance || body === null) return;
  const first = descendants(initial).find((each) => child(each, "target") !== null);
  const [target, start] = first ? [child(first, "target"), child(first, "value")] : [null, null];
  if (!target || !start || target.end > start.start) return;
  const name = context.text(target);
  const test = condition.kind === "comparison" ? condition : condition.children[0];
  if (test === undefined) return;
  const mentions = (node: SyntaxNode) =>
    descendants(node).some((each) => each.kind === "identifier" && context.text(each) === name);
  if (!mentions(test)) yield* otherBound(test, name, context);
  const advanced = descendants(advance).find((each) => each.role === "target");
  if (advanced !== undefined && !mentions(advance)) yield put(advanced, name, costs.otherVariable);
  if (isScript(context)) yield* closures(site, initial, body, name, context);
  yield* backwards({ start, test, advance, name }, context);
}

/** The condition is about another variable: the loop's own one never ends it. */
function* otherBound(test: SyntaxNode, name: string, context: Context): Generator<SitePatch> {
  const operator = test.operators[0]?.text ?? "<";
  const numbers = context.ingredients.numbers.filter((each) => Number(each) > 1).slice(0, MOST_BOUNDS);
  for (const [at, bound] of numbers.entries()) {
    const own = infix(operator.startsWith("<") ? operator : "<", atom(name), atom(bound));
    yield replace(test, own, costs.otherBound + at * costs.perBound);
    yield replace(
      test,
      infix(context.language.write.and, own, context.expression(test)),
      costs.bothBounds + at * costs.perBound,
    );
  }
}

/** Callbacks see the last value of `var`; `splice` moves the next item to the current index. */
function* closures(
  site: SyntaxNode,
  initial: SyntaxNode,
  body: SyntaxNode,
  name: string,
  context: Context,
): Generator<SitePatch> {
  const inner = context.text(body);
  if (context.source.startsWith("var ", initial.start) && /=>|\bfunction\b/.test(inner))
    yield put({ text: "var", start: initial.start, end: initial.start + 3 }, "let", costs.ofItems);
  const removal = new RegExp(`\\.splice\\((${name}), 1\\)`).exec(inner);
  if (removal === null || !context.source.slice(site.start, body.start).includes(`${name}++`)) return;
  const at = body.start + removal.index + ".splice(".length;
  yield put({ text: name, start: at, end: at + name.length }, `${name}--`, costs.removal);
}

interface Counting {
  readonly start: SyntaxNode;
  readonly test: SyntaxNode;
  readonly advance: SyntaxNode;
  readonly name: string;
}

/** Items that are removed or still needed by later steps: from the end. */
function* backwards({ start, test, advance, name }: Counting, context: Context): Generator<SitePatch> {
  const [left, right] = test.children;
  const operator = operatorOf(test);
  const step = context.text(advance);
  if (!left || !right || context.text(left) !== name || !/^(?:<=?|>=?)$/.test(operator)) return;
  const up = operator.startsWith("<");
  const inverse = new Map([
    [`${name}++`, `${name}--`],
    [`${name}--`, `${name}++`],
    [`${name} += 1`, `${name} -= 1`],
    [`${name} -= 1`, `${name} += 1`],
  ]).get(step);
  if (inverse === undefined) return;
  const isOpen = operator.length === 1;
  const from = isOpen
    ? infix(up ? "-" : "+", context.expression(right), atom("1")).text
    : context.text(right);
  yield {
    edits: [
      { start: start.start, end: start.end, text: from },
      { start: test.start, end: test.end, text: `${name} ${up ? ">=" : "<="} ${context.text(start)}` },
      { start: advance.start, end: advance.end, text: inverse },
    ],
    extra: costs.backwards,
  };
}
