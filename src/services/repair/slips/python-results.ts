import { child, enclosingFunction } from "../syntax/node.ts";
import { properOverlap } from "./overlap.ts";
import { at, before, type Slip } from "./slip.ts";

const nestedGenerator: Slip = {
  language: "python",
  why: "a generator that yields another one instead of its items",
  chance: "shown",
  kinds: ["yield"],
  examples: [
    [
      "def f(xs):\n    for x in xs:\n        yield f(x)\n",
      "def f(xs):\n    for x in xs:\n        yield from f(x)\n",
    ],
  ],
  leaves: ["def f(xs):\n    for x in xs:\n        yield x\n"],
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const name = owner === null ? null : child(owner, "name");
    if (name === null || !context.text(site).startsWith(`yield ${context.text(name)}(`)) return;
    yield [before(site.start + "yield".length, " from")];
  },
};

const containedSpan: Slip = {
  language: "python",
  why: "a span that contains another one neither starts nor ends inside it",
  chance: "shown",
  kinds: ["logical"],
  examples: [
    ["x = (a >= c and a < d) or (b > c and b <= d)", "x = a < d and c < b"],
    ["x = c <= a < d or c < b <= d", "x = a < d and c < b"],
  ],
  leaves: ["x = (a >= c and a < d) or (b > e and b <= d)"],
  *correct(site, context) {
    const proper = properOverlap(context.text(site));
    if (proper !== null) yield [at(site, proper)];
  },
};

export const pythonResultSlips: readonly Slip[] = [nestedGenerator, containedSpan];
