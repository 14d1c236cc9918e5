import { BRANCH, COMMON_SHAPES, sortPrefix } from "./braces.ts";
import type { OpenNode, Shape } from "./language.ts";

export const RUST_SHAPES: Readonly<Record<string, Shape>> = {
  ...COMMON_SHAPES,
  source_file: { kind: "module" },
  use_declaration: { kind: "import" },
  attribute_item: { kind: "closed" },
  struct_item: { kind: "closed" },
  enum_item: { kind: "closed" },
  type_item: { kind: "closed" },
  macro_definition: { kind: "closed" },
  mod_item: { kind: "other", roles: { name: "name", body: "body" }, finish: testModule },
  function_item: {
    kind: "function",
    roles: { name: "name", parameters: "parameters", body: "body", type: "return_type" },
  },
  field_declaration: { kind: "declaration", roles: { target: "name", type: "type" } },
  closure_expression: { kind: "lambda", roles: { parameters: "parameters", body: "body" } },
  closure_parameters: { kind: "parameters" },
  parameters: { kind: "parameters" },
  parameter: { kind: "parameter", roles: { name: "pattern", type: "type" } },
  block: { kind: "block" },
  let_declaration: { kind: "assign", roles: { target: "pattern", value: "value", type: "type" } },
  const_item: { kind: "assign", roles: { target: "name", value: "value", type: "type" } },
  static_item: { kind: "assign", roles: { target: "name", value: "value", type: "type" } },
  assignment_expression: { kind: "assign", roles: { target: "left", value: "right" } },
  compound_assignment_expr: { kind: "augment", roles: { target: "left", value: "right" }, operators: true },
  return_expression: { kind: "return" },
  if_expression: BRANCH,
  else_clause: { kind: "else" },
  while_expression: { kind: "while", roles: { condition: "condition", body: "body" } },
  loop_expression: { kind: "while", roles: { body: "body" } },
  for_expression: { kind: "for-each", roles: { target: "pattern", iterable: "value", body: "body" } },
  break_expression: { kind: "break" },
  continue_expression: { kind: "continue" },
  match_expression: { kind: "switch", roles: { value: "value" } },
  match_pattern: { kind: "other", roles: { condition: "condition" }, finish: guardedPattern },
  range_expression: { kind: "binary", operators: true },
  unary_expression: { kind: "unary", operators: true, finish: sortPrefix },
  call_expression: { kind: "call", roles: { callee: "function", arguments: "arguments" } },
  arguments: { kind: "arguments" },
  field_identifier: { kind: "name" },
  type_identifier: { kind: "name" },
  primitive_type: { kind: "name" },
  generic_type: { kind: "closed" },
  reference_type: { kind: "closed" },
  scoped_identifier: { kind: "other", leaf: true },
  macro_invocation: { kind: "other", roles: { name: "macro" }, finish: expressionMacro },
  field_expression: { kind: "attribute", roles: { object: "value", property: "field" } },
  index_expression: { kind: "subscript", finish: indexed },
  integer_literal: { kind: "number" },
  float_literal: { kind: "number" },
  string_literal: { kind: "string", leaf: true },
  char_literal: { kind: "other", leaf: true },
  boolean_literal: { kind: "boolean" },
  array_expression: { kind: "other" },
  tuple_expression: { kind: "tuple" },
  tuple_pattern: { kind: "tuple" },
  await_expression: { kind: "await" },
  line_comment: { kind: "comment", leaf: true },
  block_comment: { kind: "comment", leaf: true },
};

const COMPOUND_PATTERN = /^(?:range_pattern|or_pattern|tuple_pattern|tuple_struct_pattern)$/;

/** The guard of a match arm is code; of its pattern, only the literals can be edited. */
function guardedPattern(node: OpenNode): void {
  for (const each of node.children) if (each.role !== "condition") closePattern(each as unknown as OpenNode);
}

function closePattern(node: OpenNode): void {
  if (COMPOUND_PATTERN.test(node.raw)) {
    node.kind = "other";
    for (const each of node.children) closePattern(each as unknown as OpenNode);
    return;
  }
  if (!/_literal$/.test(node.raw)) node.kind = "closed";
}

/** Unit tests are next to the code under test and must not be changed. */
function testModule(node: OpenNode, text: () => string): void {
  if (/^(?:pub\s+)?mod\s+tests?\b/.test(text())) node.kind = "closed";
}

/** The tokens of macros whose arguments are plain values are code; those of other macros are not. */
function expressionMacro(node: OpenNode, text: () => string): void {
  if (!/^(?:vec|format|write|writeln|print|println)!/.test(text())) node.children.splice(0);
}

function indexed(node: OpenNode): void {
  const [object, index] = node.children as { role: string | null }[];
  if (object !== undefined) object.role = "object";
  if (index !== undefined) index.role = "index";
}
