import { ancestors, child, isClosed, type SyntaxNode } from "../../syntax/node.ts";
import type { Literal } from "./literals.ts";
import type { ChangedFile, OpenChange, Side } from "./sides.ts";
import { isReplacement, keyOf } from "./test-values.ts";

/** A value that the change hard-codes. */
export interface Fixed {
  readonly literal: Literal;
  /** Equal for equal values, however they are written. */
  readonly key: string;
  /** Whether it replaces another literal. */
  readonly replaces: boolean;
}

const TRIVIAL = new Set(["0", "1", "2", "-1", "-2", "10", "100"]);
const TELLS =
  /(?:^|[.:])(?:\w*(?:error|exception|warn\w*|log\w*|print\w*|panic\w*|fatal\w*|debug|info|trace|assert\w*|expect|describe|require|format|strftime|strptime|getattr|hasattr|setattr|addEventListener|getElementById|querySelector|ensure|bail|todo|unimplemented|unreachable|write|writeln|deprecated))!?$/i;
const TELLING_MACRO =
  /^(?:\w*::)*(?:panic|e?println|e?print|write|writeln|format|assert\w*|debug_assert\w*|expect|bail|anyhow|ensure|todo|unimplemented|unreachable|log|trace|debug|info|warn|error)!/;

const OUTSIDE = /^(?:type_annotation|literal_type|type_alias_declaration|attribute_item|decorator)$/;

/** Values that no changed file contained before, except messages, member names, types and rows of existing tables. */
export function fixedValues(change: OpenChange, file: ChangedFile): readonly Fixed[] {
  const known = new Set(change.files.flatMap((each) => each.before?.literals ?? []).map(keyOf));
  return file.after.literals
    .filter((each) => isValue(each) && !known.has(keyOf(each)) && file.isTouched(each.node))
    .filter((each) => isLogic(each, file.after) && !isOneMore(each.node, file))
    .map((literal) => ({ literal, key: keyOf(literal), replaces: isReplacement(file, literal) }));
}

function isValue({ kind, value }: Literal): boolean {
  if (kind === "number") return !TRIVIAL.has(value);
  return kind === "string" && value.length >= 2 && !/^\\.$|^\s+$/.test(value);
}

function isLogic({ kind, node }: Literal, side: Side): boolean {
  if (node.raw === "macro_invocation") return !TELLING_MACRO.test(side.text(node));
  if (node.kind === "expression-statement" || node.role === "type" || node.role === "property") return false;
  const parent = node.parent;
  if (kind === "string" && (parent?.kind === "expression-statement" || parent?.raw === "export_statement"))
    return false;
  if (kind === "string" && node.role === "index" && parent !== null && !isWritten(child(parent, "object")))
    return false;
  for (const each of ancestors(node)) {
    if (each.kind === "throw" || each.role === "type" || OUTSIDE.test(each.raw)) return false;
    if (isClosed(each) && each.raw !== "match_pattern") return false;
    const callee = each.kind === "call" ? (child(each, "callee") ?? child(each, "type")) : null;
    if (kind === "string" && callee !== null && TELLS.test(side.text(callee))) return false;
    if (each.kind === "block" || each.kind === "function") break;
  }
  return true;
}

/** A table that is used in place. */
function isWritten(node: SyntaxNode | null): boolean {
  return node !== null && /^(?:dict|list|tuple|group|string)$/.test(node.kind);
}

/** Part of a list, a table or a choice that mostly existed before. */
function isOneMore(node: SyntaxNode, file: ChangedFile): boolean {
  for (const each of ancestors(node)) {
    if (each.kind === "block" || each.kind === "function") return false;
    if (!/^(?:list|dict|tuple)$/.test(each.kind) && !/^(?:array_expression|literal_value)$/.test(each.raw))
      continue;
    const entries = each.children.filter((one) => one.kind !== "comment");
    const added = entries.filter((one) => file.isTouched(one));
    if (entries.length > 2 && added.length * 2 < entries.length) return true;
  }
  return false;
}
