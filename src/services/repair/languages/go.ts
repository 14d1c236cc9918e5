import { folderOf } from "../../../domain/rules/paths/folder-of.ts";
import { atom, grouped, infix } from "../syntax/expression.ts";
import { bracesWriter } from "./braces.ts";
import { byKind } from "./by-kind.ts";
import { GO_SHAPES } from "./go-shapes.ts";
import type { Language, ValueKind } from "./language.ts";
import { call } from "./wrappers.ts";

const IMPORT = /^\s*(?:import\s+)?(?:[\w.]+\s+)?"([^"\s]+)"/gm;

export const go: Language = {
  id: "go",
  title: "Go",
  grammar: { language: "go", shapes: GO_SHAPES },
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
  callKinds: byKind({
    number: "len cap RuneCountInString",
    list: "append Split Fields",
    string:
      "string Join ToLower ToUpper TrimSpace Trim TrimPrefix TrimSuffix Replace ReplaceAll Repeat " +
      "Sprintf Itoa",
    boolean: "EqualFold Contains HasPrefix HasSuffix",
  }),
  builtins: new Set(
    "append cap close complex copy delete error imag int int64 float64 len make max min new nil panic print println real recover string true false byte rune bool iota".split(
      " ",
    ),
  ),
  imports: () => [],
  folders: (path, text) => [folderOf(path), ...[...text.matchAll(IMPORT)].map((match) => match[1] ?? "")],
  // A module path starts with a host name; a standard library path does not.
  packages: (text) =>
    [...text.matchAll(IMPORT)]
      .map(([, path = ""]) => path.replace(/\/v\d+$/, ""))
      .filter((path) => /^[^/]+\.[^/]+\//.test(path))
      .map((path) => path.slice(path.lastIndexOf("/") + 1)),
};

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
