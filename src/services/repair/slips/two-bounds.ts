import { boundsOf } from "../propose/bounds.ts";
import type { Context } from "../propose/context.ts";
import type { Change } from "../syntax/change.ts";
import type { SyntaxNode } from "../syntax/node.ts";
import { at, type Chance, type Slip } from "./slip.ts";

const RANGE = "both bounds of a range that include or exclude their end";
const OVERLAP = "both conditions of an overlap that include or exclude the end";

/** `a <= b and c <= d` → `a < b and c < d`, and the other way around. */
function* bothBounds(site: SyntaxNode, context: Context, ofOverlap: boolean): Generator<readonly Change[]> {
  const bounds = boundsOf(site, context);
  if (bounds?.isOverlap !== ofOverlap) return;
  const operators = [...bounds.left.operators, ...bounds.right.operators];
  yield operators.map((token) =>
    at(token, token.text.endsWith("=") ? token.text.slice(0, 1) : `${token.text}=`),
  );
}

const ofRanges = slip(RANGE, "likely", false);
const ofOverlaps = slip(OVERLAP, "shown", true);

function slip(why: string, chance: Chance, ofOverlap: boolean) {
  return (language: string, examples: Slip["examples"], leaves: readonly string[]): Slip => ({
    ...{ language, why, chance, examples, leaves },
    kinds: ["logical"],
    correct: (site, context) => bothBounds(site, context, ofOverlap),
  });
}

export const twoBoundSlips: readonly Slip[] = [
  ofOverlaps(
    "python",
    [["x = a.start <= b.end and b.start <= a.end", "x = a.start < b.end and b.start < a.end"]],
    ["x = a < b and c < d"],
  ),
  ofRanges(
    "python",
    [["x = n > low and n < high", "x = n >= low and n <= high"]],
    ["x = n > low or n < high"],
  ),
  ofOverlaps(
    "javascript",
    [["x = a.from <= b.to && b.from <= a.to;", "x = a.from < b.to && b.from < a.to;"]],
    ["x = a.from <= b.to && b.from < a.to;"],
  ),
  ofRanges(
    "javascript",
    [["x = n >= low && n <= high;", "x = n > low && n < high;"]],
    ["x = n >= low && n === high;"],
  ),
  ofOverlaps(
    "go",
    [
      [
        "package p\nfunc f(a, b span) bool { return a.from <= b.to && b.from <= a.to }",
        "package p\nfunc f(a, b span) bool { return a.from < b.to && b.from < a.to }",
      ],
    ],
    [],
  ),
  ofRanges(
    "go",
    [
      [
        "package p\nfunc f(n, low, high int) bool { return n > low && n < high }",
        "package p\nfunc f(n, low, high int) bool { return n >= low && n <= high }",
      ],
    ],
    ["package p\nfunc f(n, low, high int) bool { return n > low || n < high }"],
  ),
];
