import { atom, grouped } from "../syntax/expression.ts";
import { bracesWriter, sortInfix, sortPrefix } from "./braces.ts";
import type { Language, OpenNode, Shape } from "./language.ts";

export const rust: Language = {
  id: "rust",
  title: "Rust",
  extensions: [".rs"],
  grammar: { name: "rust", shapes: shapes() },
  write: bracesWriter("None", {
    isNull: (operand) => atom(`${grouped(operand, 13)}.is_none()`),
    isNotNull: (operand) => atom(`${grouped(operand, 13)}.is_some()`),
    length: (operand) => atom(`${grouped(operand, 13)}.len()`),
    isEmpty: (operand) => atom(`${grouped(operand, 13)}.is_empty()`),
    least: (left, right) => atom(`${grouped(left, 13)}.min(${right.text})`),
    greatest: (left, right) => atom(`${grouped(left, 13)}.max(${right.text})`),
    when: (condition, body, indent, step) => `if ${condition} {\n${indent}${step}${body}\n${indent}}`,
  }),
  families: {
    arithmetic: ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"],
    comparison: ["<", "<=", ">", ">=", "==", "!="],
    logical: ["&&", "||"],
    augmented: ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="],
  },
  confusions: [
    ["min", "max"],
    ["floor", "ceil", "round", "trunc"],
    ["push", "insert"],
    ["push_back", "push_front"],
    ["pop_back", "pop_front"],
    ["first", "last"],
    ["any", "all"],
    ["filter", "map", "filter_map", "flat_map"],
    ["starts_with", "ends_with", "contains"],
    ["to_uppercase", "to_lowercase"],
    ["trim", "trim_start", "trim_end"],
    ["sum", "product", "count"],
    ["take", "skip"],
    ["is_some", "is_none"],
    ["is_ok", "is_err"],
    ["position", "rposition"],
    ["find", "rfind"],
    ["wrapping_add", "wrapping_sub"],
    ["saturating_add", "saturating_sub"],
    ["checked_add", "checked_sub"],
    ["is_alphabetic", "is_numeric", "is_alphanumeric", "is_whitespace"],
  ],
  wrappers: [
    {
      name: ".abs",
      takes: ["number"],
      gives: "number",
      write: (operand) => atom(`${grouped(operand, 13)}.abs()`),
    },
    {
      name: ".clone",
      takes: ["list", "string"],
      gives: "list",
      write: (operand) => atom(`${grouped(operand, 13)}.clone()`),
    },
  ],
  adders: [{ takes: "list", method: "push" }],
  callKinds: {
    len: "number",
    count: "number",
    abs: "number",
    to_string: "string",
    to_uppercase: "string",
    to_lowercase: "string",
    is_empty: "boolean",
    contains: "boolean",
    starts_with: "boolean",
    ends_with: "boolean",
  },
  builtins: new Set(
    "Some None Ok Err Vec String Option Result Box HashMap HashSet self Self true false".split(" "),
  ),
  imports: () => [],
  folders: (path) => [
    path.split("/").slice(0, -1).join("/"),
    ...(path.startsWith("tests/") ? ["src"] : []),
    path.replace(/(^|\/)tests\/.*$/, "$1src"),
  ],
  packages: (text) =>
    [...text.matchAll(/\b(?:use|extern\s+crate)\s+(?:::)?(\w+)/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !/^(crate|self|super|std|core|alloc)$/.test(name))
      .flatMap((name) => [name, name.replaceAll("_", "-")]),
};

function shapes(): Record<string, Shape> {
  return {
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
    closure_expression: { kind: "lambda", roles: { parameters: "parameters", body: "body" } },
    closure_parameters: { kind: "parameters" },
    parameters: { kind: "parameters" },
    parameter: { kind: "parameter", roles: { name: "pattern", type: "type" } },
    block: { kind: "block" },
    expression_statement: { kind: "expression-statement" },
    let_declaration: { kind: "assign", roles: { target: "pattern", value: "value", type: "type" } },
    const_item: { kind: "assign", roles: { target: "name", value: "value", type: "type" } },
    static_item: { kind: "assign", roles: { target: "name", value: "value", type: "type" } },
    assignment_expression: { kind: "assign", roles: { target: "left", value: "right" } },
    compound_assignment_expr: { kind: "augment", roles: { target: "left", value: "right" }, operators: true },
    return_expression: { kind: "return" },
    if_expression: {
      kind: "if",
      roles: { condition: "condition", body: "consequence", alternative: "alternative" },
    },
    else_clause: { kind: "else" },
    while_expression: { kind: "while", roles: { condition: "condition", body: "body" } },
    loop_expression: { kind: "while", roles: { body: "body" } },
    for_expression: { kind: "for-each", roles: { target: "pattern", iterable: "value", body: "body" } },
    break_expression: { kind: "break" },
    continue_expression: { kind: "continue" },
    match_expression: { kind: "switch", roles: { value: "value" } },
    match_pattern: { kind: "closed" },
    binary_expression: {
      kind: "binary",
      roles: { left: "left", right: "right" },
      operators: true,
      finish: sortInfix,
    },
    range_expression: { kind: "binary", operators: true },
    unary_expression: { kind: "unary", operators: true, finish: sortPrefix },
    call_expression: { kind: "call", roles: { callee: "function", arguments: "arguments" } },
    arguments: { kind: "arguments" },
    identifier: { kind: "identifier" },
    field_identifier: { kind: "name" },
    type_identifier: { kind: "name" },
    primitive_type: { kind: "name" },
    generic_type: { kind: "closed" },
    reference_type: { kind: "closed" },
    scoped_identifier: { kind: "other", leaf: true },
    macro_invocation: { kind: "other", leaf: true },
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
    parenthesized_expression: { kind: "group" },
    line_comment: { kind: "comment", leaf: true },
    block_comment: { kind: "comment", leaf: true },
  };
}

/** Unit tests are next to the code under test and must not be changed. */
function testModule(node: OpenNode, text: () => string): void {
  if (/^(?:pub\s+)?mod\s+tests?\b/.test(text())) node.kind = "closed";
}

function indexed(node: OpenNode): void {
  const [object, index] = node.children as { role: string | null }[];
  if (object !== undefined) object.role = "object";
  if (index !== undefined) index.role = "index";
}
