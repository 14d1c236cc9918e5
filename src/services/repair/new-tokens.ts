import type { CountNewTokens, SourceFile } from "../../domain/ports/repair.ts";
import { languageOf } from "./languages/list.ts";
import { descendants, type SyntaxNode } from "./syntax/node.ts";
import { parse } from "./syntax/parse.ts";
import { type CodeToken, diffTokens, tokensOf } from "./syntax/token-diff.ts";

/** Words, numbers and operators, including inside a string; brackets and separators carry no meaning. */
const MEANINGFUL = /[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s()[\]{},;:"'`]+/gu;

/** How much new code a change contains. Comments, documentation and layout do not count. */
export const countNewTokens: CountNewTokens = ({ before, after }) =>
  after.reduce((sum, file) => {
    const earlier = before.find(({ path }) => path === file.path);
    return sum + newIn(earlier ?? { path: file.path, text: "" }, file);
  }, 0);

function newIn(before: SourceFile, after: SourceFile): number {
  const now = codeOf(after);
  const added = diffTokens(codeOf(before), now).map(({ start, end }) => joined(now.slice(start, end)));
  return added.reduce((sum, text) => sum + (text.match(MEANINGFUL)?.length ?? 0), 0);
}

/** Adjacent characters form one operator. */
function joined(tokens: readonly CodeToken[]): string {
  return tokens.map(({ text, start }, at) => (tokens[at - 1]?.end === start ? text : ` ${text}`)).join("");
}

/** Programs that read their own documentation: usage texts (docopt), grammars (PLY). */
const READS_DOCUMENTATION = /\b__doc__\b|\bgetdoc\(|\bfrom ply\b|\bimport ply\b|\bdocopt\b/;

/** The tokens of a file without comments and documentation. */
export function codeOf({ path, text }: SourceFile): readonly CodeToken[] {
  const language = languageOf(path);
  if (language === null)
    return [...text.matchAll(MEANINGFUL)].map((found) => ({
      text: found[0],
      start: found.index,
      end: found.index + found[0].length,
    }));
  const tree = parse(language.grammar, text);
  const texts = READS_DOCUMENTATION.test(text) ? [] : descendants(tree).filter(isDocumentation);
  return tokensOf(tree, text).filter(
    ({ start, end }) => !texts.some((node) => node.start <= start && end <= node.end),
  );
}

/** A string used as a statement. One with expressions in it is code. */
export function isDocumentation(node: SyntaxNode): boolean {
  return node.kind === "string" && node.children.length === 0 && node.parent?.raw === "expression_statement";
}
