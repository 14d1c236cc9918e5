import { ancestors, child, descendants, type SyntaxNode, unwrap } from "../../syntax/node.ts";
import { type Literal, literalAt } from "./literals.ts";
import type { OpenChange, Side } from "./sides.ts";
import { testValues } from "./test-values.ts";

const FEW = 4;
const SMALL = 1000;

/** Part of a table or choice of small numbers or words, most of which are not in the tests: months, digits, units. */
export function isFact({ node }: Literal, side: Side, change: OpenChange): boolean {
  const tests = testValues(change);
  for (const each of ancestors(node)) {
    const keys =
      each.kind === "dict" ? tableKeys(each, side) : each.kind === "switch" ? labels(each, side) : null;
    if (keys === null || keys.length < FEW || !keys.every(isPlain)) continue;
    return keys.filter((one) => tests.has(one)).length * 2 < keys.length;
  }
  return false;
}

function isPlain({ kind, value }: Literal): boolean {
  return kind === "number" ? Math.abs(Number(value)) < SMALL : /^[A-Za-z_]+$/.test(value);
}

function tableKeys(node: SyntaxNode, side: Side): readonly Literal[] | null {
  return all(
    node.children
      .filter((each) => each.kind === "pair")
      .map((each) => child(each, "key"))
      .map((key) => (key === null ? null : keyAt(unwrap(key), side))),
  );
}

function keyAt(node: SyntaxNode, side: Side): Literal | null {
  const isName = node.kind === "name" || node.raw === "property_identifier";
  return isName ? { kind: "string", value: side.text(node), node } : literalAt(node, side);
}

/** Labels with one or more literals; null if a label has structure. */
function labels(node: SyntaxNode, side: Side): readonly Literal[] | null {
  const patterns = descendants(node).filter((each) => LABEL.test(each.raw) || isCaseValue(each));
  if (patterns.some((each) => descendants(each).some(isStructured))) return null;
  return patterns.flatMap((each) => descendants(each)).flatMap((each) => literalAt(each, side) ?? []);
}

const LABEL = /^(?:match_pattern|case_pattern|switch_label)$/;
const STRUCTURED = /^(?:tuple_pattern|list_pattern|slice_pattern|tuple_struct_pattern|range_pattern)$/;

function isStructured({ kind, raw }: SyntaxNode): boolean {
  return STRUCTURED.test(raw) || /^(?:comparison|logical|not|binary|call)$/.test(kind);
}

function isCaseValue({ role, parent }: SyntaxNode): boolean {
  return role === "value" && /^(?:expression_case|switch_case)$/.test(parent?.raw ?? "");
}

function all<T>(values: readonly (T | null)[]): readonly T[] | null {
  const found = values.filter((each) => each !== null);
  return found.length === values.length ? found : null;
}
