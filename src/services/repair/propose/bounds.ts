import { child, operatorOf, type SyntaxNode } from "../syntax/node.ts";
import type { Context } from "./context.ts";

/**
 * Whether a comparison is one of the two of an overlap, `a.start < b.end and b.start < a.end`: each compares the same
 * two objects, so only both comparisons together can be strict or not.
 */
export function isHalfOfOverlap({ parent }: SyntaxNode, context: Context): boolean {
  if (parent?.kind !== "logical" || !/^(?:and|&&)$/.test(operatorOf(parent))) return false;
  const [left, right] = [child(parent, "left"), child(parent, "right")];
  if (left?.kind !== "comparison" || right?.kind !== "comparison") return false;
  const operators = [...left.operators, ...right.operators].map(({ text }) => text);
  if (operators.length !== 2 || operators.some((each) => !/^[<>]=?$/.test(each))) return false;
  if (operators[0]?.endsWith("=") !== operators[1]?.endsWith("=")) return false;
  const [values = [], others = []] = [left, right].map((each) => each.children.map(context.text));
  if (values.some((each) => others.includes(each))) return false;
  const [objects = [], same = []] = [values, others].map((texts) =>
    texts.map((each) => each.split(/[.[]/)[0]).sort(),
  );
  return objects.length === 2 && objects[0] !== objects[1] && objects.join() === same.join();
}
