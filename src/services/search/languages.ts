import { createRequire } from "node:module";
import type { SgNode } from "@ast-grep/napi";
import { type LanguageId, languageOf as languageIdOf } from "../../domain/rules/languages/languages.ts";
import { grammarsToRegister, PARSER_NAMES } from "../../domain/rules/languages/parsers.ts";

export type { SgNode };

export interface Language {
  readonly id: LanguageId;
  /** Kinds of syntax nodes that define something with a name, and their common names. */
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

const DEFINITIONS: Readonly<Record<LanguageId, Language["definitions"]>> = {
  python: { function_definition: "function", class_definition: "class" },
  javascript: ecmaScript,
  typescript: typeScript,
  tsx: typeScript,
  go: { function_declaration: "function", method_declaration: "method", type_spec: "type" },
  rust: {
    function_item: "function",
    function_signature_item: "function",
    struct_item: "type",
    enum_item: "type",
    trait_item: "type",
    impl_item: "class",
  },
  java: {
    method_declaration: "method",
    constructor_declaration: "method",
    class_declaration: "class",
    interface_declaration: "type",
    enum_declaration: "type",
    record_declaration: "class",
  },
};

export function languageOf(path: string): Language | null {
  const id = languageIdOf(path);
  return id === null ? null : { id, definitions: DEFINITIONS[id] };
}

const require = createRequire(import.meta.url);
let isRegistered = false;

/** Loads the parsers at first use: most commands do not need them, and loading takes time. */
export function parseSource(language: Language, text: string): SgNode {
  const { parse, registerDynamicLanguage } = require("@ast-grep/napi") as typeof import("@ast-grep/napi");
  if (!isRegistered) {
    registerDynamicLanguage(grammarsToRegister(require));
    isRegistered = true;
  }
  return parse(PARSER_NAMES[language.id], text).root();
}
