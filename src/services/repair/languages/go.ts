import { atom, grouped, infix } from "../syntax/expression.ts";
import type { SyntaxNode } from "../syntax/node.ts";
import { bracesWriter, onlyTarget, sortAssignment, sortInfix, sortPrefix } from "./braces.ts";
import type { Language, OpenNode, Shape, ValueKind } from "./language.ts";
import { call } from "./wrappers.ts";

const IMPORT = /^\s*(?:import\s+)?(?:[\w.]+\s+)?"([^"\s]+)"/gm;

export const go: Language = {
  id: "go",
  title: "Go",
  grammar: { language: "go", shapes: shapes() },
  write: bracesWriter("nil", {
    length: (operand) => atom(`len(${operand.text})`),
    isEmpty: (operand) => infix("==", atom(`len(${operand.text})`), atom("0")),
    least: (left, right) => atom(`min(${left.text}, ${right.text})`),
    greatest: (left, right) => atom(`max(${left.text}, ${right.text})`),
    slice: (object, from, to) => {
      const end = to.startsWith("-") ? `len(${object.text})${to}` : to;
      return atom(`${grouped(object, 13)}[${from}:${end}]`);
    },
    emptyList: "nil",
    statement: (expression) => expression,
    assignment: (target, value) => `${target} = ${value}`,
    returning: (value) => (value === "" ? "return" : `return ${value}`),
    breaking: "break",
    continuing: "continue",
    when: (condition, body, indent, step) => `if ${condition} {\n${indent}${step}${body}\n${indent}}`,
  }),
  families: {
    arithmetic: ["+", "-", "*", "/", "%", "&", "|", "^", "&^", "<<", ">>"],
    comparison: ["<", "<=", ">", ">=", "==", "!="],
    logical: ["&&", "||"],
    augmented: ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "&^=", "<<=", ">>="],
  },
  confusions: [
    ["min", "max"],
    ["Min", "Max"],
    ["Floor", "Ceil", "Round", "Trunc"],
    ["HasPrefix", "HasSuffix", "Contains"],
    ["TrimLeft", "TrimRight", "Trim"],
    ["TrimPrefix", "TrimSuffix"],
    ["TrimLeft", "TrimPrefix"],
    ["TrimRight", "TrimSuffix"],
    ["Contains", "ContainsAny"],
    ["QueryEscape", "PathEscape"],
    ["QueryUnescape", "PathUnescape"],
    ["Sort", "Stable"],
    ["Sprint", "Sprintln"],
    ["Seconds", "Milliseconds", "Minutes"],
    ["Unix", "UnixMilli", "UnixNano"],
    ["Truncate", "Round"],
    ["Day", "YearDay", "Weekday"],
    ["UTC", "Local"],
    ["Mod", "Remainder"],
    ["Log", "Log2", "Log10"],
    ["FindString", "FindAllString"],
    ["IsLetter", "IsDigit", "IsNumber", "IsPunct"],
    ["InsertBefore", "InsertAfter"],
    ["MoveToFront", "MoveToBack"],
    ["Add", "Done"],
    ["ToUpper", "ToLower", "Title"],
    ["Index", "LastIndex"],
    ["IndexByte", "LastIndexByte"],
    ["IndexAny", "LastIndexAny"],
    ["IndexRune", "IndexByte"],
    ["Cut", "CutPrefix", "CutSuffix"],
    ["IsUpper", "IsLower", "IsLetter", "IsDigit", "IsSpace"],
    ["Lock", "Unlock", "RLock", "RUnlock"],
    ["Add", "Sub"],
    ["Before", "After"],
    ["PushBack", "PushFront"],
    ["Front", "Back"],
    ["Replace", "ReplaceAll"],
    ["Split", "SplitN", "Fields"],
    ["len", "cap"],
  ],
  wrappers: [
    call("len", ["list", "string", "dict"], "number"),
    call("strings.ToLower", ["string"], "string"),
    call("strings.TrimSpace", ["string"], "string"),
    call("float64", ["number"], "number"),
    call("int", ["number"], "number"),
  ],
  adders: [
    {
      takes: "list",
      method: "append",
      write: (container, item) => `${container} = append(${container}, ${item})`,
    },
  ],
  puts: (container, key, value) => `${container}[${key}] = ${value}`,
  drops: (container, key) => `delete(${container}, ${key})`,
  kindOfType,
  callKinds: {
    len: "number",
    cap: "number",
    append: "list",
    string: "string",
    Join: "string",
    ToLower: "string",
    ToUpper: "string",
    TrimSpace: "string",
    Trim: "string",
    TrimPrefix: "string",
    TrimSuffix: "string",
    Replace: "string",
    ReplaceAll: "string",
    Repeat: "string",
    Sprintf: "string",
    Itoa: "string",
    RuneCountInString: "number",
    EqualFold: "boolean",
    Split: "list",
    Fields: "list",
    Contains: "boolean",
    HasPrefix: "boolean",
    HasSuffix: "boolean",
  },
  builtins: new Set(
    "append cap close complex copy delete error imag int int64 float64 len make max min new nil panic print println real recover string true false byte rune bool iota".split(
      " ",
    ),
  ),
  imports: () => [],
  folders: (path, text) => [
    path.split("/").slice(0, -1).join("/"),
    ...[...text.matchAll(IMPORT)].map((match) => match[1] ?? ""),
  ],
  // A module path starts with a host name; a standard library path does not.
  packages: (text) =>
    [...text.matchAll(IMPORT)]
      .map(([, path = ""]) => path.replace(/\/v\d+$/, ""))
      .filter((path) => /^[^/]+\.[^/]+\//.test(path))
      .map((path) => path.slice(path.lastIndexOf("/") + 1)),
};

