import type { LanguageId } from "../../../domain/rules/languages/languages.ts";
import { atom, grouped, infix, loose } from "../syntax/expression.ts";
import { imports, packages } from "./javascript-imports.ts";
import type { Language, OpenNode, Shape, Writer } from "./language.ts";
import { call, property } from "./wrappers.ts";

const COMPARISONS = new Set(["<", "<=", ">", ">=", "==", "!=", "===", "!==", "in", "instanceof"]);
const LOGICALS = new Set(["&&", "||", "??"]);

/** Names that are mistaken for one another. */
const CONFUSIONS: Language["confusions"] = [
  ["min", "max"],
  ["floor", "ceil", "round", "trunc"],
  ["push", "unshift"],
  ["pop", "shift"],
  ["some", "every"],
  ["filter", "map", "find", "flatMap", "forEach"],
  ["find", "findIndex", "findLast", "findLastIndex"],
  ["indexOf", "lastIndexOf"],
  ["slice", "splice", "substring"],
  ["substr", "substring"],
  ["startsWith", "endsWith", "includes"],
  ["toUpperCase", "toLowerCase"],
  ["trim", "trimStart", "trimEnd"],
  ["padStart", "padEnd"],
  ["keys", "values", "entries"],
  ["has", "get"],
  ["add", "delete"],
  ["replace", "replaceAll"],
  ["parseInt", "parseFloat", "Number"],
  ["reduce", "reduceRight"],
  ["match", "matchAll", "test"],
  ["concat", "push"],
  ["charAt", "charCodeAt", "at"],
  ["all", "allSettled", "race", "any"],
  ["getFullYear", "getMonth", "getDate", "getDay"],
  ["setFullYear", "setMonth", "setDate"],
  ["toISOString", "toString", "toJSON"],
  ["sort", "toSorted"],
  ["reverse", "toReversed"],
  ["splice", "toSpliced"],
  ["includes", "some"],
  ["indexOf", "findIndex"],
  ["test", "exec"],
  ["parse", "stringify"],
  ["encodeURI", "encodeURIComponent"],
  ["decodeURI", "decodeURIComponent"],
  ["setTimeout", "setInterval"],
  ["clearTimeout", "clearInterval"],
  ["call", "apply", "bind"],
  ["on", "once"],
  ["log", "log2", "log10"],
  ["codePointAt", "charCodeAt"],
  ["resolve", "reject"],
  ["set", "delete"],
  ["flat", "flatMap"],
  ["isInteger", "isFinite", "isNaN", "isSafeInteger"],
];

/** What calls and properties of these names evaluate to. */
const CALL_KINDS: Language["callKinds"] = {
  length: "number",
  size: "number",
  indexOf: "number",
  lastIndexOf: "number",
  findIndex: "number",
  parseInt: "number",
  parseFloat: "number",
  Number: "number",
  abs: "number",
  floor: "number",
  ceil: "number",
  round: "number",
  trunc: "number",
  sqrt: "number",
  min: "number",
  max: "number",
  charCodeAt: "number",
  codePointAt: "number",
  getTime: "number",
  getFullYear: "number",
  getMonth: "number",
  getDate: "number",
  getDay: "number",
  getHours: "number",
  getMinutes: "number",
  map: "list",
  filter: "list",
  slice: "list",
  concat: "list",
  flat: "list",
  flatMap: "list",
  split: "list",
  sort: "list",
  reverse: "list",
  from: "list",
  keys: "list",
  values: "list",
  entries: "list",
  Array: "list",
  join: "string",
  trim: "string",
  toLowerCase: "string",
  toUpperCase: "string",
  String: "string",
  padStart: "string",
  padEnd: "string",
  repeat: "string",
  replace: "string",
  replaceAll: "string",
  substring: "string",
  charAt: "string",
  toFixed: "string",
  toISOString: "string",
  stringify: "string",
  Set: "set",
  Map: "dict",
  includes: "boolean",
  has: "boolean",
  some: "boolean",
  every: "boolean",
  startsWith: "boolean",
  endsWith: "boolean",
  test: "boolean",
  isArray: "boolean",
  isNaN: "boolean",
  isInteger: "boolean",
  Boolean: "boolean",
};

export const javascript: Language = ecmascript("javascript", "JavaScript");

