import type { Patch } from "../../../domain/entities/patch.ts";
import type { SourceFile } from "../../../domain/ports/repair.ts";
import { languageOf } from "../languages/list.ts";
import { applyEdits } from "../propose/apply.ts";
import { child, descendants, enclosingFunction, type SyntaxNode, unwrap } from "../syntax/node.ts";
import { parse } from "../syntax/parse.ts";

const LITERALS = new Set(["number", "string", "boolean", "null"]);

/**
 * Why a patch that passes the tests is not to be believed, or null. Looks for the known ways to please a test
 * without doing the work: answering with a constant, naming the test's own input, emptying a function.
 */
export function antiPattern(
  patch: Patch,
  sources: readonly SourceFile[],
  tests: readonly SourceFile[],
): string | null {
  const texts = new Map(sources.map((each) => [each.path, each.text]));
  for (const [path, after] of applyEdits(patch.edits, texts)) {
    const language = languageOf(path);
    const before = texts.get(path);
    if (language === null || before === undefined) continue;
    const tree = parse(language.grammar, after);
    const at = Math.min(...patch.edits.filter((edit) => edit.path === path).map((edit) => edit.start));
    const owner = functionAt(tree, at);
    if (owner === null) continue;
    if (answersWithConstant(owner, after)) return "the function would answer with a constant";
    const earlier = functionAt(parse(language.grammar, before), at);
    if (earlier !== null && callsItself(earlier, before) && !callsItself(owner, after))
      return "the function would no longer call itself";
    if (comparesWithItself(owner, after) && !(earlier !== null && comparesWithItself(earlier, before)))
      return "it compares a thing with itself";
    const idle = idleHelper(tree, after);
    if (idle !== null && idleHelper(parse(language.grammar, before), before) !== idle)
      return `${idle}, which the function defines for itself, would no longer be used`;
    const literal = newLiteral(patch, path, before, tests);
    if (literal !== null) return `it names ${literal}, which only the tests do`;
  }
  return null;
}

function functionAt(tree: SyntaxNode, offset: number): SyntaxNode | null {
  let found: SyntaxNode | null = null;
  for (const node of descendants(tree)) {
    if (node.kind === "function" && node.start <= offset && offset <= node.end) found = node;
  }
  return found;
}

function comparesWithItself(owner: SyntaxNode, source: string): boolean {
  return descendants(owner).some((node) => {
    const [left, right] = node.kind === "comparison" ? node.children : [];
    if (left === undefined || right === undefined) return false;
    return source.slice(left.start, left.end) === source.slice(right.start, right.end);
  });
}

/** A function inside another that nothing names but its own body. */
function idleHelper(tree: SyntaxNode, source: string): string | null {
  for (const node of descendants(tree)) {
    const around = node.kind === "function" ? enclosingFunction(node) : null;
    const name = around === null ? null : child(node, "name");
    if (around === null || name === null) continue;
    const own = source.slice(name.start, name.end);
    const used = descendants(around).some(
      (each) =>
        each.kind === "identifier" &&
        source.slice(each.start, each.end) === own &&
        (each.end <= node.start || each.start >= node.end),
    );
    if (!used) return own;
  }
  return null;
}

function callsItself(owner: SyntaxNode, source: string): boolean {
  const name = child(owner, "name");
  if (name === null) return false;
  const own = source.slice(name.start, name.end);
  return descendants(owner).some((node) => {
    const callee = node.kind === "call" ? child(node, "callee") : null;
    const called = callee?.kind === "attribute" ? child(callee, "property") : callee;
    return called !== null && called !== undefined && source.slice(called.start, called.end) === own;
  });
}

/** Every return of the function gives the same literal. */
function answersWithConstant(owner: SyntaxNode, source: string): boolean {
  const answers = new Set<string>();
  let returns = 0;
  for (const node of descendants(owner)) {
    if (node.kind !== "return" || enclosingFunction(node) !== owner) continue;
    returns += 1;
    const value = node.children[0];
    if (value === undefined || !LITERALS.has(unwrap(value).kind)) return false;
    answers.add(source.slice(value.start, value.end));
  }
  return returns > 1 && answers.size === 1;
}

/** A text or a number of three digits that the patch brings in, found in the tests and not in the source. */
function newLiteral(patch: Patch, path: string, before: string, tests: readonly SourceFile[]): string | null {
  for (const edit of patch.edits) {
    if (edit.path !== path) continue;
    for (const [literal] of edit.text.matchAll(/(["'])(?:(?!\1).){3,}\1|\b\d{3,}\b/g)) {
      const bare = literal.replace(/^["']|["']$/g, "");
      if (!before.includes(bare) && tests.some((each) => each.text.includes(bare))) return literal;
    }
  }
  return null;
}
