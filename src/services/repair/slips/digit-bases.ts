import type { Context } from "../propose/context.ts";
import { callOf } from "../propose/method-call.ts";
import type { Change } from "../syntax/change.ts";
import {
  child,
  descendants,
  enclosingFunction,
  enclosingStatement,
  type SyntaxNode,
} from "../syntax/node.ts";
import { before, type Slip } from "./slip.ts";

const WHY = "digits of another base than ten, read without the base that the names mention";
const BASES: readonly (readonly [name: RegExp, base: string])[] = [
  [/hex/i, "16"],
  [/octal|(?<![a-zA-Z])oct(?![a-z])/i, "8"],
  [/binary|(?<![a-zA-Z])bin(?![a-z])|[a-z]Bin(?![a-z])/, "2"],
];

const javascript: Slip = {
  language: "javascript",
  why: WHY,
  chance: "shown",
  kinds: ["call"],
  examples: [
    [
      "function hexToRgb(s) { return [parseInt(s.slice(0, 2)), parseInt(s.slice(2, 4))]; }",
      "function hexToRgb(s) { return [parseInt(s.slice(0, 2), 16), parseInt(s.slice(2, 4), 16)]; }",
    ],
    ["const n = parseInt(binary);", "const n = parseInt(binary, 2);"],
    ["const n = parseInt(hex, 10);", "const n = parseInt(hex, 16);"],
  ],
  leaves: ["const n = parseInt(width);", "const hex = parseInt(s, 16);"],
  correct: (site, context) => inBase(site, "parseInt", context),
};

const python: Slip = {
  language: "python",
  why: WHY,
  chance: "shown",
  kinds: ["call"],
  examples: [
    [
      "def parse_hex(s):\n    return int(s[:2]), int(s[2:])\n",
      "def parse_hex(s):\n    return int(s[:2], 16), int(s[2:], 16)\n",
    ],
    ["n = int(bin_text)", "n = int(bin_text, 2)"],
  ],
  leaves: ["def parse(s):\n    return int(s)\n", "n = int(hex_text, 16)"],
  correct: (site, context) => inBase(site, "int", context),
};

/** All such calls of the function at once. */
function* inBase(site: SyntaxNode, reader: string, context: Context): Generator<readonly Change[]> {
  if (!isPlain(site, reader, context)) return;
  const owner = enclosingFunction(site) ?? enclosingStatement(site);
  const base = owner === null ? null : baseOf(site, owner, context);
  if (owner === null || base === null) return;
  const calls = descendants(owner).filter((each) => isPlain(each, reader, context));
  if (calls[0] !== site) return;
  yield calls.map((each): Change => {
    const [, ten] = callOf(each, context)?.given ?? [];
    const last = { start: ten?.start ?? each.end - 1, end: each.end - 1 };
    return ten === undefined ? before(last.start, `, ${base}`) : { ...last, text: base };
  });
}

/** A call without a base, or with 10. */
function isPlain(node: SyntaxNode, reader: string, context: Context): boolean {
  const call = callOf(node, context);
  const [first, base, ...more] = call?.given ?? [];
  if (call?.name !== reader || first === undefined || more.length > 0) return false;
  if (call.object !== null && context.text(call.object) !== "Number") return false;
  return first.kind !== "number" && (base === undefined || context.text(base) === "10");
}

/** The base that the head of the function or what is read mentions. */
function baseOf(site: SyntaxNode, owner: SyntaxNode, context: Context): string | null {
  const body = child(owner, "body");
  const head =
    owner.kind === "function" && body !== null ? context.source.slice(owner.start, body.start) : "";
  const names = `${head} ${context.text(site)}`;
  return BASES.find(([name]) => name.test(names))?.[1] ?? null;
}

export const digitBaseSlips: readonly Slip[] = [javascript, python];
