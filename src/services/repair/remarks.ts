import type { SourceFile, WithoutRemarks } from "../../domain/ports/repair.ts";
import { languageOf } from "./languages/list.ts";
import { isDocumentation } from "./new-tokens.ts";
import { descendants, type SyntaxNode } from "./syntax/node.ts";
import { parse } from "./syntax/parse.ts";
import { type CodeToken, diffTokens } from "./syntax/token-diff.ts";

/**
 * A program can read its own comments and documentation: a usage text, a grammar, a directive of a tool. So each changed
 * file is returned with the remarks it had before. Deleted ones are not restored: they say nothing new.
 */
export const withoutRemarks: WithoutRemarks = ({ before, after }) =>
  after.flatMap((file) => {
    const earlier = before.find(({ path }) => path === file.path) ?? { path: file.path, text: "" };
    const text = restored(earlier, file);
    return text === file.text ? [] : [{ path: file.path, text }];
  });

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function restored(before: SourceFile, after: SourceFile): string {
  const [old, now] = [remarksOf(before), remarksOf(after)];
  const replacements = [
    ...replacementsOf(old.comments, now.comments, ""),
    // A function needs a body.
    ...replacementsOf(old.documentation, now.documentation, '""'),
  ];
  return replacements
    .sort((left, right) => right.start - left.start)
    .reduce((text, { start, end, text: was }) => text.slice(0, start) + was + text.slice(end), after.text);
}

function replacementsOf(
  old: readonly CodeToken[],
  now: readonly CodeToken[],
  nothing: string,
): readonly Replacement[] {
  return diffTokens(old, now).flatMap(({ from, to, start, end }) =>
    now.slice(start, end).map((remark, index) => {
      const was = from + index < to ? old[from + index]?.text : undefined;
      return { start: remark.start, end: remark.end, text: was ?? nothing };
    }),
  );
}

function remarksOf({ path, text }: SourceFile) {
  const language = languageOf(path);
  const nodes = language === null ? [] : descendants(parse(language.grammar, text));
  const tokens = (isRemark: (node: SyntaxNode) => boolean): readonly CodeToken[] =>
    nodes.filter(isRemark).map(({ start, end }) => ({ text: text.slice(start, end), start, end }));
  return { comments: tokens(({ kind }) => kind === "comment"), documentation: tokens(isDocumentation) };
}
