import { type Context, isScript } from "../propose/context.ts";
import type { Change } from "../syntax/change.ts";
import { enclosingFunction, isValue, type SyntaxNode } from "../syntax/node.ts";
import { at, type Slip } from "./slip.ts";

const WHY = "the old value is read and then replaced, although the new one should be added to it";

const python: Slip = {
  language: "python",
  why: WHY,
  chance: "shown",
  kinds: ["identifier"],
  examples: [
    [
      "def f(d, k, price, n):\n    old_price, old_n = d[k]\n    d[k] = (price, n)\n",
      "def f(d, k, price, n):\n    old_price, old_n = d[k]\n    d[k] = (price, old_n + n)\n",
    ],
    [
      "def f(d, k, n):\n    current_n = d.get(k, 0)\n    d[k] = n\n",
      "def f(d, k, n):\n    current_n = d.get(k, 0)\n    d[k] = current_n + n\n",
    ],
  ],
  leaves: ["def f(d, k, n):\n    old_n = d[k]\n    d[k] = old_n + n\n", "def f(old_n, n):\n    d = [n]\n"],
  correct: added,
};

const javascript: Slip = {
  language: "javascript",
  why: WHY,
  chance: "shown",
  kinds: ["identifier"],
  examples: [
    [
      "function f(m, k, count) { const oldCount = m.get(k); m.set(k, count); }",
      "function f(m, k, count) { const oldCount = m.get(k); m.set(k, oldCount + count); }",
    ],
  ],
  leaves: ["function f(n) { const oldN = g(n); h(oldN, n); }"],
  correct: added,
};

const PREFIXES = ["old", "prev", "previous", "current", "existing", "last"];

function* added(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const owner = enclosingFunction(site);
  if (
    owner === null ||
    !isValue(site) ||
    !/^(?:arguments|tuple|list|assign|pair)$/.test(site.parent?.kind ?? "")
  )
    return;
  const text = context.text(owner);
  const name = context.text(site);
  const names = PREFIXES.map((each) =>
    isScript(context) ? `${each}${name.slice(0, 1).toUpperCase()}${name.slice(1)}` : `${each}_${name}`,
  );
  for (const old of names) {
    const uses = [...text.matchAll(new RegExp(`\\b${old}\\b`, "g"))];
    const declared = /^(?:, \w+)*\]? = [^\n]*[.[(]/.test(text.slice((uses[0]?.index ?? 0) + old.length));
    const isBefore = uses[0] !== undefined && owner.start + uses[0].index < site.start;
    if (uses.length === 1 && declared && isBefore) yield [at(site, `${old} + ${name}`)];
  }
}

export const oldValueSlips: readonly Slip[] = [python, javascript];
