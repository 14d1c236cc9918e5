import { BRANCH } from "./braces.ts";
import type { OpenNode, Shape } from "./language.ts";

const COMPARISONS = new Set(["<", "<=", ">", ">=", "==", "!=", "===", "!==", "in", "instanceof"]);
const LOGICALS = new Set(["&&", "||", "??"]);
const ROUTINE = { name: "name", parameters: "parameters", body: "body", type: "return_type" } as const;

export const JAVASCRIPT_SHAPES: Readonly<Record<string, Shape>> = {
  program: { kind: "module" },
  function_declaration: { kind: "function", roles: ROUTINE },
  generator_function_declaration: { kind: "function", roles: ROUTINE },
  function_expression: { kind: "function", roles: ROUTINE },
  generator_function: { kind: "function", roles: ROUTINE },
  method_definition: { kind: "function", roles: ROUTINE },
  arrow_function: { kind: "lambda", roles: { parameters: "parameters", body: "body" }, finish: arrow },
  formal_parameters: { kind: "parameters" },
  assignment_pattern: { kind: "parameter", roles: { name: "left", value: "right" } },
  rest_pattern: { kind: "parameter" },
  class_declaration: { kind: "class", roles: { name: "name", body: "body" } },
  class: { kind: "class", roles: { name: "name", body: "body" } },
  field_definition: { kind: "declaration", roles: { target: "property", value: "value" } },
  statement_block: { kind: "block" },
  expression_statement: { kind: "expression-statement" },
  lexical_declaration: { kind: "declaration" },
  variable_declaration: { kind: "declaration" },
  variable_declarator: { kind: "assign", roles: { target: "name", value: "value", type: "type" } },
  assignment_expression: { kind: "assign", roles: { target: "left", value: "right" } },
  augmented_assignment_expression: {
    kind: "augment",
    roles: { target: "left", value: "right" },
    operators: true,
  },
  update_expression: { kind: "update", roles: { target: "argument" }, operators: true },
  return_statement: { kind: "return" },
  yield_expression: { kind: "yield" },
  if_statement: BRANCH,
  else_clause: { kind: "else" },
  while_statement: { kind: "while", roles: { condition: "condition", body: "body" } },
  do_statement: { kind: "while", roles: { condition: "condition", body: "body" } },
  for_statement: {
    kind: "for-classic",
    roles: { initial: "initializer", condition: "condition", advance: "increment", body: "body" },
  },
  for_in_statement: { kind: "for-each", roles: { target: "left", iterable: "right", body: "body" } },
  break_statement: { kind: "break" },
  continue_statement: { kind: "continue" },
  throw_statement: { kind: "throw" },
  try_statement: { kind: "try", roles: { body: "body" } },
  catch_clause: { kind: "catch", roles: { target: "parameter", body: "body" } },
  switch_statement: { kind: "switch", roles: { value: "value" } },
  switch_case: { kind: "block", roles: { value: "value" } },
  switch_default: { kind: "block" },
  import_statement: { kind: "import" },
  binary_expression: {
    kind: "binary",
    roles: { left: "left", right: "right" },
    operators: true,
    finish: sort,
  },
  unary_expression: { kind: "unary", roles: { operand: "argument" }, operators: true, finish: sortUnary },
  ternary_expression: {
    kind: "conditional",
    roles: { condition: "condition", consequent: "consequence", otherwise: "alternative" },
  },
  call_expression: { kind: "call", roles: { callee: "function", arguments: "arguments" } },
  new_expression: { kind: "call", roles: { callee: "constructor", arguments: "arguments" } },
  arguments: { kind: "arguments" },
  identifier: { kind: "identifier" },
  this: { kind: "other" },
  property_identifier: { kind: "name" },
  private_property_identifier: { kind: "name" },
  shorthand_property_identifier: { kind: "name" },
  shorthand_property_identifier_pattern: { kind: "name" },
  member_expression: { kind: "attribute", roles: { object: "object", property: "property" } },
  subscript_expression: { kind: "subscript", roles: { object: "object", index: "index" } },
  number: { kind: "number" },
  string: { kind: "string", leaf: true },
  template_string: { kind: "string", finish: template },
  template_substitution: { kind: "other" },
  regex: { kind: "other", leaf: true },
  true: { kind: "boolean" },
  false: { kind: "boolean" },
  null: { kind: "null" },
  undefined: { kind: "null" },
  array: { kind: "list" },
  object: { kind: "dict" },
  array_pattern: { kind: "tuple" },
  object_pattern: { kind: "tuple" },
  pair: { kind: "pair", roles: { key: "key", value: "value" } },
  pair_pattern: { kind: "pair", roles: { key: "key", target: "value" } },
  await_expression: { kind: "await" },
  parenthesized_expression: { kind: "group" },
  spread_element: { kind: "spread" },
  comment: { kind: "comment", leaf: true },
};

function arrow(node: OpenNode): void {
  if (node.children.some((each) => each.kind === "block")) node.kind = "function";
}

function sort(node: OpenNode): void {
  const operator = node.operators[0]?.text ?? "";
  if (COMPARISONS.has(operator)) node.kind = "comparison";
  if (LOGICALS.has(operator)) node.kind = "logical";
}

function sortUnary(node: OpenNode): void {
  if (node.operators[0]?.text === "!") node.kind = "not";
}

function template(node: OpenNode): void {
  const substitutions = node.children.filter((each) => each.raw === "template_substitution");
  node.children.splice(0, node.children.length, ...substitutions);
}
