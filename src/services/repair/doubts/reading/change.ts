import type { ReadChange, SourceFile } from "../../../../domain/ports/repair.ts";
import { lazily } from "../../../../domain/rules/values/lazily.ts";
import { remembered } from "../../../../domain/rules/values/remembered.ts";
import type { Language } from "../../languages/language.ts";
import { languageOf } from "../../languages/list.ts";
import { type Code, readCode } from "../../syntax/code.ts";
import { contains, type SyntaxNode } from "../../syntax/node.ts";
import { type CodeToken, diffTokens, tokensOf } from "../../syntax/token-diff.ts";
import { readImports } from "./aliases.ts";
import { readRoutines } from "./functions.ts";
import { type Literal, literalsOf } from "./literals.ts";
import { readMentions } from "./mentions.ts";
import type { ChangedFile, OpenChange, Side } from "./sides.ts";

export function openChange(given: ReadChange): OpenChange {
  const old = new Map(given.before.map((each) => [each.path, each]));
  const judging = new Set(given.tests.map((each) => each.path));
  const files = given.after.flatMap((file) => {
    const earlier = old.get(file.path) ?? null;
    const after = earlier?.text === file.text ? null : openSide(file);
    const language = languageOf(file.path);
    if (after === null || language === null) return [];
    const before = earlier === null ? null : openSide(earlier);
    return [compare(file.path, language, judging.has(file.path) || isTestPath(file.path), before, after)];
  });
  const inline = given.before.flatMap((each) => openSide(each)?.inlineTests() ?? []);
  const written = given.tests.filter((each) => each.text !== "");
  const tests = [...written.map(openSide).filter((each) => each !== null), ...inline];
  return { given, files, tests, sources: files.filter((each) => !each.isTest) };
}

const openSide = remembered((file: SourceFile): Side | null => {
  const language = languageOf(file.path);
  if (language === null) return null;
  const code = readCode(file.text, language.grammar);
  const { imported, aliases } = readImports(language.id, code);
  const { own, inline } = splitLiterals(code);
  const tokens = lazily(() => tokensOf(code.tree, code.source));
  const mentions = lazily(() => readMentions(code, aliases));
  const side: Side = {
    ...code,
    imported,
    get tokens() {
      return tokens();
    },
    get mentions() {
      return mentions();
    },
    routines: readRoutines(code),
    literals: own,
    inlineTests: () => (inline.length === 0 ? [] : [{ ...side, literals: inline }]),
  };
  return side;
});

/** Rust keeps unit tests in the file under test: their literals do not belong to the code. */
function splitLiterals(code: Code) {
  const { children } = code.tree;
  const modules = children.filter(
    (node, index) => node.raw === "mod_item" && isTestAttribute(children[index - 1], code),
  );
  const isInline = ({ node }: Literal) => modules.some((each) => contains(each, node));
  const all = literalsOf(code);
  return { own: all.filter((each) => !isInline(each)), inline: all.filter(isInline) };
}

function isTestAttribute(node: SyntaxNode | undefined, { text }: Code): boolean {
  return node?.raw === "attribute_item" && /cfg\(.*\btest\b/.test(text(node));
}

function compare(
  path: string,
  language: Language,
  isTest: boolean,
  before: Side | null,
  after: Side,
): ChangedFile {
  const hunks = before === null ? [] : diffTokens(before.tokens, after.tokens);
  const isAdded = after.tokens.map(() => before === null);
  for (const { start, end } of hunks) isAdded.fill(true, start, end);
  const counted = [0];
  for (const each of isAdded) counted.push((counted.at(-1) ?? 0) + (each ? 1 : 0));
  /** How many tokens in a node the change added. */
  const addedIn = (node: SyntaxNode) => {
    const from = firstIndex(after.tokens, (token) => token.start >= node.start);
    const to = Math.max(
      from,
      firstIndex(after.tokens, (token) => token.end > node.end),
    );
    return (counted[to] ?? 0) - (counted[from] ?? 0);
  };
  return {
    path,
    language,
    isTest,
    before,
    after,
    hunks,
    isTouched: (node) => addedIn(node) > 0,
  };
}

/** Binary search: if `holds` is true for one token, it is true for all later ones. */
function firstIndex(tokens: readonly CodeToken[], holds: (token: CodeToken) => boolean): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const token = tokens[middle];
    if (token !== undefined && holds(token)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const TEST_PATH =
  /(^|\/)(test_[^/]*|[^/]*_test|[^/]*\.(test|spec))\.[a-z]+$|(^|\/)(__tests__|tests?|specs?)\/|Tests?\.java$/;

export function isTestPath(path: string): boolean {
  return TEST_PATH.test(path);
}