/** The language, shared by its dialects. */
export function ecmascript(
  id: LanguageId,
  title: string,
  more: Readonly<Record<string, Shape>> = {},
): Language {
  return {
    id,
    title,
    grammar: { language: id, shapes: { ...shapes(), ...more } },
    write: writer(),
    families: {
      arithmetic: ["+", "-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", ">>>"],
      comparison: ["<", "<=", ">", ">=", "===", "!==", "==", "!="],
      logical: ["&&", "||", "??"],
      augmented: ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="],
    },
    confusions: CONFUSIONS,
    wrappers: [
      property("length", ["list", "string"], "number"),
      call("Math.abs", ["number"], "number"),
      call("Math.floor", ["number"], "number"),
      call("Math.ceil", ["number"], "number"),
      call("Math.round", ["number"], "number"),
      call("Math.trunc", ["number"], "number"),
      call("Number", ["string", "object"], "number"),
      call("String", ["number", "object", "boolean"], "string"),
      call("Boolean", ["number", "object", "string"], "boolean"),
      call("Object.keys", ["dict", "object"], "list"),
      call("Object.values", ["dict", "object"], "list"),
      call("Object.entries", ["dict", "object"], "list"),
      property("trim()", ["string"], "string"),
      property("toLowerCase()", ["string"], "string"),
      property("toUpperCase()", ["string"], "string"),
      property("slice()", ["list"], "list"),
      property("reverse()", ["list"], "list"),
      property("flat()", ["list"], "list"),
      property("toString()", ["number"], "string"),
      property("size", ["set", "dict"], "number"),
      {
        name: "spread",
        takes: ["list", "set"],
        gives: "list",
        write: (operand) => atom(`[...${grouped(operand, 5)}]`),
      },
    ],
    adders: [
      { takes: "list", method: "push" },
      { takes: "set", method: "add" },
    ],
    puts: (container, key, value) => `${container}.set(${key}, ${value});`,
    drops: (container, key) => `${container}.delete(${key});`,
    callKinds: CALL_KINDS,
    builtins: new Set(
      (
        "Array ArrayBuffer BigInt Boolean Date Error Infinity Intl JSON Map Math NaN Number Object Promise Proxy RangeError " +
        "Reflect RegExp Set String Symbol SyntaxError TypeError URL URLSearchParams WeakMap WeakSet Buffer console " +
        "clearInterval clearTimeout exports fetch globalThis isFinite isNaN module parseFloat parseInt process queueMicrotask " +
        "require setImmediate setInterval setTimeout structuredClone undefined arguments decodeURIComponent encodeURIComponent"
      ).split(" "),
    ),
    imports,
    packages,
  };
}

function writer(): Writer {
  return {
    null: "null",
    true: "true",
    false: "false",
    and: "&&",
    or: "||",
    equal: "===",
    notEqual: "!==",
    emptyList: "[]",
    not: (operand) => ({ text: `!${grouped(operand, 11)}`, level: 11 }),
    isNull: (operand) => infix("==", operand, atom("null")),
    isNotNull: (operand) => infix("!=", operand, atom("null")),
    length: (operand) => atom(`${grouped(operand, 13)}.length`),
    isEmpty: (operand) => infix("===", atom(`${grouped(operand, 13)}.length`), atom("0")),
    least: (left, right) => atom(`Math.min(${left.text}, ${right.text})`),
    greatest: (left, right) => atom(`Math.max(${left.text}, ${right.text})`),
    slice: (object, from, to) => {
      const bounds = to === "" ? from : `${from === "" ? "0" : from}, ${to}`;
      return atom(`${grouped(object, 13)}.slice(${bounds})`);
    },
    conditional: (condition, then, otherwise) =>
      loose(`${grouped(condition, 1)} ? ${grouped(then, 0.5)} : ${otherwise.text}`),
    list: (items) => `[${items.join(", ")}]`,
    statement: (expression) => `${expression};`,
    assignment: (target, value) => `${target} = ${value};`,
    returning: (value) => (value === "" ? "return;" : `return ${value};`),
    breaking: "break;",
    continuing: "continue;",
    when: (condition, body, indent, step) => `if (${condition}) {\n${indent}${step}${body}\n${indent}}`,
  };
}

function shapes(): Record<string, Shape> {
  const routine = { name: "name", parameters: "parameters", body: "body", type: "return_type" } as const;
  return {
    program: { kind: "module" },
    function_declaration: { kind: "function", roles: routine },
    generator_function_declaration: { kind: "function", roles: routine },
    function_expression: { kind: "function", roles: routine },
    generator_function: { kind: "function", roles: routine },
    method_definition: { kind: "function", roles: routine },
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
    if_statement: {
      kind: "if",
      roles: { condition: "condition", body: "consequence", alternative: "alternative" },
    },
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
}

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
