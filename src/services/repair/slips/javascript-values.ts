import { callOf } from "../propose/method-call.ts";
import { child, descendants } from "../syntax/node.ts";
import { at, before, type Slip } from "./slip.ts";

const textForNumbers: Slip = {
  language: "javascript",
  why: "`+` joins texts that should be added as numbers",
  chance: "ordinary",
  kinds: ["binary"],
  examples: [["x = a + b;", "x = Number(a) + Number(b);"]],
  leaves: ["x = a - b;"],
  *correct(site, context) {
    const [left, right] = [child(site, "left"), child(site, "right")];
    if (!left || !right || site.operators[0]?.text !== "+") return;
    if (![left, right].every(({ kind }) => /^(?:identifier|attribute|subscript)$/.test(kind))) return;
    yield [at(site, `Number(${context.text(left)}) + Number(${context.text(right)})`)];
  },
};

const firstTwice: Slip = {
  language: "javascript",
  why: "the first character is followed by the whole text, or the rest keeps its capitals",
  chance: "shown",
  kinds: ["binary"],
  examples: [
    ["x = s[0].toUpperCase() + s;", "x = s[0].toUpperCase() + s.slice(1);"],
    ["x = s[0].toUpperCase() + s.slice(1);", "x = s[0].toUpperCase() + s.slice(1).toLowerCase();"],
  ],
  leaves: ["x = a - b;"],
  *correct(site, context) {
    const match =
      /^([\w.]+)(?:\[0\]|\.charAt\(0\)|\.slice\(0, 1\))\.toUpperCase\(\) \+ \1(\.(?:slice|substring)\(1\))?$/.exec(
        context.text(site),
      );
    if (match === null) return;
    yield [before(site.end, match[2] === undefined ? ".slice(1)" : ".toLowerCase()")];
  },
};

const inheritedKey: Slip = {
  language: "javascript",
  why: "`in` and a plain access also find what every object inherits",
  chance: "ordinary",
  kinds: ["comparison", "binary"],
  examples: [["x = k in d;", "x = Object.hasOwn(d, k);"]],
  leaves: ["x = a < b;"],
  *correct(site, context) {
    const match = /^([\w.]+|'[^']*'|"[^"]*") in ([\w.]+)$/.exec(context.text(site));
    if (match !== null) yield [at(site, `Object.hasOwn(${match[2]}, ${match[1]})`)];
  },
};

const lostAccumulator: Slip = {
  language: "javascript",
  why: "a callback of reduce that returns nothing",
  chance: "shown",
  kinds: ["call"],
  examples: [
    ["x = xs.reduce((a, x) => { a[x] = 1; }, {});", "x = xs.reduce((a, x) => { a[x] = 1; return a; }, {});"],
  ],
  leaves: ["x = xs.map((x) => { return x; });"],
  *correct(site, context) {
    const call = callOf(site, context);
    const [callback] = call?.given ?? [];
    const body = callback === undefined ? null : child(callback, "body");
    if (!/^reduce(?:Right)?$/.test(call?.name ?? "") || callback === undefined || body?.kind !== "block")
      return;
    const name = /^\((\w+)/.exec(context.text(callback))?.[1];
    const last = body.children.at(-1);
    if (name === undefined || last === undefined) return;
    if (!descendants(body).some(({ kind }) => kind === "return"))
      yield [before(last.end, ` return ${name};`)];
  },
};

export const javascriptValueSlips: readonly Slip[] = [
  textForNumbers,
  firstTwice,
  inheritedKey,
  lostAccumulator,
];
