import { createRequire } from "node:module";
import type { SyntaxCheck } from "../../domain/ports/editing.ts";
import { extensionOf, languageOf } from "../../domain/rules/languages/languages.ts";
import { grammarsToRegister, PARSER_NAMES } from "../../domain/rules/languages/parsers.ts";
import { isPythonIndented } from "./python-indentation.ts";

/** Languages that only this check parses, in addition to the shared ones. */
const MARKUP: ReadonlyMap<string, string> = new Map([
  ["html", "Html"],
  ["css", "Css"],
]);

/** Parsing takes about 10 ms per 1,000 lines; above this size the answer is not worth the wait. */
const LONGEST = 150_000;

/** Reports whether a text is free of syntax errors, in the language of its path. */
export function createSyntaxCheck(): SyntaxCheck {
  let parser: Parser | undefined;
  return (path, text) => {
    const language = parserFor(path);
    if (language === undefined || text.length > LONGEST) return null;
    if (text.trim() === "") return true;
    if (language === "python" && !isPythonIndented(text)) return false;
    parser ??= loadParser();
    return parsesCleanly(parser, language, text);
  };
}

function parserFor(path: string): string | undefined {
  const language = languageOf(path);
  return language === null ? MARKUP.get(extensionOf(path)) : PARSER_NAMES[language];
}

type Parser = typeof import("@ast-grep/napi");

/** Loaded on first use: the native module is expensive at startup. */
function loadParser(): Parser {
  const load = createRequire(import.meta.url);
  const parser: Parser = load("@ast-grep/napi");
  parser.registerDynamicLanguage(grammarsToRegister(load));
  return parser;
}

/** A node without text was missing, and the parser inserted it to continue. */
function parsesCleanly(parser: Parser, language: string, text: string): boolean {
  const fault = parser
    .parse(language, text)
    .root()
    .find({ rule: { any: [{ kind: "ERROR" }, { regex: "^$" }] } });
  return fault === null;
}
