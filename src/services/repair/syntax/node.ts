import { remembered } from "../../../domain/rules/values/remembered.ts";

/** The kind of a syntax node, independent of the language. Operators know only these. */
export type Kind =
  | "module"
  | "function"
  | "lambda"
  | "class"
  | "block"
  | "expression-statement"
  | "declaration"
  | "assign"
  | "augment"
  | "update"
  | "return"
  | "yield"
  | "if"
  | "else"
  | "while"
  | "for-each"
  | "for-classic"
  | "for-clause"
  | "break"
  | "continue"
  | "throw"
  | "try"
  | "catch"
  | "switch"
  | "import"
  /** Not editable: a type, a decorator, a pattern, a test inside the code. */
  | "closed"
  | "binary"
  | "comparison"
  | "logical"
  | "not"
  | "unary"
  | "conditional"
  | "call"
  | "arguments"
  | "keyword-argument"
  | "identifier"
  | "name"
  | "attribute"
  | "subscript"
  | "slice"
  | "number"
  | "string"
  | "boolean"
  | "null"
  | "list"
  | "tuple"
  | "dict"
  | "pair"
  | "comprehension"
  | "await"
  | "group"
  | "spread"
  | "parameters"
  | "parameter"
  | "comment"
  | "other";

/** The role of a node in its parent. */
export type Role =
  | "left"
  | "right"
  | "operand"
  | "target"
  | "value"
  | "condition"
  | "body"
  | "alternative"
  | "consequent"
  | "otherwise"
  | "callee"
  | "arguments"
  | "object"
  | "property"
  | "index"
  | "from"
  | "to"
  | "step"
  | "iterable"
  | "initial"
  | "advance"
  | "name"
  | "parameters"
  | "key"
  | "type";

export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A named node of the tree. Offsets are UTF-16, lines 1-based. */
export interface SyntaxNode {
  readonly kind: Kind;
  /** The grammar's own name for it. */
  readonly raw: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
  readonly column: number;
  readonly parent: SyntaxNode | null;
  readonly role: Role | null;
  readonly children: readonly SyntaxNode[];
  /** Operator tokens of binary, comparison, logical, unary, augment and update nodes. */
  readonly operators: readonly Token[];
}

export function child(node: SyntaxNode, role: Role): SyntaxNode | null {
  return node.children.find((each) => each.role === role) ?? null;
}

/** A node and all its descendants, in text order. */
export const descendants = remembered((node: SyntaxNode): readonly SyntaxNode[] => {
  const found: SyntaxNode[] = [];
  const visit = (each: SyntaxNode) => {
    found.push(each);
    each.children.forEach(visit);
  };
  visit(node);
  return found;
});

export function* ancestors(node: SyntaxNode): Generator<SyntaxNode> {
  for (let each = node.parent; each !== null; each = each.parent) yield each;
}

export function contains(outer: SyntaxNode, inner: SyntaxNode): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

const STATEMENTS: ReadonlySet<Kind> = new Set([
  "expression-statement",
  "declaration",
  "assign",
  "augment",
  "update",
  "return",
  "if",
  "while",
  "for-each",
  "for-classic",
  "break",
  "continue",
  "throw",
  "try",
  "switch",
  "other",
]);

/** Whether a node is a statement: a direct child of a block, a case or the module. */
export function isStatement(node: SyntaxNode): boolean {
  if (node.parent?.kind !== "block" && node.parent?.kind !== "module") return false;
  return STATEMENTS.has(node.kind) && node.role !== "value" && node.role !== "type";
}

export function enclosingStatement(node: SyntaxNode): SyntaxNode | null {
  if (isStatement(node)) return node;
  for (const each of ancestors(node)) if (isStatement(each)) return each;
  return null;
}

export function enclosingFunction(node: SyntaxNode): SyntaxNode | null {
  for (const each of ancestors(node)) if (each.kind === "function") return each;
  return null;
}

/** The returns of a function itself, without those of functions inside it. */
export function returnsOf(owner: SyntaxNode): readonly SyntaxNode[] {
  return descendants(owner).filter((node) => node.kind === "return" && enclosingFunction(node) === owner);
}

export function enclosingClass(node: SyntaxNode): SyntaxNode | null {
  for (const each of ancestors(node)) if (each.kind === "class") return each;
  return null;
}

/** The functions of a class itself, without those inside them. */
export function methodsOf(owner: SyntaxNode): readonly SyntaxNode[] {
  const around = enclosingFunction(owner);
  return descendants(owner).filter(
    (node) =>
      node.kind === "function" && enclosingClass(node) === owner && enclosingFunction(node) === around,
  );
}

const EXPRESSIONS: ReadonlySet<Kind> = new Set([
  "binary",
  "comparison",
  "logical",
  "not",
  "unary",
  "conditional",
  "call",
  "identifier",
  "attribute",
  "subscript",
  "number",
  "string",
  "boolean",
  "null",
  "list",
  "tuple",
  "dict",
  "comprehension",
  "await",
  "group",
  "lambda",
]);

/** Whether a node is a loop, other than one in a comprehension. */
export function isLoop({ kind }: Pick<SyntaxNode, "kind">): boolean {
  return kind === "while" || kind === "for-each" || kind === "for-classic";
}

/** Whether a node must not be edited: imports, and closed kinds. */
export function isClosed({ kind }: SyntaxNode): boolean {
  return kind === "import" || kind === "closed";
}

/** Whether a node is an expression that is read: neither an assignment target nor a declared name. */
export function isValue(node: SyntaxNode): boolean {
  if (!EXPRESSIONS.has(node.kind)) return false;
  if (node.role === "target" || node.role === "name" || node.role === "property" || node.role === "type")
    return false;
  const { parent } = node;
  if (parent !== null && (isClosed(parent) || parent.kind === "parameters" || parent.kind === "class"))
    return false;
  if (node.role === "key" && node.kind === "identifier") return false;
  if (isInPattern(node)) return false;
  for (const each of ancestors(node)) {
    if (each.role === "target") return node.role === "index" || node.parent?.role === "index";
    if (each.role === "type" || isClosed(each)) return false;
    if (each.kind === "block") break;
  }
  return true;
}

/** Whether a node is part of what a match arm of Rust compares with: a name there would be a new variable. */
function isInPattern(node: SyntaxNode): boolean {
  for (let each: SyntaxNode | null = node; each !== null && each.kind !== "block"; each = each.parent)
    if (each.parent?.raw === "match_pattern") return each.role !== "condition";
  return false;
}

export function unwrap(node: SyntaxNode): SyntaxNode {
  const only = node.children[0];
  return node.kind === "group" && only !== undefined && node.children.length === 1 ? unwrap(only) : node;
}

/** The first operator of a node; empty if it has none. */
export function operatorOf(node: SyntaxNode | null | undefined): string {
  return node?.operators[0]?.text ?? "";
}

/** The operator to the left of an operand: "-" for `b` in `a - b`. */
export function operatorBefore({ parent, role }: SyntaxNode): string | null {
  return parent?.kind === "binary" && role === "right" ? (parent.operators.at(-1)?.text ?? null) : null;
}
