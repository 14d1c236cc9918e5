import { atom, grouped, infix, loose } from "../syntax/expression.ts";
import { byKind } from "./by-kind.ts";
import type { Language, Writer } from "./language.ts";
import { PYTHON_SHAPES } from "./python-shapes.ts";
import { call, method } from "./wrappers.ts";

export const python: Language = {
  id: "python",
  title: "Python",
  grammar: { language: "python", shapes: PYTHON_SHAPES },
  write: writer(),
  families: {
    arithmetic: ["+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>"],
    comparison: ["<", "<=", ">", ">=", "==", "!="],
    logical: ["and", "or"],
    augmented: ["+=", "-=", "*=", "/=", "//=", "%=", "&=", "|=", "^=", "<<=", ">>="],
  },
  confusions: [
    ["min", "max"],
    ["any", "all"],
    ["append", "extend", "insert"],
    ["add", "discard", "remove"],
    ["pop", "popleft"],
    ["append", "appendleft"],
    ["upper", "lower", "title", "capitalize"],
    ["strip", "lstrip", "rstrip"],
    ["startswith", "endswith"],
    ["find", "rfind"],
    ["index", "rindex"],
    ["split", "rsplit"],
    ["partition", "rpartition"],
    ["keys", "values", "items"],
    ["floor", "ceil", "round", "trunc", "int"],
    ["sum", "max", "min"],
    ["sum", "len"],
    ["union", "intersection", "difference", "symmetric_difference"],
    ["isdigit", "isalpha", "isalnum", "isnumeric"],
    ["islower", "isupper"],
    ["bisect_left", "bisect_right"],
    ["heappush", "heappop", "heappushpop", "heapreplace"],
    ["mean", "median", "mode"],
    ["sin", "cos", "tan"],
    ["issubset", "issuperset"],
    ["get", "pop", "setdefault"],
    ["sorted", "reversed", "list"],
    ["days", "seconds", "total_seconds"],
    ["match", "search", "fullmatch"],
    ["lstrip", "removeprefix"],
    ["rstrip", "removesuffix"],
    ["weekday", "isoweekday"],
    ["copy", "deepcopy"],
    ["most_common", "elements"],
    ["date", "datetime"],
    ["quote", "quote_plus"],
    ["isinf", "isnan"],
    ["combinations", "permutations", "product", "combinations_with_replacement"],
  ],
  wrappers: [
    call("len", ["list", "string", "dict", "set"], "number"),
    call("abs", ["number"], "number"),
    call("int", ["number", "string"], "number"),
    call("float", ["number", "string"], "number"),
    call("str", ["number", "object", "boolean"], "string"),
    call("round", ["number"], "number"),
    call("sorted", ["list", "set", "dict"], "list"),
    call("list", ["list", "set", "dict", "string"], "list"),
    call("set", ["list"], "set"),
    call("tuple", ["list"], "list"),
    call("sum", ["list"], "number"),
    call("max", ["list"], "number"),
    call("min", ["list"], "number"),
    call("bool", ["list", "number", "string"], "boolean"),
    call("dict", ["dict", "list"], "dict"),
    method("lower", ["string"], "string"),
    method("upper", ["string"], "string"),
    method("strip", ["string"], "string"),
    method("rstrip", ["string"], "string"),
    method("capitalize", ["string"], "string"),
    method("title", ["string"], "string"),
    method("copy", ["list", "dict", "set"], "list"),
    method("split", ["string"], "list"),
    method("keys", ["dict"], "list"),
    method("values", ["dict"], "list"),
    method("items", ["dict"], "list"),
    {
      name: "reversed",
      takes: ["list", "string"],
      gives: "list",
      write: (operand) => atom(`${grouped(operand, 13)}[::-1]`),
    },
    call("enumerate", ["list"], "list"),
  ],
  adders: [
    { takes: "list", method: "append" },
    { takes: "set", method: "add" },
  ],
  callKinds: byKind({
    number: "len sum abs int float round ord count index find",
    list: "range sorted list tuple reversed enumerate zip split keys values items deque",
    string: "str chr join lower upper strip replace format",
    set: "set frozenset",
    dict: "dict defaultdict Counter OrderedDict",
    boolean: "bool any all isinstance startswith endswith",
  }),
  builtins: new Set(
    (
      "abs all any bool bytes callable chr dict dir divmod enumerate Exception filter float format frozenset getattr " +
      "hasattr hash hex id input int isinstance issubclass iter len list map max min next object open ord pow print " +
      "property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type zip " +
      "ValueError KeyError IndexError TypeError RuntimeError StopIteration AttributeError ZeroDivisionError NotImplementedError"
    ).split(" "),
  ),
  imports,
};

function writer(): Writer {
  return {
    null: "None",
    true: "True",
    false: "False",
    and: "and",
    or: "or",
    equal: "==",
    notEqual: "!=",
    emptyList: "[]",
    not: (operand) => ({ text: `not ${grouped(operand, 3)}`, level: 3 }),
    isNull: (operand) => infix("is", operand, atom("None")),
    isNotNull: (operand) => infix("is not", operand, atom("None")),
    length: (operand) => atom(`len(${operand.text})`),
    isEmpty: (operand) => ({ text: `not ${grouped(operand, 3)}`, level: 3 }),
    least: (left, right) => atom(`min(${left.text}, ${right.text})`),
    greatest: (left, right) => atom(`max(${left.text}, ${right.text})`),
    slice: (object, from, to) => atom(`${grouped(object, 13)}[${from}:${to}]`),
    conditional: (condition, then, otherwise) =>
      loose(`${grouped(then, 1)} if ${grouped(condition, 1)} else ${otherwise.text}`),
    list: (items) => `[${items.join(", ")}]`,
    statement: (expression) => expression,
    assignment: (target, value) => `${target} = ${value}`,
    returning: (value) => (value === "" ? "return" : `return ${value}`),
    breaking: "break",
    continuing: "continue",
    when: (condition, body, indent, step) => `if ${condition}:\n${indent}${step}${body}`,
  };
}

const FROM = /^\s*from\s+(\.*)([\w.]*)\s+import\s+(?:\(([^)]*)\)|([^\n]*))/gm;
const IMPORT = /^\s*import\s+([^\n]+)/gm;

function imports(path: string, text: string): readonly (readonly string[])[] {
  const here = path.split("/").slice(0, -1);
  const found: string[][] = [];
  for (const match of text.matchAll(FROM)) {
    const dots = match[1]?.length ?? 0;
    const parts = (match[2] ?? "").split(".").filter((part) => part !== "");
    const names = (match[3] ?? match[4] ?? "").split(",").map((name) => name.trim().split(/\s+/)[0] ?? "");
    const bases = dots === 0 ? [[], here] : [here.slice(0, here.length - (dots - 1))];
    for (const base of bases) {
      found.push(module([...base, ...parts]));
      for (const name of names) if (/^\w+$/.test(name)) found.push(module([...base, ...parts, name]));
    }
  }
  for (const match of text.matchAll(IMPORT)) {
    for (const name of (match[1] ?? "").split(",")) {
      const parts = (name.trim().split(/\s+/)[0] ?? "").split(".");
      found.push(module(parts), module([...here, ...parts]));
    }
  }
  return found;
}

function module(parts: readonly string[]): string[] {
  const base = parts.join("/");
  return base === ""
    ? ["__init__.py"]
    : [`${base}.py`, `${base}/__init__.py`, `src/${base}.py`, `src/${base}/__init__.py`];
}
