import type { Grammar } from "../languages/language.ts";
import type { SyntaxNode } from "./node.ts";
import { parse } from "./parse.ts";

/** A parsed text. */
export interface Code {
  readonly source: string;
  readonly tree: SyntaxNode;
  /** The code of a node; empty for a missing one. */
  text(node: SyntaxNode | null | undefined): string;
}

export function readCode(source: string, grammar: Grammar): Code {
  return {
    source,
    tree: parse(grammar, source),
    text: (node) => (node ? source.slice(node.start, node.end) : ""),
  };
}
