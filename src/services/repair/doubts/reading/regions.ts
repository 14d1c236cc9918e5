import { ancestors, child, type SyntaxNode } from "../../syntax/node.ts";
import type { Side } from "./sides.ts";

const ASKS =
  /(?:^|[.:])(?:get|has|contains|Contains|ContainsAny|includes|indexOf|find|index|startswith|endswith|startsWith|endsWith|starts_with|ends_with|HasPrefix|HasSuffix|binary_search|contains_key|containsKey|equals|match|fullmatch|Index\w*)$/;
const ENDS = new Set(["block", "function", "lambda", "throw", "module"]);
const DECIDES = new Set(["comparison", "logical", "not"]);

/** The condition, choice or lookup that depends on a value: the outermost one in its statement. */
export function regionOf(node: SyntaxNode, side: Side): SyntaxNode | null {
  if (node.raw === "macro_invocation") return side.text(node).startsWith("matches!") ? node : null;
  let [region, below]: [SyntaxNode | null, SyntaxNode] = [null, node];
  for (const each of ancestors(node)) {
    if (isLabel(each, below)) return choiceAround(each);
    if (ENDS.has(each.kind)) break;
    if (decides(each, side) || below.role === "condition") region = each.kind === "if" ? below : each;
    below = each;
  }
  return region;
}

function decides(node: SyntaxNode, side: Side): boolean {
  if (DECIDES.has(node.kind) || node.kind === "conditional") return true;
  const callee = node.kind === "call" ? child(node, "callee") : null;
  if (callee !== null) return ASKS.test(side.text(callee));
  const object = node.kind === "subscript" ? child(node, "object") : null;
  return object !== null && /^(?:dict|list|tuple|group)$/.test(object.kind);
}

/** `case 7:` in any language. */
function isLabel(node: SyntaxNode, below: SyntaxNode): boolean {
  if (/^(?:match_pattern|case_pattern|switch_label)$/.test(node.raw)) return true;
  return /^(?:expression_case|switch_case)$/.test(node.raw) && below.role === "value";
}

function choiceAround(node: SyntaxNode): SyntaxNode {
  return [...ancestors(node)].find((each) => each.kind === "switch") ?? node;
}
