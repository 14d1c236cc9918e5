import type { TextEdit } from "../src/domain/entities/patch.ts";
import type { Language } from "../src/services/repair/languages/language.ts";
import { applyEdits } from "../src/services/repair/propose/apply.ts";
import { descendants, type SyntaxNode } from "../src/services/repair/syntax/node.ts";
import { parse } from "../src/services/repair/syntax/parse.ts";

/** Compares edits to a file with a known fix, ignoring formatting. */
export interface FixComparison {
  /** Only comments, docstrings and formatting differ. */
  readonly isNothing: boolean;
  isFix(edits: readonly TextEdit[]): boolean;
}

interface Code {
  readonly text: string;
  readonly tree: SyntaxNode;
}

/**
 * Most candidates are ruled out by the text outside their edits and by length, without building their text; the rest is
 * compared without spaces, and equal ones are parsed.
 */
export function compareWithFix(before: Code, after: Code, language: Language): FixComparison {
  const plainBefore = plain(before, language);
  const plainAfter = plain(after, language);
  const old = squash(plainBefore);
  const wanted = squash(plainAfter);
  const offsets = offsetsOf(plainBefore);
  const at = (offset: number) => offsets[offset] ?? old.length;
  const prefix = commonPrefix(old, wanted);
  const suffix = commonSuffix(old, wanted);
  const shape = shapeOf(after.tree, after.text);

  return {
    isNothing: old === wanted && shape === shapeOf(before.tree, before.text),
    isFix(edits) {
      const [first, ...others] = edits.toSorted((a, b) => a.start - b.start);
      const last = others.at(-1) ?? first;
      if (first === undefined || last === undefined) return false;
      if (at(first.start) > prefix || old.length - at(last.end) > suffix) return false;
      let text = "";
      let done = first.start;
      for (const edit of [first, ...others]) {
        text += plainBefore.slice(done, edit.start) + edit.text;
        done = edit.end;
      }
      const middle = squash(plainText(text, language));
      const from = at(first.start);
      if (middle !== wanted.slice(from, wanted.length - (old.length - at(last.end)))) return false;
      const whole = applyEdits(edits, new Map([[first.path, before.text]])).get(first.path) ?? "";
      return shapeOf(parse(language.grammar, whole), whole) === shape;
    },
  };
}

/** Replaces comments and docstrings with spaces, which keeps every offset. */
function plain({ text, tree }: Code, language: Language): string {
  let result = "";
  let done = 0;
  for (const node of descendants(tree)) {
    if (node.start < done || !isRemark(node)) continue;
    result += text.slice(done, node.start) + text.slice(node.start, node.end).replace(/\S/g, " ");
    done = node.end;
  }
  return plainText(result + text.slice(done), language);
}

/** Removes what formatters add and remove, and the quote style. */
function plainText(text: string, { id }: Language): string {
  const commas = text.replace(/,(?=\s*[)\]}])/g, " ");
  if (id === "python") return commas.replaceAll("'", '"');
  if (id === "go" || id === "rust" || id === "java") return commas;
  return commas.replaceAll("'", '"').replace(/;(?=\s*(?:$|\}))/gm, " ");
}

function isRemark(node: SyntaxNode): boolean {
  if (node.kind === "comment") return true;
  return (
    node.kind === "expression-statement" && node.children.length === 1 && node.children[0]?.kind === "string"
  );
}

function squash(text: string): string {
  return text.replace(/\s+/g, "");
}

/** For every offset of the text, the offset in the text without spaces. */
function offsetsOf(text: string): Uint32Array {
  const offsets = new Uint32Array(text.length + 1);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    offsets[at] = count;
    if (!/\s/.test(text[at] as string)) count += 1;
  }
  offsets[text.length] = count;
  return offsets;
}

/** The kinds of all nodes and the text of the leaves: preserves the meaning of indentation and spaces in strings. */
function shapeOf(tree: SyntaxNode, text: string): string {
  const parts: string[] = [];
  const visit = (node: SyntaxNode) => {
    if (isRemark(node)) return;
    parts.push(node.raw);
    if (node.children.length === 0) parts.push(text.slice(node.start, node.end).replaceAll("'", '"'));
    node.children.forEach(visit);
    parts.push(")");
  };
  visit(tree);
  return parts.join(" ");
}

function commonPrefix(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function commonSuffix(a: string, b: string): number {
  let count = 0;
  while (count < a.length && a.at(-1 - count) === b.at(-1 - count)) count += 1;
  return count;
}
