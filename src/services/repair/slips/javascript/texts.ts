import { callOf } from "../../propose/method-call.ts";
import { child, operatorOf } from "../../syntax/node.ts";
import { at, before, type Slip } from "../slip.ts";

const specialReplacement: Slip = {
  why: "`$&` and the like in a replacement are not literal",
  chance: "ordinary",
  kinds: ["arguments"],
  examples: { javascript: [["s = s.replaceAll(a, b);", "s = s.replaceAll(a, () => b);"]] },
  leaves: { javascript: ["s = s.replaceAll(a, '-');"] },
  *correct(site, context) {
    const call = callOf(site.parent, context);
    const [, replacement] = call?.given ?? [];
    if (!/^replace(?:All)?$/.test(call?.name ?? "") || replacement === undefined) return;
    if (!/^(?:lambda|string|function)$/.test(replacement.kind)) yield [before(replacement.start, "() => ")];
  },
};

const firstTwice: Slip = {
  why: "the first character is followed by the whole text, or the rest keeps its capitals",
  chance: "shown",
  kinds: ["binary"],
  examples: {
    javascript: [
      ["x = s[0].toUpperCase() + s;", "x = s[0].toUpperCase() + s.slice(1);"],
      ["x = s[0].toUpperCase() + s.slice(1);", "x = s[0].toUpperCase() + s.slice(1).toLowerCase();"],
    ],
  },
  leaves: { javascript: ["x = a - b;"] },
  *correct(site, context) {
    const match =
      /^([\w.]+)(?:\[0\]|\.charAt\(0\)|\.slice\(0, 1\))\.toUpperCase\(\) \+ \1(\.(?:slice|substring)\(1\))?$/.exec(
        context.text(site),
      );
    if (match === null) return;
    yield [before(site.end, match[2] === undefined ? ".slice(1)" : ".toLowerCase()")];
  },
};

const textForNumbers: Slip = {
  why: "`+` joins texts that should be added as numbers",
  chance: "ordinary",
  kinds: ["binary"],
  examples: { javascript: [["x = a + b;", "x = Number(a) + Number(b);"]] },
  leaves: { javascript: ["x = a - b;"] },
  *correct(site, context) {
    const [left, right] = [child(site, "left"), child(site, "right")];
    if (!left || !right || operatorOf(site) !== "+") return;
    if (![left, right].every(({ kind }) => /^(?:identifier|attribute|subscript)$/.test(kind))) return;
    yield [at(site, `Number(${context.text(left)}) + Number(${context.text(right)})`)];
  },
};

export const javascriptTextsSlips: readonly Slip[] = [specialReplacement, firstTwice, textForNumbers];
