import type { SourceFile } from "../../../domain/ports/repair.ts";
import type { Language } from "../languages/language.ts";
import { readCode } from "../syntax/code.ts";
import { expressionOf } from "../syntax/expression.ts";
import type { SyntaxNode } from "../syntax/node.ts";
import type { Context } from "./context.ts";
import { gatherIngredients } from "./ingredients.ts";
import { createKinds, type Observed } from "./kinds.ts";

/** Characters; larger files are not parsed. */
export const LARGEST_FILE = 400_000;

/** Parses a file and provides what operators may know about it. */
export function openSource(
  file: SourceFile,
  language: Language,
  observed?: Observed,
  fields: readonly string[] = [],
): Context {
  const code = readCode(file.text, language.grammar);
  const kinds = createKinds(code, language, observed);
  return {
    ...code,
    path: file.path,
    language,
    ingredients: gatherIngredients(code, fields),
    expression: (node: SyntaxNode) => expressionOf(file.text, node),
    variables: (node: SyntaxNode) => kinds.scopes.variables(node),
    kindOf: (node: SyntaxNode) => kinds.kindOf(node),
  };
}
