import type { Context } from "../../propose/context.ts";
import { indentAt, indentStep } from "../../propose/edits.ts";
import type { SyntaxNode } from "../../syntax/node.ts";

/** A statement with an indented body of one line, to be inserted next to another statement. */
export function block(beside: SyntaxNode, head: string, body: string, { source }: Context): string {
  return `${head}\n${indentAt(source, beside.start)}${indentStep(source)}${body}`;
}
