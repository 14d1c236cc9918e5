import type { SourceFile } from "../../domain/ports/repair.ts";
import { languageOf } from "./languages/list.ts";
import { codeOf, isDocumentation } from "./new-tokens.ts";
import type { SyntaxNode } from "./syntax/node.ts";
import { parse } from "./syntax/parse.ts";

/**
 * A text that is equal for two versions of a file if they differ only in comments, documentation and layout without
 * meaning. Indentation in Python and a line end after `return` in JavaScript have a meaning, so the syntax tree counts
 * too. In a language without a grammar, only spaces at the end of a line and empty lines have none.
 */
export function meaningOf(file: SourceFile): string {
  const language = languageOf(file.path);
  if (language === null) return file.path.endsWith(".json") ? dataOf(file.text) : linesOf(file.text);
  const words = codeOf(file).map(({ text }) => text);
  return [...words, shapeOf(parse(language.grammar, file.text))].join("\n");
}

/** The kinds of all nodes, nested. */
function shapeOf(node: SyntaxNode): string {
  if (node.kind === "comment" || node.children.some(isDocumentation)) return "";
  return `${node.raw}(${node.children.map(shapeOf).join("")})`;
}

function dataOf(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return linesOf(text);
  }
}

function linesOf(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .join("\n");
}
