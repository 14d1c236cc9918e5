import {
  ancestors,
  child,
  descendants,
  enclosingFunction,
  operatorOf,
  type SyntaxNode,
  unwrap,
} from "../../syntax/node.ts";
import { type Literal, literalAt } from "./literals.ts";
import type { Side } from "./sides.ts";
import { isBase } from "./test-values.ts";

/** A value that is compared with a literal, and what happens if they are equal. */
export interface Branch {
  /** The position of the literal. */
  readonly node: SyntaxNode;
  readonly subject: string;
  readonly keys: readonly Literal[];
  /** Literals that the branch returns; null if it computes something. */
  readonly outcome: readonly Literal[] | null;
  readonly owner: SyntaxNode | null;
}

const EQUAL = /^(?:==|===|is)$/;
const UNEQUAL = /^(?:!=|!==|is not)$/;
const CASES = new Set([
  "switch_case",
  "expression_case",
  "case_clause",
  "match_arm",
  "switch_block_statement_group",
  "switch_rule",
]);

/** Every branch of the file that depends on equality with literals. */
export function branchesOf(side: Side): readonly Branch[] {
  return descendants(side.tree).flatMap((node) => {
    if (CASES.has(node.raw)) return caseBranch(node, side);
    if (node.kind !== "comparison" && node.kind !== "call") return [];
    const compared = node.kind === "comparison" ? comparison(node, side) : equalsCall(node, side);
    if (compared === null) return [];
    const chosen = chosenBy(node);
    if (chosen !== null && isThrow(chosen)) return [];
    const outcome = isCounted(node) ? [] : chosen === null ? null : constantAnswer(chosen, side);
    return [{ node, ...compared, outcome, owner: enclosingFunction(node) }];
  });
}

/** Branches that compare the same value with a literal of the same kind: the rest of a chain of cases. */
export function likeIn(branches: readonly Branch[], { subject, keys: [key] }: Branch): readonly Branch[] {
  return branches.filter(
    (each) => each.subject === subject && each.keys.some((one) => !isBase(one) && one.kind === key?.kind),
  );
}

function comparison(node: SyntaxNode, side: Side): Pick<Branch, "subject" | "keys"> | null {
  const operator = node.operators.map((each) => each.text).join(" ");
  const [left, right] = node.children.map(unwrap);
  if (left === undefined || right === undefined || node.children.length !== 2) return null;
  const isSingle = operator === "in" && right.children.length === 1;
  if (!EQUAL.test(operator) && !UNEQUAL.test(operator) && !isSingle) return null;
  for (const [literal, subject] of [
    [right, left],
    [left, right],
  ] as const) {
    const keys = constantsIn(literal, side);
    if (keys === null || constantsIn(subject, side) !== null || isComputed(subject)) continue;
    return { subject: side.text(subject), keys };
  }
  return null;
}

/** `name.equals("x")`, `reflect.DeepEqual(a, b)`. */
function equalsCall(node: SyntaxNode, side: Side): Pick<Branch, "subject" | "keys"> | null {
  const callee = child(node, "callee");
  const name = side.text(callee);
  if (!/(?:^|\.)(?:equals|equalsIgnoreCase|DeepEqual|EqualFold|isDeepStrictEqual|is)$/.test(name))
    return null;
  const given = child(node, "arguments")?.children.map(unwrap) ?? [];
  const keys = given.flatMap((each) => constantsIn(each, side) ?? []);
  return keys.length === 0 ? null : { subject: name, keys };
}

function caseBranch(node: SyntaxNode, side: Side): readonly Branch[] {
  const isBody = (each: SyntaxNode) =>
    each.role === "body" ||
    (each.role === null &&
      each.raw !== "case_pattern" &&
      each.raw !== "match_pattern" &&
      each.raw !== "switch_label");
  const patterns = node.children.filter(
    (each) => each.role === "value" || /^(?:case_pattern|match_pattern|switch_label)$/.test(each.raw),
  );
  const pattern = node.raw === "match_arm" ? patterns.slice(0, 1) : patterns;
  const keys = pattern.flatMap((each) =>
    side.literals.filter((one) => each.start <= one.node.start && one.node.end <= each.end),
  );
  if (keys.length === 0) return [];
  const bodies =
    node.raw === "match_arm"
      ? node.children.slice(1)
      : node.children.filter((each) => isBody(each) && !pattern.includes(each));
  const last = bodies.findLast((each) => each.kind !== "break" && each.kind !== "comment");
  const choice = [...ancestors(node)].find((each) => each.kind === "switch");
  const value = choice === undefined ? null : (child(choice, "value") ?? choice.children[0]);
  return [
    {
      node: pattern[0] ?? node,
      subject: side.text(value && unwrap(value)),
      keys,
      outcome: last === undefined ? null : constantAnswer(last, side),
      owner: enclosingFunction(node),
    },
  ];
}

