import { child, type SyntaxNode } from "../syntax/node.ts";
import type { Context } from "./context.ts";

/** `a.start < b.end and b.start < a.end`, or a condition on the bounds of one value: comparisons joined with "and". */
export interface Bounds {
  readonly left: SyntaxNode;
  readonly right: SyntaxNode;
  /** Whether each compares the same two objects, so that only both comparisons together can be strict or not. */
  readonly isOverlap: boolean;
}

/** Null unless both comparisons order related values, and both are strict or both are not. */
export function boundsOf(site: SyntaxNode, context: Context): Bounds | null {
  if (!/^(?:and|&&)$/.test(site.operators[0]?.text ?? "")) return null;
  const [left, right] = [child(site, "left"), child(site, "right")];
  if (left?.kind !== "comparison" || right?.kind !== "comparison") return null;
  const operators = [...left.operators, ...right.operators].map(({ text }) => text);
  if (operators.length !== 2 || operators.some((each) => !/^[<>]=?$/.test(each))) return null;
  if (operators[0]?.endsWith("=") !== operators[1]?.endsWith("=")) return null;
  const [values, others] = [left, right].map(({ children }) => children.map((each) => context.text(each)));
  if (values?.some((each) => others?.includes(each))) return { left, right, isOverlap: false };
  const [objects, same] = [values, others].map((texts) => texts?.map((each) => each.split(/[.[]/)[0]).sort());
  const isOverlap = objects?.length === 2 && objects[0] !== objects[1] && objects.join() === same?.join();
  return isOverlap ? { left, right, isOverlap } : null;
}

/** Whether this comparison is one of the two of an overlap. */
export function isHalfOfOverlap(comparison: SyntaxNode, context: Context): boolean {
  return comparison.parent?.kind === "logical" && boundsOf(comparison.parent, context)?.isOverlap === true;
}
