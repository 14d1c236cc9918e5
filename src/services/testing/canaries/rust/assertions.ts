import type { Edits } from "../edits.ts";
import { ancestorsBelow, endOf, field, kindOf, startOf } from "../nodes.ts";
import type { Node } from "../parse.ts";
import { literalChange } from "./sides.ts";

/** Changes the expectation of `assert!` and similar macros; false for any other macro. */
export function changeMacro(edits: Edits, macro: Node): boolean {
  const name = field(macro, "macro");
  const tokens = macro.children().find((child) => kindOf(child) === "token_tree");
  if (name === null || tokens === undefined || macro.ancestors().some(isTokens)) return false;
  const sides = splitArguments(tokens);
  const kind = name
    .text()
    .replace(/^(std|core)::/, "")
    .replace(/^debug_/, "");
  if (kind === "assert" && sides[0] !== undefined) {
    edits.insert(sides[0].start, "!(");
    edits.insert(sides[0].end, ")");
    return true;
  }
  if (sides.length < 2) return false;
  if (kind === "assert_ne") return renamed(edits, name, "assert_eq");
  if (kind !== "assert_eq") return false;
  for (const side of [sides[1], sides[0]]) {
    const change = side === undefined ? null : literalChange(side.text);
    if (side === undefined || change === null) continue;
    edits.replaceRange(side.start + change.start, side.start + change.end, change.text);
    return true;
  }
  return renamed(edits, name, "assert_ne");
}

interface Side {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function splitArguments(tokens: Node): Side[] {
  const parts: Node[][] = [[]];
  for (const token of tokens.children().slice(1, -1)) {
    if (kindOf(token) === ",") parts.push([]);
    else parts.at(-1)?.push(token);
  }
  const source = tokens.text();
  const from = startOf(tokens);
  return parts.flatMap((part) => {
    const [head, last] = [part.find((each) => !/comment/.test(kindOf(each))), part.at(-1)];
    if (head === undefined || last === undefined) return [];
    const [start, end] = [startOf(head), endOf(last)];
    return [{ text: source.slice(start - from, end - from), start, end }];
  });
}

function renamed(edits: Edits, name: Node, to: string): true {
  edits.replace(name, name.text().replace(/assert_(eq|ne)$/, to));
  return true;
}

function isTokens(node: Node): boolean {
  return kindOf(node) === "token_tree";
}

/** Whether honest code may be expected to panic here. */
export function isGuarded(macro: Node, owner: Node): boolean {
  return ancestorsBelow(macro, owner).some(
    (each) =>
      kindOf(each) === "call_expression" && /catch_unwind|spawn/.test(field(each, "function")?.text() ?? ""),
  );
}
