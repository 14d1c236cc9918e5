import type { Context } from "../propose/context.ts";
import { child, type SyntaxNode } from "../syntax/node.ts";
import { at, type Change, type Slip } from "./slip.ts";

const WHY = "both bounds of a range, or both conditions of an overlap, that include or exclude their end";

/** `a <= b and c <= d` → `a < b and c < d`, and the other way around. */
function* twoBounds(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  if (!/^(?:and|&&)$/.test(site.operators[0]?.text ?? "")) return;
  const [left, right] = [child(site, "left"), child(site, "right")];
  if (left?.kind !== "comparison" || right?.kind !== "comparison") return;
  const [first, second] = [left.operators[0], right.operators[0]];
  if (left.operators.length !== 1 || right.operators.length !== 1 || !first || !second) return;
  if (!/^[<>]=?$/.test(first.text) || !/^[<>]=?$/.test(second.text)) return;
  if (first.text.endsWith("=") !== second.text.endsWith("=") || !areRelated(left, right, context)) return;
  yield [first, second].map((token) =>
    at(token, token.text.endsWith("=") ? token.text.slice(0, 1) : `${token.text}=`),
  );
}

/** Whether the comparisons share a value, or each compares the same two objects. */
function areRelated(left: SyntaxNode, right: SyntaxNode, context: Context): boolean {
  const [values, others] = [left, right].map(({ children }) => children.map((each) => context.text(each)));
  if (values?.some((each) => others?.includes(each))) return true;
  const [objects, same] = [values, others].map((texts) => texts?.map((each) => each.split(/[.[]/)[0]).sort());
  return objects?.length === 2 && objects[0] !== objects[1] && objects.join() === same?.join();
}

function slip(language: string, examples: Slip["examples"], leaves: readonly string[]): Slip {
  const rest = { kinds: ["logical"], correct: twoBounds } as const;
  return { language, why: WHY, chance: "likely", examples, leaves, ...rest };
}

export const twoBoundSlips: readonly Slip[] = [
  slip(
    "python",
    [
      ["x = a.start <= b.end and b.start <= a.end", "x = a.start < b.end and b.start < a.end"],
      ["x = n > low and n < high", "x = n >= low and n <= high"],
    ],
    ["x = a < b and c < d", "x = n > low or n < high"],
  ),
  slip(
    "javascript",
    [["x = a.from <= b.to && b.from <= a.to;", "x = a.from < b.to && b.from < a.to;"]],
    ["x = n >= low && n === high;"],
  ),
  slip(
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
