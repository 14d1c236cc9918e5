import { COSTS } from "../../costs.ts";
import { put } from "../../propose/edits.ts";
import { child, descendants, enclosingFunction, enclosingStatement, isValue } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["other-operands"];
const MOST_NAMES = 6;

export const otherOperands: Operator = {
  meta: {
    id: "other-operands",
    title: "Calculate or compare with two other variables",
    why: "A difference, distance or comparison between the wrong two of several related variables.",
    cost: costs.prior,
    kinds: ["binary", "comparison"],
    most: 24,
    examples: [
      {
        language: "javascript",
        before: "function f(low, high, rank) { return low + g * (high - rank); }",
        after: "function f(low, high, rank) { return low + g * (rank - low); }",
      },
      {
        language: "python",
        before: "def f(first, last, at):\n    return g(last - at)",
        after: "def f(first, last, at):\n    return g(at - first)",
      },
      {
        language: "go",
        before: "package p\nfunc f(lo, hi, at int) int { return at + (hi - at) }",
        after: "package p\nfunc f(lo, hi, at int) int { return at + (at - lo) }",
      },
      {
        language: "rust",
        before: "fn f(lo: i32, hi: i32, at: i32) -> i32 { lo + g(hi - at) }",
        after: "fn f(lo: i32, hi: i32, at: i32) -> i32 { lo + g(at - lo) }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a, b):\n    return a - b" },
      { language: "javascript", code: "function f(a, b, c) { return a.x - b[0] + c; }" },
    ],
  },
  *propose(site, context) {
    const [left, right] = [child(site, "left"), child(site, "right")];
    if (left?.kind !== "identifier" || right?.kind !== "identifier" || !isValue(site)) return;
    const known = new Set(context.variables(site).flatMap(({ name, definite }) => (definite ? [name] : [])));
    const own = [context.text(left), context.text(right)] as const;
    const around = enclosingStatement(site) ?? enclosingFunction(site);
    const near = namesIn(around).slice(0, MOST_NAMES);
    const all = [...new Set([...near, ...namesIn(enclosingFunction(site))])].slice(0, MOST_NAMES);
    const code = context.source.slice(left.end, right.start);
    for (const first of all) {
      for (const second of all) {
        const isSwap = first === own[1] && second === own[0];
        if (first === second || first === own[0] || second === own[1] || isSwap) continue;
        const isKnown = near.includes(first) && near.includes(second);
        yield put(site, `${first}${code}${second}`, isKnown ? 0 : costs.elsewhere);
      }
    }

    /** Numbers, as far as is known; a variable that is called or indexed is not a number. */
    function namesIn(node: typeof around): readonly string[] {
      if (node === null) return [];
      const named = descendants(node).filter(
        (each) =>
          each.kind === "identifier" &&
          each.role !== "callee" &&
          each.role !== "object" &&
          each.role !== "name" &&
          each.role !== "property" &&
          known.has(context.text(each)) &&
          (context.kindOf(each) ?? "number") === "number",
      );
      return [...new Set(named.map(context.text))];
    }
  },
};
