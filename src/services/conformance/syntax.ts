import { createRequire } from "node:module";
import type { NapiConfig, SgNode } from "@ast-grep/napi";
import { type LanguageId, PARSER_NAMES } from "../../domain/rules/languages.ts";
import type { Range } from "./range.ts";

export type { NapiConfig, SgNode };

export interface SyntaxTree {
  readonly language: LanguageId;
  readonly root: SgNode;
}

const require = createRequire(import.meta.url);
let isRegistered = false;

/** Loads the parsers at first use: they cost start-up time that most commands never need. */
function loadParsers(): typeof import("@ast-grep/napi") {
  const napi = require("@ast-grep/napi") as typeof import("@ast-grep/napi");
  if (isRegistered) return napi;
  // ast-grep heeds only the first registration in a process, so everybody registers the same four.
  napi.registerDynamicLanguage({
    python: require("@ast-grep/lang-python"),
    go: require("@ast-grep/lang-go"),
    rust: require("@ast-grep/lang-rust"),
    java: require("@ast-grep/lang-java"),
  });
  isRegistered = true;
  return napi;
}

export function parseText(language: LanguageId, text: string): SyntaxTree {
  return { language, root: loadParsers().parse(PARSER_NAMES[language], text).root() };
}

export async function parseTextAside(language: LanguageId, text: string): Promise<SyntaxTree> {
  const tree = await loadParsers().parseAsync(PARSER_NAMES[language], text);
  return { language, root: tree.root() };
}

export function rangeOf(node: SgNode): Range {
  const { start, end } = node.range();
  return {
    line: start.line + 1,
    column: start.column + 1,
    endLine: end.line + 1,
    endColumn: end.column + 1,
  };
}

const NAMED_SCOPES =
  /^(?:function_definition|class_definition|function_declaration|generator_function_declaration|method_definition|class_declaration|abstract_class_declaration|interface_declaration|method_declaration|constructor_declaration|enum_declaration|record_declaration|function_item|impl_item|trait_item|mod_item|variable_declarator)$/;

/** The names of the definitions around a node, outermost first. */
export function scopeOf(node: SgNode): string {
  return node
    .ancestors()
    .filter((ancestor) => NAMED_SCOPES.test(String(ancestor.kind())))
    .map((ancestor) => (ancestor.field("name") ?? ancestor.field("type"))?.text() ?? "")
    .filter((name) => name !== "")
    .reverse()
    .join(".");
}
