import type { Code } from "../syntax/code.ts";
import { child, descendants } from "../syntax/node.ts";
import type { Ingredients, SeenCall } from "./context.ts";

const MOST = 40;
const FIELD = /(?:\.|[{,]\s*)([A-Za-z_]\w*)\b(?!\s*\()/g;
const MOST_TEXT = 400_000;

/** Properties that a class computes or declares, and that nothing may mention yet. */
const PROPERTY = /@(?:cached_)?property\s+def\s+(\w+)|^[ \t]+(?:static\s+)?get\s+(\w+)\s*\(/gm;

/** Names after a dot in any of the files, and properties: fields that a single file may not mention. */
export function fieldsOf(texts: readonly string[]): readonly string[] {
  const found = new Set<string>();
  let read = 0;
  for (const text of texts) {
    read += text.length;
    if (read > MOST_TEXT) break;
    for (const match of text.matchAll(PROPERTY)) found.add(match[1] ?? match[2] ?? "");
    for (const match of text.matchAll(FIELD)) found.add(match[1] ?? "");
  }
  return [...found];
}

/** The elements of a file, for operators that reuse existing code. */
export function gatherIngredients({ source, tree, text }: Code, more: readonly string[]): Ingredients {
  const fields = new Set<string>();
  const methods = new Set<string>();
  const functions = new Map<string, SeenCall>();
  const numbers = new Set<string>();
  const strings = new Set<string>();

  for (const match of source.matchAll(PROPERTY)) fields.add(match[1] ?? match[2] ?? "");
  for (const node of descendants(tree)) {
    if (node.kind === "number") numbers.add(text(node));
    if (node.kind === "string" && node.children.length === 0) strings.add(text(node));
    if (node.kind === "attribute" && node.role !== "callee") {
      const property = child(node, "property");
      if (property !== null) fields.add(text(property));
    }
    if (node.kind === "function") {
      const name = child(node, "name");
      const parameters = child(node, "parameters");
      if (name?.kind === "identifier") {
        const arity = parameters?.children.length ?? 0;
        functions.set(`${text(name)}/${arity}`, { name: text(name), arity });
      }
    }
    if (node.kind === "call") {
      const callee = child(node, "callee");
      if (callee?.kind === "attribute") {
        const property = child(callee, "property");
        if (property !== null) methods.add(text(property));
      }
      if (callee?.kind === "identifier") {
        const arity = child(node, "arguments")?.children.length ?? 0;
        functions.set(`${text(callee)}/${arity}`, { name: text(callee), arity });
      }
    }
  }
  for (const each of more) fields.add(each);
  return {
    fields: [...fields].slice(0, MOST),
    methods: [...methods].slice(0, MOST),
    functions: [...functions.values()].slice(0, MOST),
    numbers: [...numbers].slice(0, MOST),
    strings: [...strings].slice(0, MOST),
  };
}
