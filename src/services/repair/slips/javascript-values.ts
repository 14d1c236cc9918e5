import { callOf } from "../propose/method-call.ts";
import { child, descendants, isValue } from "../syntax/node.ts";
import { at, before, type Slip } from "./slip.ts";

const positionAsAnswer: Slip = {
  language: "javascript",
  why: "a position, which is 0 for the first and -1 for none, as an answer to yes or no",
  chance: "likely",
  kinds: ["call"],
  examples: [
    ["function f(xs, x) { return xs.indexOf(x); }", "function f(xs, x) { return xs.includes(x); }"],
    ["if (xs.indexOf(x)) g();", "if (xs.includes(x)) g();"],
  ],
  leaves: ["const at = xs.indexOf(x);"],
  *correct(site, context) {
    const call = callOf(site, context);
    const isAsked =
      site.role === "condition" || site.parent?.kind === "return" || site.parent?.kind === "group";
    if (call?.name !== "indexOf" || call.object === null || !isAsked) return;
    yield [at(call.property, "includes")];
  },
};

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

const replacedEntry: Slip = {
  language: "javascript",
  why: "an empty container that replaces an entry that is already there",
  chance: "likely",
  kinds: ["assign"],
  examples: [
    ["part = all[name] = {};", "part = all[name] ??= {};"],
    ["all[name] = [];", "all[name] ??= [];"],
  ],
  leaves: ["all[0] = [];"],
  *correct(site, context) {
    const [target, value] = [child(site, "target"), child(site, "value")];
    const index = target?.kind === "subscript" ? child(target, "index") : null;
    if (!target || !value || index === null || index.kind === "number") return;
    if (!/^(?:\{\}|\[\]|new (?:Map|Set)\(\))$/.test(context.text(value))) return;
    yield [at({ start: target.end, end: value.start }, " ??= ")];
  },
};

const missingDefault: Slip = {
  language: "javascript",
  why: "a parameter without a default value",
  chance: "ordinary",
  kinds: ["parameters"],
  examples: [
    ["function f(a, b) { return a + b; }", "function f(a, b = 0) { return a + b; }"],
    ["function f(a, b) { return a + b; }", "function f(a, b = {}) { return a + b; }"],
  ],
  leaves: ["function f() { return 1; }"],
  *correct(site, context) {
    const last = site.children.at(-1);
    if (last === undefined || site.children.length < 2 || site.parent?.raw === "arrow_function") return;
    if (!/^[\w$]+$/.test(context.text(last))) return;
    for (const value of ["0", "1", "''", "[]", "{}"]) yield [before(last.end, ` = ${value}`)];
  },
};

const fixedDecimals: Slip = {
  language: "javascript",
  why: "a number in a text without its decimals or its leading zeros",
  chance: "ordinary",
  kinds: ["binary", "call"],
  examples: [
    ["function f(a, b) { return a / b; }", "function f(a, b) { return (a / b).toFixed(2); }"],
    ["x = String(n);", "x = String(n).padStart(2, '0');"],
  ],
  leaves: ["x = a - b;"],
  *correct(site, context) {
    const text = context.text(site);
    if (site.kind === "call") {
      if (site.role !== "object" && /^(?:String\([^()]+\)|[\w.]+\.toString\(\))$/.test(text))
        yield [before(site.end, ".padStart(2, '0')")];
    } else if (isValue(site) && site.operators[0]?.text === "/" && site.parent?.kind === "return")
      yield [at(site, `(${text}).toFixed(2)`)];
  },
};

const unpaddedPlaceholder: Slip = {
  language: "javascript",
  why: "a number in a template without its leading zeros or its decimals",
  chance: "ordinary",
  kinds: ["string"],
  examples: [
    ["x = `\u0024{h}:\u0024{m}`;", "x = `\u0024{h}:\u0024{String(m).padStart(2, '0')}`;"],
    ["x = `\u0024{price} EUR`;", "x = `\u0024{price.toFixed(2)} EUR`;"],
  ],
  leaves: ["x = 'a';"],
  *correct(site, context) {
    const text = context.text(site);
    if (!text.startsWith("`")) return;
    const found = [...text.matchAll(/\$\{([\w.]+)\}/g)].slice(-MOST_PLACEHOLDERS).reverse();
    for (const { 0: whole, 1: name = "", index } of found) {
      const start = site.start + index;
      const place = { start, end: start + whole.length };
      yield [at(place, `\${String(${name}).padStart(2, '0')}`)];
      yield [at(place, `\${${name}.toFixed(2)}`)];
    }
  },
};

const MOST_PLACEHOLDERS = 3;

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
  ...[positionAsAnswer, textForNumbers, missingDefault, fixedDecimals, unpaddedPlaceholder],
  ...[firstTwice, inheritedKey, lostAccumulator],
  replacedEntry,
];
