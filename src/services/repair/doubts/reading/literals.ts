import type { Code } from "../../syntax/code.ts";
import { descendants, operatorOf, type SyntaxNode } from "../../syntax/node.ts";
import { bare } from "./mentions.ts";

/** A number, string, boolean or null in the code. Numbers are normalized, without separators and suffixes. */
export interface Literal {
  readonly kind: "number" | "string" | "boolean" | "null";
  readonly value: string;
  readonly node: SyntaxNode;
}

const NUMBER_TEXT = /^-?[\d_]+(?:\.[\d_]+)?(?:e[+-]?\d+)?/i;

const BASED = /^0(?:x[\da-f]+|o[0-7]+|b[01]+)/i;

export function literalsOf(code: Code): readonly Literal[] {
  const found: Literal[] = [];
  for (const node of descendants(code.tree)) {
    const literal = literalAt(node, code);
    if (literal !== null) found.push(literal);
    if (node.raw === "macro_invocation") found.push(...inMacro(node, code));
  }
  return found;
}

/** The literal at a node, with its sign; null if it is something else or has interpolated parts. */
export function literalAt(node: SyntaxNode, { text }: Code): Literal | null {
  const written = text(node);
  switch (node.kind) {
    case "number": {
      const negative = node.parent?.kind === "unary" && operatorOf(node.parent) === "-";
      return { kind: "number", value: `${negative ? "-" : ""}${plainNumber(written)}`, node };
    }
    case "string":
      return node.children.length > 0 ? null : { kind: "string", value: bare(written), node };
    case "boolean":
      return { kind: "boolean", value: written.toLowerCase(), node };
    case "null":
      return { kind: "null", value: "null", node };
    default:
      if (node.raw === "raw_string_literal" || node.raw === "char_literal" || node.raw === "rune_literal")
        return { kind: "string", value: bare(written), node };
      return null;
  }
}

function plainNumber(written: string): string {
  const based = BASED.exec(written.replaceAll("_", ""))?.[0];
  if (based !== undefined) return String(Number(based));
  const found = NUMBER_TEXT.exec(written)?.[0] ?? written;
  return found.replaceAll("_", "").replace(/\.0+$/, "");
}

/** Macros are not parsed: only quotes and digits in their text are visible. */
function inMacro(node: SyntaxNode, { text }: Code): readonly Literal[] {
  return [
    ...text(node).matchAll(/"((?:[^"\\]|\\.)*)"|(?<![\w.])-?\d[\d_]*(?:\.\d+)?|\b(?:true|false)\b/g),
  ].map(([all, quoted]) => {
    if (quoted !== undefined) return { kind: "string", value: quoted, node };
    if (/^[tf]/.test(all)) return { kind: "boolean", value: all, node };
    return { kind: "number", value: plainNumber(all), node };
  });
}
