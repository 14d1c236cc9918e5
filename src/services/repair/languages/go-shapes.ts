import type { SyntaxNode } from "../syntax/node.ts";
import { BRANCH, COMMON_SHAPES, onlyTarget, sortAssignment, sortPrefix } from "./braces.ts";
import type { OpenNode, Shape } from "./language.ts";

const ROUTINE = { name: "name", parameters: "parameters", body: "body", type: "result" } as const;

export const GO_SHAPES: Readonly<Record<string, Shape>> = {
  ...COMMON_SHAPES,
  source_file: { kind: "module" },
  package_clause: { kind: "closed" },
  import_declaration: { kind: "import" },
  type_declaration: { kind: "closed" },
  function_declaration: { kind: "function", roles: ROUTINE },
  method_declaration: { kind: "function", roles: ROUTINE },
  func_literal: { kind: "function", roles: ROUTINE },
  parameter_list: { kind: "parameters" },
  field_declaration: { kind: "declaration", roles: { target: "name", type: "type" } },
  parameter_declaration: { kind: "parameter", roles: { type: "type" } },
  variadic_parameter_declaration: { kind: "parameter", roles: { type: "type" } },
  block: { kind: "block", finish: flat },
  statement_list: { kind: "block" },
  short_var_declaration: { kind: "assign", roles: { target: "left", value: "right" } },
  assignment_statement: {
    kind: "assign",
    roles: { target: "left", value: "right" },
    operators: true,
    finish: sortAssignment,
  },
  var_declaration: { kind: "declaration" },
  const_declaration: { kind: "declaration" },
  var_spec: { kind: "assign", roles: { target: "name", value: "value", type: "type" } },
  const_spec: { kind: "assign", roles: { target: "name", value: "value", type: "type" } },
  inc_statement: { kind: "update", operators: true, finish: onlyTarget },
  dec_statement: { kind: "update", operators: true, finish: onlyTarget },
  return_statement: { kind: "return" },
  if_statement: BRANCH,
  for_statement: { kind: "for-classic", roles: { body: "body" }, finish: loop },
  for_clause: {
    kind: "for-classic",
    roles: { initial: "initializer", condition: "condition", advance: "update" },
  },
  range_clause: { kind: "for-each", roles: { target: "left", iterable: "right" } },
  break_statement: { kind: "break" },
  continue_statement: { kind: "continue" },
  expression_switch_statement: { kind: "switch", roles: { value: "value" } },
  type_switch_statement: { kind: "switch" },
  expression_case: { kind: "block", roles: { value: "value" }, finish: flat },
  type_case: { kind: "block", roles: { type: "type" }, finish: flat },
  default_case: { kind: "block", finish: flat },
  unary_expression: { kind: "unary", roles: { operand: "operand" }, operators: true, finish: sortPrefix },
  call_expression: { kind: "call", roles: { callee: "function", arguments: "arguments" } },
  argument_list: { kind: "arguments" },
  field_identifier: { kind: "name" },
  package_identifier: { kind: "name" },
  type_identifier: { kind: "name" },
  selector_expression: { kind: "attribute", roles: { object: "operand", property: "field" } },
  composite_literal: { kind: "other", roles: { type: "type" } },
  literal_value: { kind: "list" },
  keyed_element: { kind: "pair", finish: keyed },
  slice_expression: {
    kind: "subscript",
    roles: { object: "operand", from: "start", to: "end" },
    finish: bounded,
  },
  index_expression: { kind: "subscript", roles: { object: "operand", index: "index" } },
  int_literal: { kind: "number" },
  float_literal: { kind: "number" },
  interpreted_string_literal: { kind: "string", leaf: true },
  raw_string_literal: { kind: "other", leaf: true },
  rune_literal: { kind: "other", leaf: true },
  true: { kind: "boolean" },
  false: { kind: "boolean" },
  nil: { kind: "null" },
  expression_list: { kind: "tuple", thin: true },
  literal_element: { kind: "group", thin: true },
  comment: { kind: "comment", leaf: true },
};

type Adjusted = { role: string | null; parent: SyntaxNode | null };

/** `s[a:b]`: wraps the bounds in their own node, as in other grammars. */
function bounded(node: OpenNode): void {
  const whole = node as OpenNode & SyntaxNode;
  const [object, ...bounds] = whole.children;
  if (object === undefined) return;
  const inner: SyntaxNode = {
    ...object,
    kind: "slice",
    raw: "slice_bounds",
    start: object.end + 1,
    end: whole.end - 1,
    parent: whole,
    role: "index",
    children: bounds,
    operators: [],
  };
  for (const each of bounds) (each as Adjusted).parent = inner;
  node.children.splice(1, bounds.length, inner);
}

/** The grammar has a list inside every block: moves its statements into the block. */
function flat(node: OpenNode): void {
  const inner = node.children.flatMap((each) => (each.raw === "statement_list" ? each.children : [each]));
  for (const each of inner) (each as Adjusted).parent = node as OpenNode & SyntaxNode;
  node.children.splice(0, node.children.length, ...inner);
}

function keyed(node: OpenNode): void {
  const [key, value] = node.children;
  if (key === undefined || value === undefined) return;
  (key as Adjusted).role = "key";
  (value as Adjusted).role = "value";
}

/** `for` has three forms; with only a condition it is a while loop. */
function loop(node: OpenNode): void {
  const [head] = node.children;
  if (head === undefined || head.kind === "for-classic" || head.kind === "for-each" || head.role === "body")
    return;
  node.kind = "while";
  (head as SyntaxNode & { role: string | null }).role = "condition";
}
