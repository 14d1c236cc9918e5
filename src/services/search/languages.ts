import { createRequire } from "node:module";
import type { SgNode } from "@ast-grep/napi";

export type { SgNode };

export interface Language {
  /** As ast-grep names it. */
  readonly id: string;
  /** Kinds of syntax nodes that define something with a name, and what people call them. */
  readonly definitions: Readonly<Record<string, SymbolKind>>;
}

export type SymbolKind = "function" | "method" | "class" | "type";

const ecmaScript: Language["definitions"] = {
  function_declaration: "function",
  generator_function_declaration: "function",
  method_definition: "method",
  class_declaration: "class",
  variable_declarator: "function",
};

const typeScript: Language["definitions"] = {
  ...ecmaScript,
  abstract_class_declaration: "class",
  interface_declaration: "type",
  type_alias_declaration: "type",
  enum_declaration: "type",
};

const languages: Readonly<Record<string, Language>> = {
  python: { id: "python", definitions: { function_definition: "function", class_definition: "class" } },
  javascript: { id: "JavaScript", definitions: ecmaScript },
  typescript: { id: "TypeScript", definitions: typeScript },
  tsx: { id: "Tsx", definitions: typeScript },
  go: {
    id: "go",
    definitions: { function_declaration: "function", method_declaration: "method", type_spec: "type" },
  },
  rust: {
    id: "rust",
    definitions: {
      function_item: "function",
      function_signature_item: "function",
      struct_item: "type",
      enum_item: "type",
      trait_item: "type",
      impl_item: "class",
    },
  },
  java: {
    id: "java",
    definitions: {
      method_declaration: "method",
      constructor_declaration: "method",
      class_declaration: "class",
      interface_declaration: "type",
      enum_declaration: "type",
      record_declaration: "class",
    },
  },
};

const byExtension: Readonly<Record<string, string>> = {
  py: "python",
  pyi: "python",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "tsx",
  go: "go",
  rs: "rust",
  java: "java",
};

export function languageOf(path: string): Language | null {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const name = byExtension[extension];
  return name === undefined ? null : (languages[name] ?? null);
}

const require = createRequire(import.meta.url);
let isRegistered = false;

/** Loads the parsers at first use: they cost start-up time that most commands never need. */
export function parseSource(language: Language, text: string): SgNode {
  const { parse, registerDynamicLanguage } = require("@ast-grep/napi") as typeof import("@ast-grep/napi");
  if (!isRegistered) {
    // ast-grep heeds only the first registration in a process, so everybody registers the same four.
    registerDynamicLanguage({
      python: require("@ast-grep/lang-python"),
      go: require("@ast-grep/lang-go"),
      rust: require("@ast-grep/lang-rust"),
      java: require("@ast-grep/lang-java"),
    });
    isRegistered = true;
  }
  return parse(language.id, text).root();
}
