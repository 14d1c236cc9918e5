import type { Context } from "../propose/context.ts";
import type { Change } from "../syntax/change.ts";
import { child, type Kind, type SyntaxNode } from "../syntax/node.ts";
import { at, type Slip } from "./slip.ts";

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
  correct: withoutBits,
};

const javascript: Slip = {
  language: "javascript",
  why: WHY,
  chance: "likely",
  kinds: ["binary"],
  examples: [["x = this.bits ^ Flags.a;", "x = this.bits & ~Flags.a;"]],
  leaves: ["x = bits | flag;"],
  correct: withoutBits,
};

function* withoutBits(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const [written] = site.operators;
  const [left, right] = [child(site, "left"), child(site, "right")];
  if (written?.text !== "^" || left === null || right === null) return;
  if (!SIMPLE.has(left.kind) || !SIMPLE.has(right.kind)) return;
  yield [at(site, `${context.text(left)} & ~${context.text(right)}`)];
}

export const clearedBitSlips: readonly Slip[] = [python, javascript];
