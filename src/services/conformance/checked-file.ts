import type { CheckedFile } from "./check-type.ts";
import { languageOf, parseText, type SyntaxTree } from "./syntax.ts";

export function openFile(path: string, text: string): CheckedFile {
  let tree: SyntaxTree | null | undefined;
  return {
    path,
    text,
    syntax: () => {
      if (tree === undefined) {
        const language = languageOf(path);
        tree = language === null ? null : parseText(language, text);
      }
      return tree;
    },
  };
}
