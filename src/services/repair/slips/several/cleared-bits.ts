import { child, enclosingFunction, type Kind } from "../../syntax/node.ts";
import { at, before, type Slip } from "../slip.ts";

/** Operands that need no parentheses. */
const SIMPLE: ReadonlySet<Kind> = new Set([
  "identifier",
  "attribute",
  "subscript",
  "call",
  "number",
  "group",
]);

const CLEARS = /clear|unset|remove|disable|drop|without|revoke|delete|off$/i;
const TOGGLES = /toggle|flip|xor|diff/i;
const BITS = /flag|mask|bit|perm|option/i;

const clearedBits: Slip = {
  why: "`^` for clearing a flag, which sets a flag that is not set",
  chance: "likely",
  kinds: ["binary", "augment"],
  examples: {
    python: [
      ["x = bits ^ flag", "x = bits & ~flag"],
      ["def f(self):\n    return self.bits ^ (A | B)", "def f(self):\n    return self.bits & ~(A | B)"],
      ["bits ^= flag", "bits &= ~flag"],
    ],
    javascript: [["x = this.bits ^ Flags.a;", "x = this.bits & ~Flags.a;"]],
    go: [
      [
        "package p\nfunc (s Set) Remove(o Set) Set { return s ^ o }",
        "package p\nfunc (s Set) Remove(o Set) Set { return s &^ o }",
      ],
      [
        "package p\nfunc f(flags *int, flag int) { *flags ^= flag }",
        "package p\nfunc f(flags *int, flag int) { *flags &^= flag }",
      ],
    ],
  },
  leaves: {
    python: ["x = bits | flag"],
    javascript: ["x = bits | flag;"],
    go: ["package p\nfunc (s Set) Toggle(o Set) Set { return s ^ o }"],
  },
  *correct(site, context) {
    const [operator] = site.operators;
    const owner = enclosingFunction(site);
    const named = owner === null ? null : child(owner, "name");
    const name = context.text(named);
    if (operator === undefined || !/^\^=?$/.test(operator.text)) return;
    if (!CLEARS.test(name) && (TOGGLES.test(name) || !BITS.test(context.text(site)))) return;
    const [kept, bits] =
      site.kind === "augment"
        ? [child(site, "target"), child(site, "value")]
        : [child(site, "left"), child(site, "right")];
    if (context.language.id === "go") yield [at(operator, operator.text.replace("^", "&^"))];
    else if (kept !== null && bits !== null && SIMPLE.has(kept.kind) && SIMPLE.has(bits.kind))
      yield [at(operator, operator.text.replace("^", "&")), before(bits.start, "~")];
  },
};

export const clearedBitsSlips: readonly Slip[] = [clearedBits];
