import { createRequire } from "node:module";
import type { SgNode } from "@ast-grep/napi";

export type Node = SgNode;

export type Grammar = "python" | "go" | "rust" | "java" | "JavaScript" | "TypeScript" | "Tsx";

const require = createRequire(import.meta.url);
let isRegistered = false;

/** Loads the parsers on first use: they cost startup time that most commands never need. */
export function parse(grammar: Grammar, text: string): Node {
  const napi = require("@ast-grep/napi") as typeof import("@ast-grep/napi");
  if (!isRegistered) {
    // ast-grep ignores every registration in a process except the first, so every service registers the same four.
    napi.registerDynamicLanguage({
      python: require("@ast-grep/lang-python"),
      go: require("@ast-grep/lang-go"),
      rust: require("@ast-grep/lang-rust"),
      java: require("@ast-grep/lang-java"),
    });
    isRegistered = true;
  }
  return napi.parse(grammar, text).root();
}

/** Also true if the parser inserted a missing token: a node without text. */
export function hasSyntaxError(root: Node): boolean {
  return root.find({ rule: { any: [{ kind: "ERROR" }, { regex: "^$" }] } }) !== null;
}
