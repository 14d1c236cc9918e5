import type { OpenNode, Shape } from "./language.ts";

export const PYTHON_SHAPES: Readonly<Record<string, Shape>> = {
  module: { kind: "module" },
  function_definition: {
    kind: "function",
    roles: { name: "name", parameters: "parameters", body: "body", type: "return_type" },
  },
  class_definition: { kind: "class", roles: { name: "name", body: "body" } },
  lambda: { kind: "lambda", roles: { parameters: "parameters", body: "body" } },
  lambda_parameters: { kind: "parameters" },
  parameters: { kind: "parameters" },
  default_parameter: { kind: "parameter", roles: { name: "name", value: "value" } },
  typed_parameter: { kind: "parameter", roles: { type: "type" } },
  typed_default_parameter: { kind: "parameter", roles: { name: "name", type: "type", value: "value" } },
  list_splat_pattern: { kind: "parameter" },
  dictionary_splat_pattern: { kind: "parameter" },
  block: { kind: "block" },
  expression_statement: { kind: "expression-statement" },
  assignment: { kind: "assign", roles: { target: "left", value: "right", type: "type" } },
  augmented_assignment: { kind: "augment", roles: { target: "left", value: "right" }, operators: true },
  named_expression: { kind: "assign", roles: { target: "name", value: "value" } },
  return_statement: { kind: "return" },
  yield: { kind: "yield" },
  if_statement: { kind: "if", roles: { condition: "condition", body: "consequence" } },
  elif_clause: { kind: "if", roles: { condition: "condition", body: "consequence" } },
  else_clause: { kind: "else", roles: { body: "body" } },
  while_statement: { kind: "while", roles: { condition: "condition", body: "body" } },
  for_statement: { kind: "for-each", roles: { target: "left", iterable: "right", body: "body" } },
  for_in_clause: { kind: "for-clause", roles: { target: "left", iterable: "right" } },
  if_clause: { kind: "other" },
  break_statement: { kind: "break" },
  continue_statement: { kind: "continue" },
  raise_statement: { kind: "throw" },
  try_statement: { kind: "try", roles: { body: "body" } },
  except_clause: { kind: "catch" },
  match_statement: { kind: "switch" },
  import_statement: { kind: "import" },
  import_from_statement: { kind: "import" },
  future_import_statement: { kind: "import" },
  global_statement: { kind: "closed" },
  nonlocal_statement: { kind: "closed" },
  decorator: { kind: "closed" },
  binary_operator: { kind: "binary", roles: { left: "left", right: "right" }, operators: true },
  comparison_operator: { kind: "comparison", operators: true, finish: sides },
  boolean_operator: { kind: "logical", roles: { left: "left", right: "right" }, operators: true },
  not_operator: { kind: "not", roles: { operand: "argument" }, operators: true },
  unary_operator: { kind: "unary", roles: { operand: "argument" }, operators: true },
  conditional_expression: { kind: "conditional", finish: branches },
  call: { kind: "call", roles: { callee: "function", arguments: "arguments" } },
  argument_list: { kind: "arguments" },
  keyword_argument: { kind: "keyword-argument", roles: { name: "name", value: "value" } },
  identifier: { kind: "identifier" },
  attribute: { kind: "attribute", roles: { object: "object", property: "attribute" } },
  subscript: { kind: "subscript", roles: { object: "value", index: "subscript" }, finish: indices },
  slice: { kind: "slice", operators: true, finish: bounds },
  integer: { kind: "number" },
  float: { kind: "number" },
  string: { kind: "string", finish: plainString },
  concatenated_string: { kind: "string" },
  interpolation: { kind: "other" },
  true: { kind: "boolean" },
  false: { kind: "boolean" },
  none: { kind: "null" },
  list: { kind: "list" },
  set: { kind: "list" },
  tuple: { kind: "tuple" },
  expression_list: { kind: "tuple" },
  pattern_list: { kind: "tuple" },
  tuple_pattern: { kind: "tuple" },
  dictionary: { kind: "dict" },
  pair: { kind: "pair", roles: { key: "key", value: "value" } },
  list_comprehension: { kind: "comprehension", roles: { body: "body" } },
  set_comprehension: { kind: "comprehension", roles: { body: "body" } },
  dictionary_comprehension: { kind: "comprehension", roles: { body: "body" } },
  generator_expression: { kind: "comprehension", roles: { body: "body" } },
  await: { kind: "await" },
  parenthesized_expression: { kind: "group" },
  list_splat: { kind: "spread" },
  dictionary_splat: { kind: "spread" },
  type: { kind: "other" },
  comment: { kind: "comment", leaf: true },
};

function sides(node: OpenNode): void {
  if (node.children.length !== 2) return;
  give(node, 0, "left");
  give(node, 1, "right");
}

/** `d[i, k]` has several indices without a tuple around them. */
function indices(node: OpenNode): void {
  for (const [index, each] of node.children.entries()) if (each.role === null) give(node, index, "index");
}

function branches(node: OpenNode): void {
  give(node, 0, "consequent");
  give(node, 1, "condition");
  give(node, 2, "otherwise");
}

/** `a[x:y:z]`: the colons determine which bound is which. */
function bounds(node: OpenNode): void {
  const colons = node.operators.filter((each) => each.text === ":");
  for (const [index, each] of node.children.entries()) {
    const before = colons.filter((colon) => colon.end <= each.start).length;
    give(node, index, before === 0 ? "from" : before === 1 ? "to" : "step");
  }
}

function plainString(node: OpenNode): void {
  const interpolations = node.children.filter((each) => each.raw === "interpolation");
  node.children.splice(0, node.children.length, ...interpolations);
}

function give(
  node: OpenNode,
  index: number,
  role: "left" | "right" | "consequent" | "condition" | "otherwise" | "from" | "to" | "step" | "index",
): void {
  const at = node.children[index] as { role: string | null } | undefined;
  if (at !== undefined) at.role = role;
}
