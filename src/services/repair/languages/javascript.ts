import type { LanguageId } from "../../../domain/rules/languages/languages.ts";
import { atom, grouped, infix, loose } from "../syntax/expression.ts";
import { bracesWriter } from "./braces.ts";
import { byKind } from "./by-kind.ts";
import { imports, packages } from "./javascript-imports.ts";
import { JAVASCRIPT_SHAPES } from "./javascript-shapes.ts";
import type { Language, Shape } from "./language.ts";
import { call, property } from "./wrappers.ts";

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
const CALL_KINDS: Language["callKinds"] = byKind({
  number:
    "length size indexOf lastIndexOf findIndex parseInt parseFloat Number abs floor ceil round " +
    "trunc sqrt min max charCodeAt codePointAt getTime getFullYear getMonth getDate getDay getHours " +
    "getMinutes",
  list: "map filter slice concat flat flatMap split sort reverse from keys values entries Array",
  string:
    "join trim toLowerCase toUpperCase String padStart padEnd repeat replace replaceAll substring " +
    "charAt toFixed toISOString stringify",
  set: "Set",
  dict: "Map",
  boolean: "includes has some every startsWith endsWith test isArray isNaN isInteger Boolean",
});

const FAMILIES: Language["families"] = {
  arithmetic: ["+", "-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", ">>>"],
  comparison: ["<", "<=", ">", ">=", "===", "!==", "==", "!="],
  logical: ["&&", "||", "??"],
  augmented: ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="],
};

const WRAPPERS: Language["wrappers"] = [
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
];

const BUILTINS: Language["builtins"] = new Set(
  (
    "Array ArrayBuffer BigInt Boolean Date Error Infinity Intl JSON Map Math NaN Number Object Promise Proxy RangeError " +
    "Reflect RegExp Set String Symbol SyntaxError TypeError URL URLSearchParams WeakMap WeakSet Buffer console " +
    "clearInterval clearTimeout exports fetch globalThis isFinite isNaN module parseFloat parseInt process queueMicrotask " +
    "require setImmediate setInterval setTimeout structuredClone undefined arguments decodeURIComponent encodeURIComponent"
  ).split(" "),
);

const WRITER = bracesWriter("null", {
  equal: "===",
  notEqual: "!==",
  emptyList: "[]",
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
});

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
    grammar: { language: id, shapes: { ...JAVASCRIPT_SHAPES, ...more } },
    write: WRITER,
    families: FAMILIES,
    confusions: CONFUSIONS,
    wrappers: WRAPPERS,
    adders: [
      { takes: "list", method: "push" },
      { takes: "set", method: "add" },
    ],
    puts: (container, key, value) => `${container}.set(${key}, ${value});`,
    drops: (container, key) => `${container}.delete(${key});`,
    callKinds: CALL_KINDS,
    builtins: BUILTINS,
    imports,
    packages,
  };
}