function shapes(): Record<string, Shape> {
  const routine = { name: "name", parameters: "parameters", body: "body", type: "result" } as const;
  return {
    source_file: { kind: "module" },
    package_clause: { kind: "closed" },
    import_declaration: { kind: "import" },
    type_declaration: { kind: "closed" },
    function_declaration: { kind: "function", roles: routine },
    method_declaration: { kind: "function", roles: routine },
    func_literal: { kind: "function", roles: routine },
    parameter_list: { kind: "parameters" },
    field_declaration: { kind: "declaration", roles: { target: "name", type: "type" } },
    parameter_declaration: { kind: "parameter", roles: { type: "type" } },
    variadic_parameter_declaration: { kind: "parameter", roles: { type: "type" } },
    block: { kind: "block", finish: flat },
    statement_list: { kind: "block" },
    expression_statement: { kind: "expression-statement" },
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
    if_statement: {
      kind: "if",
      roles: { condition: "condition", body: "consequence", alternative: "alternative" },
    },
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
    binary_expression: {
      kind: "binary",
      roles: { left: "left", right: "right" },
      operators: true,
      finish: sortInfix,
    },
    unary_expression: { kind: "unary", roles: { operand: "operand" }, operators: true, finish: sortPrefix },
    call_expression: { kind: "call", roles: { callee: "function", arguments: "arguments" } },
    argument_list: { kind: "arguments" },
    identifier: { kind: "identifier" },
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
    parenthesized_expression: { kind: "group" },
    comment: { kind: "comment", leaf: true },
  };
}

const NUMBERS = /^(?:u?int(?:8|16|32|64)?|uintptr|byte|rune|float(?:32|64)|time\.Duration)$/;

function kindOfType(type: string): ValueKind | null {
  if (NUMBERS.test(type)) return "number";
  if (type === "string") return "string";
  if (type === "bool") return "boolean";
  if (type.startsWith("map[")) return "dict";
  if (type.startsWith("[") || type.startsWith("...")) return "list";
  if (type.startsWith("func")) return "function";
  return type.startsWith("*") || type.startsWith("chan ") || type === "error" ? "object" : null;
}

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
