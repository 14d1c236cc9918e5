import type { Patch } from "../src/domain/entities/patch.ts";
import type { Language } from "../src/services/repair/languages/language.ts";
import { languageOf } from "../src/services/repair/languages/list.ts";
import type { Suspicion } from "../src/services/repair/localize/suspicion.ts";
import { operators } from "../src/services/repair/operators/list.ts";
import { correcting, languageSlip } from "../src/services/repair/operators/statements/language-slip.ts";
import { propose } from "../src/services/repair/propose/propose.ts";
import { slips } from "../src/services/repair/slips/list.ts";
import { descendants, isStatement, type SyntaxNode } from "../src/services/repair/syntax/node.ts";
import { parse } from "../src/services/repair/syntax/parse.ts";
import { diffTokens, tokensOf } from "../src/services/repair/syntax/token-diff.ts";
import { makeTarget } from "../test/support/repair/target.ts";
import type { ReachCase } from "./reach-case.ts";
import { compareWithFix } from "./reach-compare.ts";
import { kindOfEdit } from "./reach-kind.ts";

export interface Candidate {
  /** For a slip: `language-slip: ` and what goes wrong. */
  readonly operator: string;
  readonly cost: number;
}

export interface Measured {
  readonly language: string;
  readonly kind: string;
  /** Starting from 1; null if the fix is not among the candidates. */
  readonly rank: number | null;
  readonly operator: string | null;
  /** In the order in which they would be tried. */
  readonly candidates: readonly Candidate[];
}

/**
 * Whether the fix is among the candidates at the lines it changed, and at which rank. Null if it is not a case: a
 * language without a grammar, or only comments, docstrings and types changed.
 */
export function measureReach({ path, before, after }: ReachCase): Measured | null {
  const language = languageOf(path);
  if (language === null) return null;
  const now = read(after, language);
  const old = read(before, language);
  const kind = kindOfEdit({ node: old.tree, text: before }, { node: now.tree, text: after });
  const hunks = diffTokens(tokensOf(old.tree, before), tokensOf(now.tree, after));
  if (hunks.length === 0 || NO_CODE.has(kind)) return null;
  const fix = compareWithFix(old, now, language);
  if (fix.isNothing) return null;
  const suspects = suspectLines(old, hunks);
  const target = makeTarget({ [path]: before }, {});
  const candidates: Candidate[] = [];
  let found: { readonly patch: Patch; readonly rank: number } | null = null;
  for (const patch of propose(target, { operators: separate, suspicion: only(suspects), looser: 1 })) {
    candidates.push({ operator: patch.operator, cost: patch.cost });
    if (found === null && fix.isFix(patch.edits)) found = { patch, rank: candidates.length };
  }
  return {
    language: language.id === "tsx" ? "typescript" : language.id,
    kind,
    rank: found?.rank ?? null,
    operator: found?.patch.operator ?? null,
    candidates,
  };
}

/** One operator for each slip, so that it is known which one reached a fix. */
const separate = operators.flatMap((each) => {
  if (each !== languageSlip) return [each];
  return slips.map((slip) => {
    const alone = correcting([slip]);
    return { ...alone, meta: { ...alone.meta, id: `${alone.meta.id}: ${slip.why}` } };
  });
});

const NO_CODE = new Set(["type, decorator or pattern"]);

interface Code {
  readonly text: string;
  readonly tree: SyntaxNode;
}

function read(text: string, language: Language): Code {
  return { text, tree: parse(language.grammar, text) };
}

/** Lines that the fix changed, the lines around its additions, and the first lines of the enclosing statements. */
function suspectLines({ text, tree }: Code, hunks: ReturnType<typeof diffTokens>): ReadonlySet<number> {
  const tokens = tokensOf(tree, text);
  const lineOf = (offset: number) => text.slice(0, offset).split("\n").length;
  const lines = new Set<number>();
  for (const { from, to } of hunks) {
    for (let at = from === to ? from - 1 : from; at < Math.max(to, from + 1); at += 1) {
      const token = tokens[at];
      if (token !== undefined) lines.add(lineOf(token.start));
    }
  }
  const innermost = new Map<number, SyntaxNode>();
  for (const node of descendants(tree)) {
    if (!isStatement(node)) continue;
    for (const line of lines) if (node.line <= line && line <= node.endLine) innermost.set(line, node);
  }
  for (const { line } of innermost.values()) lines.add(line);
  return lines;
}

function only(lines: ReadonlySet<number>): Suspicion {
  return {
    of: (_path, line) => (lines.has(line) ? 1 : 0),
    most: () => 1,
    isLinked: () => true,
    why: () => "changed by the fix",
  };
}