/** `n % 15`, `a + b`: a property of the value rather than the value itself. */
function isComputed(subject: SyntaxNode): boolean {
  return descendants(subject).some((each) => each.kind === "binary");
}

/** What is executed or returned if a comparison is true: a branch, or the other operand of an `and`. */
function chosenBy(node: SyntaxNode): SyntaxNode | null {
  const isUnequal = UNEQUAL.test(operatorOf(node));
  let below = node;
  for (const each of ancestors(node)) {
    if ((each.kind === "if" || each.kind === "conditional") && below.role === "condition")
      return isUnequal ? otherwiseOf(each) : (child(each, "body") ?? child(each, "consequent"));
    const isFirst = each.kind === "logical" && each.children[0] === below;
    if (isFirst && /^(?:and|&&)$/.test(operatorOf(each)) && isLiteral(each.children[1]))
      return each.children[1] ?? null;
    if (each.kind === "block" || each.kind === "function") return null;
    below = each;
  }
  return null;
}

/** What happens if the condition fails: the other branch, or the following code. */
function otherwiseOf(choice: SyntaxNode): SyntaxNode | null {
  const branch = child(choice, "otherwise") ?? child(choice, "alternative");
  if (branch !== null) return branch;
  const beside = choice.parent?.children ?? [];
  return beside[beside.indexOf(choice) + 1] ?? null;
}

/** A truth value used as a number: `n + 6 * (n == 7)`. */
function isCounted(node: SyntaxNode): boolean {
  const around = [...ancestors(node)].find((each) => each.kind !== "group");
  return around?.kind === "binary";
}

function isLiteral(node: SyntaxNode | undefined): boolean {
  return node !== undefined && (node.kind === "number" || node.kind === "string");
}

function isThrow(branch: SyntaxNode): boolean {
  const last = branch.kind === "block" ? branch.children.at(-1) : branch;
  return last?.kind === "throw";
}

/** Literals that a branch returns or assigns, null if it does anything else. */
function constantAnswer(branch: SyntaxNode, side: Side): readonly Literal[] | null {
  if (branch.kind === "block") {
    const last = branch.children.findLast((each) => each.kind !== "comment" && each.kind !== "break");
    return last === undefined ? null : constantAnswer(last, side);
  }
  if (branch.kind === "return" || branch.kind === "expression-statement" || branch.kind === "else") {
    const [only] = branch.children;
    return only === undefined ? null : constantAnswer(only, side);
  }
  if (branch.kind === "assign" || branch.kind === "declaration") {
    const value = child(branch, "value");
    return value === null ? null : constantsIn(unwrap(value), side);
  }
  return constantsIn(unwrap(branch), side);
}

/** Literals of an expression that consists only of literals, including lists, tuples and tables of them. */
export function constantsIn(node: SyntaxNode, side: Side): readonly Literal[] | null {
  const literal = literalAt(node, side);
  if (literal !== null) return [literal];
  const owned = ownedText(node, side);
  if (owned !== null) return constantsIn(owned, side);
  const isWrapper =
    /^(?:list|tuple|dict|pair|unary|group|arguments)$/.test(node.kind) ||
    /^(?:array_expression|composite_literal|literal_element)$/.test(node.raw);
  const isConversion =
    node.kind === "call" &&
    /^(?:String\.from|Some|Ok|Err|Decimal|tuple|list|set|vec!)$/.test(
      side.text(child(node, "callee") ?? node),
    );
  const parts = isConversion
    ? (child(node, "arguments")?.children ?? [])
    : node.children.filter((each) => each.role !== "type");
  if ((!isWrapper && !isConversion) || parts.length === 0) return null;
  const found = parts.map((each) => constantsIn(each, side));
  return found.every((each) => each !== null) ? found.flat() : null;
}

/** `"IV".to_string()` is the string itself. */
function ownedText(node: SyntaxNode, side: Side): SyntaxNode | null {
  const callee = node.kind === "call" ? child(node, "callee") : null;
  const method = side.text(callee);
  if (!/(?:^|\.)(?:to_string|to_owned|into|to_vec)$/.test(method)) return null;
  return child(node, "object") ?? (callee === null ? null : child(callee, "object"));
}
