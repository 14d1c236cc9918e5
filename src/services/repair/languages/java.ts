import { atom, grouped, infix, loose } from "../syntax/expression.ts";
import { bracesWriter, sortAssignment, sortInfix, sortPrefix } from "./braces.ts";
import type { Language, OpenNode, Shape } from "./language.ts";

export const java: Language = {
  id: "java",
  title: "Java",
  grammar: { language: "java", shapes: shapes() },
  write: bracesWriter("null", {
    length: (operand) => atom(`${grouped(operand, 13)}.length`),
    isEmpty: (operand) => atom(`${grouped(operand, 13)}.isEmpty()`),
    least: (left, right) => atom(`Math.min(${left.text}, ${right.text})`),
    greatest: (left, right) => atom(`Math.max(${left.text}, ${right.text})`),
    conditional: (condition, then, otherwise) =>
      loose(`${grouped(condition, 1)} ? ${grouped(then, 0.5)} : ${otherwise.text}`),
    isNull: (operand) => infix("==", operand, atom("null")),
  }),
  families: {
    arithmetic: ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"],
    comparison: ["<", "<=", ">", ">=", "==", "!="],
    logical: ["&&", "||"],
    augmented: ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="],
  },
  confusions: [
    ["min", "max"],
    ["floor", "ceil", "round"],
    ["add", "remove", "addAll"],
    ["push", "pop", "peek"],
    ["offer", "poll", "peek"],
    ["addFirst", "addLast"],
    ["removeFirst", "removeLast"],
    ["startsWith", "endsWith", "contains"],
    ["toUpperCase", "toLowerCase"],
    ["indexOf", "lastIndexOf"],
    ["keySet", "values", "entrySet"],
    ["containsKey", "containsValue"],
    ["get", "getOrDefault", "remove"],
    ["isDigit", "isLetter", "isLetterOrDigit", "isWhitespace"],
    ["isUpperCase", "isLowerCase"],
    ["length", "size"],
    ["equals", "equalsIgnoreCase"],
    ["anyMatch", "allMatch", "noneMatch"],
    ["append", "insert"],
  ],
  wrappers: [
    {
      name: "Math.abs",
      takes: ["number"],
      gives: "number",
      write: (operand) => atom(`Math.abs(${operand.text})`),
    },
    {
      name: ".trim",
      takes: ["string"],
      gives: "string",
      write: (operand) => atom(`${grouped(operand, 13)}.trim()`),
    },
  ],
  adders: [{ takes: "list", method: "add" }],
  callKinds: {
    length: "number",
    size: "number",
    indexOf: "number",
    abs: "number",
    trim: "string",
    toUpperCase: "string",
    toLowerCase: "string",
    substring: "string",
    isEmpty: "boolean",
    contains: "boolean",
    equals: "boolean",
    startsWith: "boolean",
    endsWith: "boolean",
  },
  builtins: new Set(
    "String Integer Long Double Boolean Character Math List ArrayList Map HashMap Set HashSet Object System Arrays Collections Optional".split(
      " ",
    ),
  ),
  imports: () => [],
  folders: (path, text) => [
    path.split("/").slice(0, -1).join("/").replace("src/test/java", "src/main/java"),
    ...[...text.matchAll(/^import\s+(?:static\s+)?([\w.]+)\.\w+\s*;/gm)].map(
      (match) => `src/main/java/${(match[1] ?? "").replaceAll(".", "/")}`,
    ),
  ],
};

function shapes(): Record<string, Shape> {
  const routine = { name: "name", parameters: "parameters", body: "body", type: "type" } as const;
  return {
    program: { kind: "module" },
    package_declaration: { kind: "closed" },
    import_declaration: { kind: "import" },
    class_declaration: { kind: "class", roles: { name: "name", body: "body" } },
    method_declaration: { kind: "function", roles: routine },
    constructor_declaration: {
      kind: "function",
      roles: { name: "name", parameters: "parameters", body: "body" },
    },
    constructor_body: { kind: "block" },
    lambda_expression: { kind: "lambda", roles: { parameters: "parameters", body: "body" } },
    formal_parameters: { kind: "parameters" },
    inferred_parameters: { kind: "parameters" },
    formal_parameter: { kind: "parameter", roles: { name: "name", type: "type" } },
    spread_parameter: { kind: "parameter" },
    block: { kind: "block" },
    expression_statement: { kind: "expression-statement" },
    local_variable_declaration: { kind: "declaration", roles: { type: "type" } },
    field_declaration: { kind: "declaration", roles: { type: "type" } },
    variable_declarator: { kind: "assign", roles: { target: "name", value: "value" } },
    assignment_expression: {
      kind: "assign",
      roles: { target: "left", value: "right" },
      operators: true,
      finish: sortAssignment,
    },
    update_expression: { kind: "update", operators: true, finish: updated },
    return_statement: { kind: "return" },
    if_statement: {
      kind: "if",
      roles: { condition: "condition", body: "consequence", alternative: "alternative" },
    },
    while_statement: { kind: "while", roles: { condition: "condition", body: "body" } },
    do_statement: { kind: "while", roles: { condition: "condition", body: "body" } },
    for_statement: {
      kind: "for-classic",
      roles: { initial: "init", condition: "condition", advance: "update", body: "body" },
    },
    enhanced_for_statement: {
      kind: "for-each",
      roles: { target: "name", iterable: "value", body: "body", type: "type" },
    },
    break_statement: { kind: "break" },
    continue_statement: { kind: "continue" },
    throw_statement: { kind: "throw" },
    try_statement: { kind: "try", roles: { body: "body" } },
    catch_clause: { kind: "catch", roles: { body: "body" } },
    switch_expression: { kind: "switch" },
    switch_block_statement_group: { kind: "block" },
    switch_label: { kind: "name" },
    binary_expression: {
      kind: "binary",
      roles: { left: "left", right: "right" },
      operators: true,
      finish: sortInfix,
    },
    unary_expression: { kind: "unary", roles: { operand: "operand" }, operators: true, finish: sortPrefix },
    ternary_expression: {
      kind: "conditional",
      roles: { condition: "condition", consequent: "consequence", otherwise: "alternative" },
    },
    method_invocation: { kind: "call", roles: { object: "object", callee: "name", arguments: "arguments" } },
    object_creation_expression: { kind: "call", roles: { type: "type", arguments: "arguments" } },
    argument_list: { kind: "arguments" },
    identifier: { kind: "identifier" },
    type_identifier: { kind: "name" },
    integral_type: { kind: "name" },
    floating_point_type: { kind: "name" },
    boolean_type: { kind: "name" },
    generic_type: { kind: "closed" },
    array_type: { kind: "closed" },
    marker_annotation: { kind: "closed" },
    annotation: { kind: "closed" },
    field_access: { kind: "attribute", roles: { object: "object", property: "field" } },
    array_access: { kind: "subscript", roles: { object: "array", index: "index" } },
    decimal_integer_literal: { kind: "number" },
    decimal_floating_point_literal: { kind: "number" },
    string_literal: { kind: "string", leaf: true },
    character_literal: { kind: "other", leaf: true },
    true: { kind: "boolean" },
    false: { kind: "boolean" },
    null_literal: { kind: "null" },
    parenthesized_expression: { kind: "group" },
    line_comment: { kind: "comment", leaf: true },
    block_comment: { kind: "comment", leaf: true },
  };
}

function updated(node: OpenNode): void {
  const [only] = node.children as { role: string | null }[];
  if (only !== undefined) only.role = "target";
}
