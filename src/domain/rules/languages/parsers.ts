import type { LanguageId } from "./languages.ts";

/** The supported languages as ast-grep names them. */
export const PARSER_NAMES: Readonly<Record<LanguageId, string>> = {
  python: "python",
  javascript: "JavaScript",
  typescript: "TypeScript",
  tsx: "Tsx",
  go: "go",
  rust: "rust",
  java: "java",
};

/**
 * The grammars that ast-grep does not contain. It ignores every registration in a process except the first, so each
 * service that parses registers all of them. `load` is the service's own `require`.
 */
export function grammarsToRegister<Grammar>(load: (name: string) => Grammar): Record<string, Grammar> {
  const names = ["go", "java", "python", "rust"];
  return Object.fromEntries(names.map((name) => [name, load(`@ast-grep/lang-${name}`)]));
}
