import { child, descendants, type SyntaxNode } from "../syntax/node.ts";
import type { Ingredients, SeenCall } from "./context.ts";

const MOST = 40;

/** What a file is made of, for operators that reuse what is already written. */
export function gatherIngredients(tree: SyntaxNode, source: string): Ingredients {
  const fields = new Set<string>();
  const methods = new Set<string>();
  const functions = new Map<string, SeenCall>();
  const numbers = new Set<string>();
  const strings = new Set<string>();
  const text = (node: SyntaxNode) => source.slice(node.start, node.end);

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
  return {
    fields: [...fields].slice(0, MOST),
    methods: [...methods].slice(0, MOST),
    functions: [...functions.values()].slice(0, MOST),
    numbers: [...numbers].slice(0, MOST),
    strings: [...strings].slice(0, MOST),
  };
}
