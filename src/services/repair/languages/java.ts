import { folderOf } from "../../../domain/rules/paths/folder-of.ts";
import { atom, grouped, infix, loose } from "../syntax/expression.ts";
import { bracesWriter } from "./braces.ts";
import { byKind } from "./by-kind.ts";
import { JAVA_SHAPES } from "./java-shapes.ts";
import type { Language } from "./language.ts";
import { call, method } from "./wrappers.ts";

export const java: Language = {
  id: "java",
  title: "Java",
  grammar: { language: "java", shapes: JAVA_SHAPES },
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
  wrappers: [call("Math.abs", ["number"], "number"), method("trim", ["string"], "string")],
  adders: [{ takes: "list", method: "add" }],
  callKinds: byKind({
    number: "length size indexOf abs",
    string: "trim toUpperCase toLowerCase substring",
    boolean: "isEmpty contains equals startsWith endsWith",
  }),
  builtins: new Set(
    "String Integer Long Double Boolean Character Math List ArrayList Map HashMap Set HashSet Object System Arrays Collections Optional".split(
      " ",
    ),
  ),
  imports: () => [],
  folders: (path, text) => [
    folderOf(path).replace("src/test/java", "src/main/java"),
    ...[...text.matchAll(/^import\s+(?:static\s+)?([\w.]+)\.\w+\s*;/gm)].map(
      (match) => `src/main/java/${(match[1] ?? "").replaceAll(".", "/")}`,
    ),
  ],
};
