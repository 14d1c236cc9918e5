import { createRequire } from "node:module";
import type { SgNode } from "@ast-grep/napi";
import type { LanguageId } from "../../../domain/rules/languages/languages.ts";
import { grammarsToRegister, PARSER_NAMES } from "../../../domain/rules/languages/parsers.ts";

export type Node = SgNode;

const require = createRequire(import.meta.url);
let isRegistered = false;

/** Loads the parsers on first use: they cost startup time that most commands never need. */
export function parse(language: LanguageId, text: string): Node {
  const napi = require("@ast-grep/napi") as typeof import("@ast-grep/napi");
  if (!isRegistered) {
    napi.registerDynamicLanguage(grammarsToRegister(require));
    isRegistered = true;
  }
  return napi.parse(PARSER_NAMES[language], text).root();
}

/** Also true if the parser inserted a missing token: a node without text. */
export function hasSyntaxError(root: Node): boolean {
  return root.find({ rule: { any: [{ kind: "ERROR" }, { regex: "^$" }] } }) !== null;
}
