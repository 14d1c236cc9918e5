import { COSTS } from "../../costs.ts";
import { type Context, fits } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import { child, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["augmented-operator"];

const NEAR: Readonly<Record<string, readonly string[]>> = {
  "+=": ["-=", "*="],
  "-=": ["+="],
  "*=": ["+=", "/=", "//="],
  "/=": ["*=", "//=", "-="],
  "//=": ["/=", "%="],
  "%=": ["/=", "//="],
  "&=": ["|=", "^="],
  "|=": ["&=", "^="],
  "^=": ["&=", "|="],
  "<<=": [">>="],
  ">>=": ["<<="],
};

export const augmentedOperator: Operator = {
  meta: {
    id: "augmented-operator",
    title: "Change how a variable is updated",
    why: "An accumulator that subtracts instead of adding, assigns instead of accumulating, or counts the wrong way.",
    cost: costs.prior,
    kinds: ["augment", "update", "assign", "call"],
    most: 16,
    examples: [
      { language: "python", before: "n ^= n - 1", after: "n &= n - 1" },
      { language: "python", before: "total += x", after: "total = x" },
      { language: "python", before: "total = x", after: "total += x" },
      {
        language: "python",
        before:
          "def f(xs):\n    rank = 0\n    for at, x in enumerate(xs, 1):\n        rank += 1\n        g(rank, x)",
        after:
          "def f(xs):\n    rank = 0\n    for at, x in enumerate(xs, 1):\n        rank = at\n        g(rank, x)",
      },
      {
        language: "python",
        before:
          "def f(xs):\n    rank = 0\n    for at, x in enumerate(xs):\n        rank += 1\n        g(rank, at, x)",
        after:
          "def f(xs):\n    rank = 0\n    for at, x in enumerate(xs):\n        rank = at + 1\n        g(rank, at, x)",
      },
      { language: "javascript", before: "n -= 1;", after: "n += 1;" },
      {
        language: "javascript",
        before: "totals.set(key, n);",
        after: "totals.set(key, (totals.get(key) ?? 0) + n);",
      },
      { language: "javascript", before: "i++;", after: "i--;" },
      { language: "typescript", before: "n *= 2;", after: "n += 2;" },
      { language: "go", before: "package p\nfunc f() { n -= 1 }", after: "package p\nfunc f() { n += 1 }" },
      { language: "rust", before: "fn f() { n -= 1; }", after: "fn f() { n += 1; }" },
      {
        language: "java",
        before: "class A { void f() { n -= 1; } }",
        after: "class A { void f() { n += 1; } }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(c):\n    a, b = c\n    return a" },
      { language: "javascript", code: "function f(b) { const a = b; return g(a); }" },
    ],
  },
  *propose(site, context) {
    if (site.kind === "call") return yield* gather(site, context);
    const token = site.operators[0];
    if (site.kind === "assign") return yield* accumulate(site, context);
    if (token === undefined) return;
    if (token.text === "++") return yield put(token, "--");
    if (token.text === "--") return yield put(token, "++");
    const family = context.language.families.augmented;
    const near = (NEAR[token.text] ?? []).filter((each) => family.includes(each));
    for (const [index, operator] of near.entries()) yield put(token, operator, index * costs.perNear);
    yield put(token, "=", costs.plainAssignment);
    yield* fromOther(site, token.text.slice(0, -1), context);
    for (const operator of family) {
      if (operator !== token.text && !near.includes(operator)) yield put(token, operator, costs.distant);
    }
  },
};

/**
 * `rank += 1` → `rank = position` and `rank = index + 1`: a value that is derived from another one. A variable that is
 * set and never read is the likeliest.
 */
function* fromOther(site: SyntaxNode, operator: string, context: Context): Generator<SitePatch> {
  const [target, value] = [child(site, "target"), child(site, "value")];
  if (target === null || value === null) return;
  const kind = context.kindOf(target);
  const assigned = { text: "", start: target.end, end: site.end };
  const own = context.text(target);
  for (const { name, unused, definite, distance, kind: offered } of context.variables(site)) {
    if (name === own || !definite || offered === "function" || !fits(kind, offered)) continue;
    if (name === context.text(value) || (distance > 0 && !unused)) continue;
    const cost = costs.plainAssignment + (unused ? costs.unusedValue : costs.otherVariable);
    yield put(assigned, ` = ${name}`, cost);
    yield put(assigned, ` = ${name} ${operator} ${context.text(value)}`, cost - costs.updated);
  }
}

/** `totals.set(key, n)` → `totals.set(key, (totals.get(key) ?? 0) + n)`. */
function* gather(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const callee = child(site, "callee");
  const object = callee?.kind === "attribute" ? child(callee, "object") : null;
  const property = callee?.kind === "attribute" ? child(callee, "property") : null;
  const [key, value] = child(site, "arguments")?.children ?? [];
  if (object === null || property === null || key === undefined || value === undefined) return;
  if (context.text(property) !== "set" || context.language.id === "java") return;
  if (context.text(value).includes(`${context.text(object)}.get(`)) return;
  const before = `(${context.text(object)}.get(${context.text(key)}) ?? 0)`;
  yield put(value, `${before} + ${context.text(value)}`, costs.addToEarlier);
}

/** `total = x` → `total += x`, for plain assignments to an existing variable. */
function* accumulate(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const target = child(site, "target");
  const value = child(site, "value");
  if (target === null || value === null || target.kind === "tuple" || site.parent?.kind === "declaration")
    return;
  if (site.parent?.kind !== "expression-statement" && site.parent?.kind !== "block") return;
  const between = context.source.slice(target.end, value.start);
  const at = between.indexOf("=");
  if (between.trim() !== "=") return;
  const start = target.end + at;
  for (const [index, operator] of ["+=", "-=", "*="].entries()) {
    yield put(
      { text: "=", start, end: start + 1 },
      operator,
      costs.fromAssignment + index * costs.perOperator,
    );
  }
}
