import { child, type SyntaxNode } from "../syntax/node.ts";

/** A function that a comparison can locate again, and how a call to it is recorded. */
export interface RecordedCall {
  /** The path from the module's exports: `f`, `Class.method`, `table.method`. */
  readonly name: string;
  /** Code for its arguments, and for its receiver. */
  readonly given: string;
  readonly self: string;
}

/** Functions, arrow functions and methods at the top level of a module; null for any other. */
export function recordedCall(node: SyntaxNode, source: string): RecordedCall | null {
  const path = pathOf(node, source);
  if (path === null) return null;
  const isArrow = node.raw === "arrow_function";
  const given = isArrow ? parametersOf(node, source) : "arguments";
  if (given === null) return null;
  return {
    name: path.names.join("."),
    given,
    self: path.isMember && !isStatic(node, source) ? "this" : "undefined",
  };
}

interface Path {
  readonly names: readonly string[];
  /** Whether it is an instance member of a class. */
  readonly isMember: boolean;
}

function pathOf(node: SyntaxNode, source: string): Path | null {
  const { parent } = node;
  const own = child(node, "name");
  if (node.raw === "method_definition") return own && memberOf(node, nameOf(own, source), source);
  if (parent === null) return null;
  if (isTop(parent)) return own && { names: [nameOf(own, source)], isMember: false };
  if (
    parent.raw === "field_definition" ||
    parent.raw === "pair" ||
    parent.raw === "public_field_definition"
  ) {
    const [key] = parent.children;
    return key === undefined || key === node ? null : memberOf(parent, nameOf(key, source), source);
  }
  const names = assignedTo(node, source);
  return names && { names, isMember: false };
}

/** A member of a class or of an object at the top level of a module. */
function memberOf(member: SyntaxNode, name: string, source: string): Path | null {
  const owner = member.parent;
  if (owner === null || !/^[\w$]+$/.test(name) || name === "constructor") return null;
  if (owner.kind === "dict") {
    const names = assignedTo(owner, source);
    return names && { names: [...names, name], isMember: false };
  }
  const type = owner.parent;
  if (type?.kind !== "class" || type.parent === null || !isTop(type.parent)) return null;
  const title = child(type, "name") ?? type.children.find((each) => each.kind === "identifier");
  return title ? { names: [nameOf(title, source), name], isMember: true } : null;
}

/** The exported names that a value is assigned to: a variable, `exports.name`, or none for `module.exports`. */
function assignedTo(value: SyntaxNode, source: string): readonly string[] | null {
  const { parent } = value;
  if (parent === null) return null;
  if (parent.raw === "export_statement") return [];
  const [target] = parent.children;
  if (parent.kind !== "assign" || target === undefined || target === value) return null;
  const place = parent.parent;
  if (place === null || place.parent === null || !isTop(place.parent)) {
    if (place?.kind !== "expression-statement" || place.parent?.kind !== "module") return null;
  }
  const text = source.slice(target.start, target.end);
  if (target.kind === "identifier") return [text];
  if (text === "module.exports") return [];
  return /^(?:module\.)?exports\.([\w$]+)$/.exec(text)?.slice(1) ?? null;
}

function isTop(node: SyntaxNode): boolean {
  return node.kind === "module" || node.raw === "export_statement";
}

function isStatic(node: SyntaxNode, source: string): boolean {
  const member = node.raw === "method_definition" ? node : node.parent;
  return member !== null && /^(?:\w+\s+)*?static\b/.test(source.slice(member.start, node.start + 40));
}

/**
 * The parameters of an arrow function as values, because it has no `arguments`; null if that is impossible.
 */
function parametersOf(node: SyntaxNode, source: string): string | null {
  const parameters = child(node, "parameters");
  const body = child(node, "body");
  const all = parameters?.children ?? node.children.filter((each) => each !== body).slice(0, 1);
  const values = all
    .filter((each) => each.kind !== "comment")
    .map((each) => {
      const name = each.kind === "parameter" ? (child(each, "name") ?? each) : each;
      return source.slice(name.start, name.end);
    });
  const isValue = (text: string) => /^(?:\.\.\.)?[\w$]+$|^[{[][^=]*[}\]]$/.test(text);
  return values.every(isValue) ? `[${values.join(",")}]` : null;
}

function nameOf(node: SyntaxNode, source: string): string {
  return source.slice(node.start, node.end);
}
