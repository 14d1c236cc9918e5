import { atom, grouped } from "../syntax/expression.ts";
import { bracesWriter, sortInfix, sortPrefix } from "./braces.ts";
import type { Language, OpenNode, Shape, ValueKind } from "./language.ts";
import { method } from "./wrappers.ts";

export const rust: Language = {
  id: "rust",
  title: "Rust",
  grammar: { language: "rust", shapes: shapes() },
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
    ["trim_start_matches", "trim_end_matches", "trim_matches"],
    ["strip_prefix", "strip_suffix"],
    ["split_once", "rsplit_once"],
    ["splitn", "rsplitn"],
    ["chars", "bytes"],
    ["lines", "split_whitespace"],
    ["to_ascii_uppercase", "to_ascii_lowercase"],
    ["sort", "sort_unstable"],
    ["max_by_key", "min_by_key"],
    ["max_by", "min_by"],
    ["take_while", "skip_while"],
    ["and_then", "or_else"],
    ["saturating_sub", "wrapping_sub", "abs_diff"],
    ["saturating_add", "wrapping_add"],
    ["insert", "remove"],
    ["remove", "swap_remove"],
    ["pop", "remove"],
    ["front", "back"],
    ["windows", "chunks"],
    ["chunks", "chunks_exact"],
    ["get", "get_mut"],
    ["as_secs", "as_millis", "as_micros"],
    ["from_secs", "from_millis", "from_micros"],
    ["contains_key", "contains"],
    ["union", "intersection", "difference", "symmetric_difference"],
    ["is_subset", "is_superset"],
    ["lt", "le"],
    ["gt", "ge"],
    ["div_euclid", "rem_euclid"],
    ["unwrap_or", "unwrap_or_default"],
    ["is_uppercase", "is_lowercase"],
    ["is_ascii_digit", "is_ascii_alphabetic", "is_ascii_alphanumeric"],
    ["is_ascii_alphanumeric", "is_alphanumeric"],
    ["sum", "product", "count"],
    ["take", "skip"],
    ["is_some", "is_none"],
    ["is_ok", "is_err"],
    ["Ok", "Err"],
    ["position", "rposition"],
    ["find", "rfind"],
    ["wrapping_add", "wrapping_sub"],
    ["saturating_add", "saturating_sub"],
    ["checked_add", "checked_sub"],
    ["is_alphabetic", "is_numeric", "is_alphanumeric", "is_whitespace"],
  ],
  wrappers: [
    method("abs", ["number"], "number"),
    method("trim", ["string"], "string"),
    method("to_lowercase", ["string"], "string"),
    method("clone", ["list", "string"], "list"),
  ],
  adders: [
    { takes: "list", method: "push" },
    { takes: "string", method: "push_str" },
    { takes: "set", method: "insert" },
  ],
  kindOfType,
  kindOfMacro,
  receivers: {
    ...Object.fromEntries(
      "push_str trim to_lowercase to_uppercase chars bytes lines split_whitespace as_str parse"
        .split(" ")
        .map((name) => [name, "string"] as const),
    ),
    ...Object.fromEntries(
      "sort sort_by sort_by_key dedup swap".split(" ").map((name) => [name, "list"] as const),
    ),
    contains_key: "dict",
    entry: "dict",
    abs: "number",
    pow: "number",
    sqrt: "number",
  },
  callKinds: {
    len: "number",
    count: "number",
    abs: "number",
    to_string: "string",
    to_owned: "string",
    trim: "string",
    replace: "string",
    is_some: "boolean",
    is_none: "boolean",
    to_uppercase: "string",
    to_lowercase: "string",
    is_empty: "boolean",
    contains: "boolean",
    starts_with: "boolean",
    ends_with: "boolean",
    "Vec::new": "list",
    "Vec::with_capacity": "list",
    "VecDeque::new": "list",
    "String::new": "string",
    "String::from": "string",
    "HashMap::new": "dict",
    "BTreeMap::new": "dict",
    "HashSet::new": "set",
    "BTreeSet::new": "set",
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
    field_declaration: { kind: "declaration", roles: { target: "name", type: "type" } },
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
    match_pattern: { kind: "other", roles: { condition: "condition" }, finish: guardedPattern },
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
    parenthesized_expression: { kind: "group" },
    line_comment: { kind: "comment", leaf: true },
    block_comment: { kind: "comment", leaf: true },
  };
}

const NUMBERS = /^(?:[iu](?:8|16|32|64|128|size)|f(?:32|64))$/;

function kindOfType(type: string): ValueKind | null {
  const bare = type.replace(/^(?:&\s*(?:'\w+\s+)?(?:mut\s+)?)+/, "");
  if (NUMBERS.test(bare)) return "number";
  if (bare === "str" || bare === "String") return "string";
  if (bare === "bool") return "boolean";
  if (/^(?:Vec|VecDeque)</.test(bare) || bare.startsWith("[")) return "list";
  if (/^(?:HashMap|BTreeMap)</.test(bare)) return "dict";
  if (/^(?:HashSet|BTreeSet)</.test(bare)) return "set";
  return /^(?:impl )?Fn(?:Mut|Once)?\(/.test(bare) ? "function" : null;
}

function kindOfMacro(code: string): ValueKind | null {
  if (code.startsWith("vec!")) return "list";
  return code.startsWith("format!") ? "string" : null;
}

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
