import type { Context } from "../propose/context.ts";
import { child, type Kind, type SyntaxNode } from "../syntax/node.ts";
import { at, type Change, type Slip } from "./slip.ts";

const WHY = "`^` for clearing a flag, which sets a flag that is not set";
/** Operands that need no parentheses. */
const SIMPLE: ReadonlySet<Kind> = new Set([
  "identifier",
  "attribute",
  "subscript",
  "call",
  "number",
  "group",
]);

/** In Go, `^` between other values is far more often meant as it is written. */
const NAMES_BITS = /^(?:\w+\.)?[A-Z]|[Ff]lag|[Mm]ask|[Bb]it|[Pp]erm|[Oo]ption/;

const python: Slip = {
  language: "python",
  why: WHY,
  chance: "likely",
  kinds: ["binary"],
  examples: [
    ["x = bits ^ flag", "x = bits & ~flag"],
    ["def f(self):\n    return self.bits ^ (A | B)", "def f(self):\n    return self.bits & ~(A | B)"],
  ],
  leaves: ["x = bits | flag"],
  correct: (site, context) => withoutBits(site, "& ~", context),
};

const javascript: Slip = {
  language: "javascript",
  why: WHY,
  chance: "likely",
  kinds: ["binary"],
  examples: [["x = this.bits ^ Flags.a;", "x = this.bits & ~Flags.a;"]],
  leaves: ["x = bits | flag;"],
  correct: (site, context) => withoutBits(site, "& ~", context),
};

const go: Slip = {
  language: "go",
  why: WHY,
  chance: "likely",
  kinds: ["binary", "augment"],
  examples: [
    ["package p\nfunc f(a int) int { return a ^ Red }", "package p\nfunc f(a int) int { return a &^ Red }"],
    [
      "package p\nfunc f(a, mask int) int { return a ^ mask }",
      "package p\nfunc f(a, mask int) int { return a &^ mask }",
    ],
    [
      "package p\nfunc f(a, b int) int { a ^= b; return a }",
      "package p\nfunc f(a, b int) int { a &^= b; return a }",
    ],
  ],
  leaves: ["package p\nfunc f(a, b int) int { return a | b }"],
  *correct(site, context) {
    const right = child(site, "right");
    if (site.kind === "augment" || (right !== null && NAMES_BITS.test(context.text(right))))
      yield* withoutBits(site, "&^ ", context);
  },
};

function* withoutBits(site: SyntaxNode, operator: string, context: Context): Generator<readonly Change[]> {
  const [written] = site.operators;
  if (written?.text === "^=") yield [at(written, "&^=")];
  const [left, right] = [child(site, "left"), child(site, "right")];
  if (written?.text !== "^" || left === null || right === null) return;
  if (!SIMPLE.has(left.kind) || !SIMPLE.has(right.kind)) return;
  yield [at(site, `${context.text(left)} ${operator}${context.text(right)}`)];
}

export const clearedBitSlips: readonly Slip[] = [python, javascript, go];
