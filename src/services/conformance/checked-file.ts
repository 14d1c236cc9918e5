import { languageOf } from "../../domain/rules/languages/languages.ts";
import type { CheckedFile } from "./check-type.ts";
import { parseText, parseTextAside, type SyntaxTree } from "./syntax.ts";

export interface OpenedFile extends CheckedFile {
  /** Parses on another thread, so that `syntax` returns immediately. */
  parseAside(): Promise<void>;
}

export function openFile(path: string, text: string): OpenedFile {
  const language = languageOf(path);
  let tree: SyntaxTree | null = null;
  return {
    path,
    text,
    syntax: () => {
      if (language !== null) tree ??= parseText(language, text);
      return tree;
    },
    parseAside: async () => {
      if (language !== null) tree ??= await parseTextAside(language, text);
    },
  };
}
