import type { FindConditions, SourceFile, Variation } from "../../domain/ports/repair.ts";
import type { Language } from "./languages/language.ts";
import { languageOf } from "./languages/list.ts";
import { child, descendants, type SyntaxNode, unwrap } from "./syntax/node.ts";
import { parse } from "./syntax/parse.ts";

/**
 * Conditions that honest code has even if no test needs them: whether a value exists, what type it has, and
 * whether a list is long enough.
 */
const CAREFUL =
  /\b(?:null|undefined|None|nil|typeof|instanceof|isinstance|in)\b|\.(?:length|size)\b|\blen\(|\.len\(\)|^!?\w+$/;
/** Too common to show which code a condition guards. */
const JUMP = /^(?:continue|break|return|pass)$/;
/** Shorter code is too common to show what a condition guards. */
const SHORTEST = 5;

/** Conditions that a change adds and that may limit it to some inputs, each with the file without it. */
export const findConditions: FindConditions = ({ before, after }) =>
  after.flatMap((file) => {
    const earlier = before.find((each) => each.path === file.path);
    const language = languageOf(file.path);
    if (earlier === undefined || language === null || earlier.text === file.text) return [];
    return conditionsIn(earlier, file, language);
  });

function conditionsIn(before: SourceFile, after: SourceFile, language: Language): readonly Variation[] {
  const [always, never] = after.path.endsWith(".py") ? ["or True", "and False"] : ["|| true", "&& false"];
  const earlier = branchesIn(before, language);
  const known = earlier.map((each) => plain(before.text, each.condition));
  const bodies = new Set(earlier.map((each) => each.kept));
  const old = plain(before.text);
  const found: Variation[] = [];

  function add(node: SyntaxNode, word: string): void {
    const text = after.text.slice(node.start, node.end);
    found.push({
      path: after.path,
      line: node.line,
      text: text.replace(/^\((.*)\)$/s, "$1"),
      without: `${after.text.slice(0, node.start)}((${text}) ${word})${after.text.slice(node.end)}`,
    });
  }

  for (const { condition, kept } of branchesIn(after, language)) {
    const index = known.indexOf(plain(after.text, condition));
    if (index !== -1) {
      known.splice(index, 1);
      continue;
    }
    const operands = operandsOf(condition);
    const isNew = (node: SyntaxNode) => !known.some((each) => each.includes(plain(after.text, node)));
    const isCorrected = bodies.has(kept) && operands.every(isNew);
    if (isCorrected) continue;
    if (!JUMP.test(kept) && kept.length >= SHORTEST && old.includes(kept)) add(condition, never);
    for (const node of [condition, ...operands])
      if (isNew(node) && !CAREFUL.test(after.text.slice(node.start, node.end))) add(node, always);
  }
  return found;
}

/** Conditions other than patterns, and the code that runs if they are true. */
function branchesIn(file: SourceFile, language: Language) {
  return descendants(parse(language.grammar, file.text)).flatMap((node) => {
    const condition = node.kind === "if" || node.kind === "conditional" ? child(node, "condition") : null;
    if (condition === null || file.text.startsWith("let", condition.start)) return [];
    const body = child(node, "body") ?? child(node, "consequent");
    return [{ condition, kept: body === null ? "" : plain(file.text, body).replace(/^\{(.*)\}$/s, "$1") }];
  });
}

/** The operands of a conjunction. */
function operandsOf(condition: SyntaxNode): readonly SyntaxNode[] {
  const node = unwrap(condition);
  if (node.kind !== "logical" || !node.operators.every(({ text }) => text === "&&" || text === "and"))
    return [];
  return node.children.flatMap((each) => {
    const inner = operandsOf(each);
    return inner.length > 0 ? inner : [each];
  });
}

/** Ignores layout: code that was only moved or indented counts as the same. */
function plain(
  text: string,
  { start, end }: Pick<SyntaxNode, "start" | "end"> = { start: 0, end: text.length },
) {
  return text.slice(start, end).replaceAll(/[\s;]+/g, "");
}
