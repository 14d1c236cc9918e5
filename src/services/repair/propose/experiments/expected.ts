import type { TestFailure } from "../../../../domain/entities/test-result.ts";
import type { RepairTarget, SourceFile } from "../../../../domain/ports/repair.ts";
import type { Language } from "../../languages/language.ts";
import { languageOf } from "../../languages/list.ts";
import { child, descendants, type SyntaxNode } from "../../syntax/node.ts";
import { parse } from "../../syntax/parse.ts";

/** An error that a failing test expects. */
export interface ExpectedError {
  /** The name of its class; null if the test names only the message. */
  readonly type: string | null;
  /** A message that satisfies the test; null if it does not check one. */
  readonly message: string | null;
}

/** What the failing tests say about results, as code. */
export interface Expected {
  /** Literals that they compare something with. */
  readonly results: readonly string[];
  /** Numbers and strings anywhere in them. */
  readonly numbers: readonly string[];
  readonly strings: readonly string[];
  readonly errors: readonly ExpectedError[];
}

export const NOTHING_EXPECTED: Expected = { results: [], numbers: [], strings: [], errors: [] };

const LONGEST = 60;
const MOST = 12;
const LARGEST_FILE = 200_000;
const COMPARES = /assert|equal|expect|tobe|^is$/i;
const PLAIN = new Set(["number", "string", "boolean", "null"]);
const CONTAINERS = new Set(["list", "tuple", "dict", "pair"]);

export function expectedOf({ failing, tests }: Pick<RepairTarget, "failing" | "tests">): Expected {
  const results = new Set<string>();
  const numbers = new Set<string>();
  const strings = new Set<string>();
  const errors = new Map<string, ExpectedError>();
  for (const file of tests) {
    const language = languageOf(file.path);
    const own = failing.failures.filter((each) => isOf(each, file));
    if (language === null || own.length === 0 || file.text.length > LARGEST_FILE) continue;
    const text = (node: SyntaxNode) => file.text.slice(node.start, node.end);
    for (const region of regionsOf(file, language, own)) {
      for (const node of descendants(region)) {
        if (node.kind === "number") numbers.add(text(signed(node)));
        if (node.kind === "string" && node.children.length === 0) strings.add(text(node));
        if (isResult(node, text)) results.add(text(node));
      }
      for (const error of errorsIn(text(region))) errors.set(`${error.type} ${error.message}`, error);
    }
  }
  return {
    results: [...results].filter((each) => each.length <= LONGEST && !each.includes("\n")).slice(0, MOST),
    numbers: [...numbers].slice(0, MOST),
    strings: [...strings].filter((each) => each.length <= LONGEST).slice(0, MOST),
    errors: [...errors.values()].slice(0, MOST),
  };
}

function isOf({ test_file }: TestFailure, { path }: SourceFile): boolean {
  return test_file === null || path.endsWith(test_file) || test_file.endsWith(path);
}

/** The failing tests in a file; the whole file if one of them is not found. */
function regionsOf(
  file: SourceFile,
  language: Language,
  failures: readonly TestFailure[],
): readonly SyntaxNode[] {
  const tree = parse(language.grammar, file.text);
  const found = new Set<SyntaxNode>();
  for (const failure of failures) {
    const name = nameOf(failure);
    const region = descendants(tree).find((node) => isNamed(node, name, file.text));
    if (region === undefined) return [tree];
    found.add(region.parent?.raw === "decorated_definition" ? region.parent : region);
  }
  return [...found];
}

function nameOf({ test_name }: TestFailure): string {
  const last = test_name.split(/ > |::|\./).at(-1) ?? "";
  return last.replace(/\[.*\]$/s, "").trim();
}

/** `def test_x():` or `it("x", …)`. */
function isNamed(node: SyntaxNode, name: string, source: string): boolean {
  const text = (each: SyntaxNode | null | undefined) =>
    each === null || each === undefined ? "" : source.slice(each.start, each.end);
  if (node.kind === "function") return text(child(node, "name")) === name;
  const first = node.kind === "call" ? child(node, "arguments")?.children[0] : undefined;
  return first?.kind === "string" && text(first).slice(1, -1).endsWith(name) && name !== "";
}

function signed(node: SyntaxNode): SyntaxNode {
  return node.parent?.kind === "unary" ? node.parent : node;
}

/** A literal that is compared with something, or the last one of a row in a table of cases. */
function isResult(node: SyntaxNode, text: (node: SyntaxNode) => string): boolean {
  const { parent } = node;
  if (!isLiteral(node) || parent === null) return false;
  if (parent.kind === "comparison") return true;
  if (parent.kind === "arguments") {
    const callee = parent.parent === null ? null : child(parent.parent, "callee");
    return (
      callee !== null &&
      text(callee)
        .split(".")
        .some((each) => COMPARES.test(each))
    );
  }
  return (parent.kind === "tuple" || parent.kind === "list") && parent.children.at(-1) === node;
}

function isLiteral(node: SyntaxNode): boolean {
  if (node.kind === "unary") return node.children.every((each) => each.kind === "number");
  if (PLAIN.has(node.kind)) return node.children.length === 0 && node.parent?.kind !== "unary";
  return CONTAINERS.has(node.kind) && node.children.every((each) => isLiteral(each) || each.kind === "name");
}

const PYTHON_RAISES =
  /(?:raises|assertRaises(?:Regex)?)\(\s*([\w.]+)(?:\s*,\s*(?:match\s*=\s*)?r?(["'])(.*?)\2)?/g;
const JAVASCRIPT_THROWS = /(?:throws|rejects|toThrow|toThrowError)\(([\s\S]*?)\)\s*;?\s*(?:\n|$)/g;

function* errorsIn(text: string): Generator<ExpectedError> {
  for (const [, type = "", , message] of text.matchAll(PYTHON_RAISES))
    yield { type, message: message === undefined ? null : plainOf(message) };
  for (const [, given = ""] of text.matchAll(JAVASCRIPT_THROWS)) {
    const type = /\b([A-Z]\w*(?:Error|Exception))\b/.exec(given)?.[1] ?? null;
    const message =
      /message:\s*(["'`])(.*?)\1/.exec(given)?.[2] ??
      /(?<![\w)\]]\s*)\/((?:\\.|[^/\n])+)\/[a-z]*/.exec(given)?.[1] ??
      /^\s*(["'`])(.*)\1\s*$/.exec(given)?.[2] ??
      null;
    if (type !== null || message !== null)
      yield { type, message: message === null ? null : plainOf(message) };
  }
}

/** A text that a pattern matches, for simple patterns. */
function plainOf(pattern: string): string {
  return pattern
    .replace(/^\^|\$$/g, "")
    .replaceAll(/\.[*+]\??/g, " ")
    .replaceAll(/\\([^\w\s])/g, "$1")
    .replaceAll(/\\[sb][*+]?/g, " ")
    .replaceAll(/["\\]/g, "");
}
