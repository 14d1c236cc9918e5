import { createRequire } from "node:module";
import { parse as parseNative, registerDynamicLanguage, type SgNode } from "@ast-grep/napi";
import { grammarsToRegister, PARSER_NAMES } from "../../../domain/rules/languages/parsers.ts";
import type { Grammar } from "../languages/language.ts";
import type { Kind, Role, SyntaxNode, Token } from "./node.ts";

let registered = false;

let latest: { readonly grammar: Grammar; readonly text: string; readonly tree: SyntaxNode } | null = null;

/**
 * Converts the tree to plain JavaScript objects with one native call per node. Trees are never modified, so the latest
 * one is cached.
 */
export function parse(grammar: Grammar, text: string): SyntaxNode {
  if (latest?.grammar !== grammar || latest.text !== text)
    latest = { grammar, text, tree: convert(grammar, native(grammar, text), null, null) };
  return latest.tree;
}

/** Whether the text contains a syntax error. */
export function hasSyntaxError(grammar: Grammar, text: string): boolean {
  return native(grammar, text).find({ rule: { kind: "ERROR" } }) !== null;
}

function native(grammar: Grammar, text: string): SgNode {
  if (!registered) {
    registerDynamicLanguage(grammarsToRegister(createRequire(import.meta.url)));
    registered = true;
  }
  return parseNative(PARSER_NAMES[grammar.language], withLines(grammar, text)).root() as SgNode;
}

/** In these languages a carriage return ends a line, and with it a comment; their grammars do not know that. */
const ENDS_LINES = new Set<Grammar["language"]>(["python", "java"]);

function withLines({ language }: Grammar, text: string): string {
  return ENDS_LINES.has(language) ? text.replace(/\r(?!\n)/g, "\n") : text;
}

interface Building {
  kind: Kind;
  raw: string;
  start: number;
  end: number;
  line: number;
  endLine: number;
  column: number;
  parent: SyntaxNode | null;
  role: Role | null;
  children: SyntaxNode[];
  operators: Token[];
}

function convert(grammar: Grammar, from: SgNode, parent: SyntaxNode | null, role: Role | null): SyntaxNode {
  const raw = String(from.kind());
  const shape = grammar.shapes[raw];
  const range = from.range();
  const node: Building = {
    kind: shape?.kind ?? "other",
    raw,
    start: range.start.index,
    end: range.end.index,
    line: range.start.line + 1,
    endLine: range.end.line + 1,
    column: range.start.column,
    parent,
    role,
    children: [],
    operators: [],
  };
  if (shape?.leaf === true) return node;
  const roles = rolesByIdentity(from, shape?.roles);
  for (const each of from.children()) {
    if (each.isNamed()) {
      node.children.push(convert(grammar, each, node, roles?.get(each.id()) ?? null));
      continue;
    }
    if (shape?.operators === true) node.operators.push(token(each));
  }
  const [only] = node.children as Building[];
  if (shape?.thin === true && only !== undefined && node.children.length === 1)
    return Object.assign(only, { parent, role });
  shape?.finish?.(node, () => from.text());
  return node;
}

function rolesByIdentity(
  from: SgNode,
  roles: Partial<Record<Role, string>> | undefined,
): Map<number, Role> | null {
  if (roles === undefined) return null;
  const found = new Map<number, Role>();
  for (const [role, field] of Object.entries(roles)) {
    const at = from.field(field as never) as SgNode | null;
    if (at !== null) found.set(at.id(), role as Role);
  }
  return found;
}

function token(from: SgNode): Token {
  const range = from.range();
  return { text: from.text(), start: range.start.index, end: range.end.index };
}
