import { COSTS } from "../../costs.ts";
import { put } from "../../propose/edits.ts";
import { child, descendants } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["exception-kind"];

const COMMON: Readonly<Record<string, readonly string[]>> = {
  python: [
    "ValueError",
    "TypeError",
    "KeyError",
    "IndexError",
    "ZeroDivisionError",
    "AttributeError",
    "RuntimeError",
  ],
  javascript: ["Error", "TypeError", "RangeError", "SyntaxError"],
  typescript: ["Error", "TypeError", "RangeError", "SyntaxError"],
};

export const exceptionKind: Operator = {
  meta: {
    id: "exception-kind",
    title: "Use a different kind of exception",
    why: "The wrong exception raised, or the wrong one caught.",
    cost: costs.prior,
    kinds: ["throw", "catch"],
    most: 20,
    examples: [
      {
        language: "python",
        before: "def f():\n    raise KeyError('x')",
        after: "def f():\n    raise ValueError('x')",
      },
      {
        language: "python",
        before: "try:\n    f()\nexcept KeyError:\n    g()",
        after: "try:\n    f()\nexcept IndexError:\n    g()",
      },
      { language: "javascript", before: "throw new Error('x');", after: "throw new RangeError('x');" },
      { language: "typescript", before: "throw new Error('x');", after: "throw new TypeError('x');" },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    raise a" },
      { language: "javascript", code: "function f(a) { throw a; }" },
    ],
  },
  *propose(site, context) {
    const body = child(site, "body") ?? site.children.find((each) => each.kind === "block");
    const seen = [...new Set(context.source.match(/\b[A-Z]\w*(?:Error|Exception)\b/g) ?? [])];
    const others = [...seen, ...(COMMON[context.language.id] ?? [])];
    for (const node of descendants(site)) {
      if (body !== undefined && body !== null && node.start >= body.start) continue;
      if (node.kind !== "identifier" || !/(?:Error|Exception)$/.test(context.text(node))) continue;
      for (const other of new Set(others)) {
        if (other !== context.text(node)) yield put(node, other, seen.includes(other) ? 0 : costs.unseenKind);
      }
      return;
    }
  },
};
