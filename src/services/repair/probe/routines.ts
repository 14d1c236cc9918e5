import type { Code } from "../syntax/code.ts";
import { child, descendants, type SyntaxNode } from "../syntax/node.ts";

/** A function that can be referenced from outside its module. */
export interface Routine {
  /** As written in code: `price`, `Cart.total`. */
  readonly name: string;
  /** An expression for the function itself that is valid at the end of its module. */
  readonly access: string;
  /** The whole definition, including decorators. */
  readonly whole: SyntaxNode;
  readonly node: SyntaxNode;
  readonly owner: SyntaxNode | null;
}

/** Functions at the top level of a module and methods of its classes; nested functions belong to these. */
export function routinesOf({ tree, text }: Code): readonly Routine[] {
  const found: Routine[] = [];

  function add(name: string, access: string, whole: SyntaxNode, node: SyntaxNode, owner: SyntaxNode | null) {
    found.push({ name, access, whole, node, owner });
  }

  function visitClass(node: SyntaxNode) {
    const named = child(node, "name");
    const body = child(node, "body");
    if (named === null || body === null) return;
    const title = text(named);
    for (const member of body.children) {
      const method = member.kind === "function" ? member : inner(member, "function");
      const name = method === null ? null : child(method, "name");
      if (method === null || name === null || text(name) === "constructor") continue;
      const isStatic = /^static\b/.test(text(method));
      const access = isStatic ? `${title}.${text(name)}` : `${title}.prototype.${text(name)}`;
      if (!text(name).startsWith("#") && !/^(?:static\s+)?[gs]et\s+\w/.test(text(method)))
        add(`${title}.${text(name)}`, access, member, method, node);
    }
  }

  function visitBinding(statement: SyntaxNode, node: SyntaxNode) {
    const target = child(node, "target");
    const value = child(node, "value");
    if (target === null || value === null) return;
    if (value.kind === "function" || value.kind === "lambda")
      add(text(target).replace(/^(?:module\.)?exports\./, ""), text(target), statement, value, null);
    if (value.kind !== "dict" || !/^(?:module\.exports|[\w$]+)$/.test(text(target))) return;
    const prefix = text(target) === "module.exports" ? "" : `${text(target)}.`;
    for (const entry of value.children) {
      const name = child(entry, entry.kind === "function" ? "name" : "key");
      const held = entry.kind === "function" ? entry : child(entry, "value");
      if (name === null || (held?.kind !== "function" && held?.kind !== "lambda")) continue;
      add(`${prefix}${text(name)}`, `${text(target)}.${text(name)}`, entry, held, null);
    }
  }

  function visit(statement: SyntaxNode, node: SyntaxNode) {
    if (node.kind === "function") {
      const name = child(node, "name");
      const type = /^func\s*\([^)]*?(\w+)\s*(?:\[[^\]]*\])?\s*,?\s*\)/.exec(text(node))?.[1];
      const whole = node.raw === "method_declaration" && type !== undefined ? `${type}.` : "";
      if (name !== null) add(whole + text(name), whole + text(name), statement, node, null);
      return;
    }
    if (node.kind === "class") return visitClass(node);
    if (node.kind === "assign") return visitBinding(statement, node);
    if (isWrapper(node)) for (const each of node.children) visit(statement, each);
  }

  for (const statement of tree.children) visit(statement, statement);
  return found;
}

/** Statements that only contain a definition, possibly under a condition. */
function isWrapper(node: SyntaxNode): boolean {
  return (
    ["decorated_definition", "export_statement"].includes(node.raw) ||
    ["declaration", "expression-statement", "if", "try", "block"].includes(node.kind)
  );
}

function inner(node: SyntaxNode, kind: SyntaxNode["kind"]): SyntaxNode | null {
  if (node.raw !== "decorated_definition") return null;
  return node.children.find((each) => each.kind === kind) ?? null;
}

/** Every name that a piece of code mentions. */
export function namesIn(node: SyntaxNode, { text }: Code): ReadonlySet<string> {
  const names = descendants(node).filter((each) => each.kind === "identifier" || each.kind === "name");
  return new Set(names.map(text));
}
