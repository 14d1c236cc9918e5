import type { Context } from "../propose/context.ts";
import { indentAt, indentStep, insertAfter, insertBefore } from "../propose/edits.ts";
import { callOf } from "../propose/method-call.ts";
import {
  ancestors,
  child,
  descendants,
  enclosingFunction,
  isValue,
  type SyntaxNode,
} from "../syntax/node.ts";
import { neighbor } from "./neighbors.ts";
import { fieldsAround, itemChange } from "./objects.ts";
import { at, before, type Slip } from "./slip.ts";

const MOST_FIELDS = 2;
const CLASS =
  "class A {\n  constructor(limit) {\n    this.limit = limit;\n    this.xs = [];\n    this.n = 0;\n  }\n\n";

const growsForever: Slip = {
  language: "javascript",
  why: "a list of the object grows beyond its limit, or takes an item twice",
  chance: "ordinary",
  kinds: ["expression-statement"],
  examples: [
    [
      `${CLASS}  add(x) {\n    this.xs.push(x);\n  }\n}\n`,
      `${CLASS}  add(x) {\n    this.xs.push(x);\n    if (this.xs.length > this.limit) this.xs.shift();\n  }\n}\n`,
    ],
    [
      `${CLASS}  add(x) {\n    this.xs.push(x);\n  }\n}\n`,
      `${CLASS}  add(x) {\n    if (this.xs.length >= this.limit) return false;\n    this.xs.push(x);\n  }\n}\n`,
    ],
    [
      `${CLASS}  add(x) {\n    this.xs.push(x);\n  }\n}\n`,
      `${CLASS}  add(x) {\n    if (this.xs.includes(x)) return;\n    this.xs.push(x);\n  }\n}\n`,
    ],
  ],
  leaves: ["xs.push(x);"],
  *correct(site, context) {
    const added = itemChange(site, context);
    if (!added?.adds) return;
    const { list, item } = added;
    const isSet = added.method === "add";
    for (const limit of fieldsAround(site, context).limits.slice(0, MOST_FIELDS)) {
      const size = `${list}.${isSet ? "size" : "length"}`;
      if (!isSet) yield insertAfter(context, site, `if (${size} > this.${limit}) ${list}.shift();`).edits;
      for (const answer of ["return false;", "return;"])
        yield insertBefore(context, site, `if (${size} >= this.${limit}) ${answer}`).edits;
    }
    const has = `${list}.${isSet ? "has" : "includes"}(${item})`;
    for (const answer of ["return;", "return false;"])
      yield insertBefore(context, site, `if (${has}) ${answer}`).edits;
  },
};

const staleTotal: Slip = {
  language: "javascript",
  why: "a total of the object that does not follow its list",
  chance: "likely",
  kinds: ["expression-statement"],
  examples: [
    [
      `${CLASS}  add(x) {\n    this.xs.push(x);\n  }\n}\n`,
      `${CLASS}  add(x) {\n    this.xs.push(x);\n    this.n += x;\n  }\n}\n`,
    ],
  ],
  *correct(site, context) {
    const added = itemChange(site, context);
    const owner = enclosingFunction(site);
    if (added === null || owner === null) return;
    for (const total of fieldsAround(site, context).totals.slice(0, MOST_FIELDS)) {
      if (context.text(owner).includes(`this.${total}`)) continue;
      for (const amount of [added.item, "1"])
        yield insertAfter(context, site, `this.${total} ${added.adds ? "+=" : "-="} ${amount};`).edits;
    }
  },
};

const noChain: Slip = {
  language: "javascript",
  why: "a method that should return its object returns nothing",
  chance: "ordinary",
  kinds: ["expression-statement"],
  examples: [
    [
      `${CLASS}  add(x) {\n    this.xs.push(x);\n  }\n}\n`,
      `${CLASS}  add(x) {\n    this.xs.push(x);\n    return this;\n  }\n}\n`,
    ],
  ],
  *correct(site, context) {
    const owner = enclosingFunction(site);
    if (owner?.raw !== "method_definition" || site.parent?.parent !== owner || neighbor(site, 1) !== null)
      return;
    const isConstructor = context.text(owner).startsWith("constructor");
    if (!isConstructor && !descendants(owner).some(({ kind }) => kind === "return"))
      yield insertAfter(context, site, "return this;").edits;
  },
};

const takenOut: Slip = {
  language: "javascript",
  why: "looking at an item removes it",
  chance: "ordinary",
  kinds: ["call"],
  examples: [
    ["function peek(xs) { return xs.pop(); }", "function peek(xs) { return xs[xs.length - 1]; }"],
    ["function peek(xs) { return xs.shift(); }", "function peek(xs) { return xs[0]; }"],
  ],
  leaves: ["xs.pop();"],
  *correct(site, context) {
    const call = callOf(site, context);
    if (call === null || call.object === null || call.given.length > 0 || !isValue(site)) return;
    if (site.parent?.kind === "expression-statement") return;
    const list = context.text(call.object);
    if (call.name === "pop") yield [at(site, `${list}[${list}.length - 1]`)];
    if (call.name === "shift") yield [at(site, `${list}[0]`)];
  },
};

const lostGroup: Slip = {
  language: "javascript",
  why: "an entry of a map starts again with every item, or has no first value",
  chance: "shown",
  kinds: ["call", "augment"],
  examples: [
    ["m.set(k, [x]);", "m.set(k, [...(m.get(k) ?? []), x]);"],
    ["m.set(k, m.get(k) + 1);", "m.set(k, (m.get(k) ?? 0) + 1);"],
    ["m.set(k, 1);", "m.set(k, (m.get(k) ?? 0) + 1);"],
    ["m[k] += 1;", "m[k] = (m[k] ?? 0) + 1;"],
  ],
  leaves: ["n += 1;"],
  *correct(site, context) {
    const text = context.text(site);
    if (site.kind === "augment") {
      const sum = /^([\w.]+\[[^\]\d]+\]) \+= (.+)$/.exec(text);
      if (sum !== null) yield [at(site, `${sum[1]} = (${sum[1]} ?? 0) + ${sum[2]}`)];
      return;
    }
    const match = /^([\w.#]+)\.set\(([^,()]+), (.+)\)$/s.exec(text);
    const [, map, key, value = ""] = match ?? [];
    if (map === undefined) return;
    const known = `${map}.get(${key})`;
    const item = /^\[([^\],]+)\]$/.exec(value)?.[1];
    const counted = value.startsWith(`${known} + `)
      ? value.slice(known.length + 3)
      : value === "1"
        ? "1"
        : null;
    if (item !== undefined) yield [at(site, `${map}.set(${key}, [...(${known} ?? []), ${item}])`)];
    if (counted !== null) yield [at(site, `${map}.set(${key}, (${known} ?? 0) + ${counted})`)];
  },
};

const runningTimer: Slip = {
  language: "javascript",
  why: "a timer that is started again without stopping the last one",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: [["let t;\nt = setTimeout(g, ms);\n", "let t;\nclearTimeout(t);\nt = setTimeout(g, ms);\n"]],
  *correct(site, context) {
    const match = /^([\w.#]+) = set(Timeout|Interval)\(/.exec(context.text(site));
    const owner = enclosingFunction(site);
    if (match === null || (owner !== null && context.text(owner).includes(`clear${match[2]}(${match[1]})`)))
      return;
    yield insertBefore(context, site, `clear${match[2]}(${match[1]});`).edits;
  },
};

const lostArguments: Slip = {
  language: "javascript",
  why: "a wrapper that does not pass its arguments on, or that remembers only the first",
  chance: "shown",
  kinds: ["call", "subscript", "identifier"],
  examples: [
    ["const f = (...args) => g();", "const f = (...args) => g(...args);"],
    ["const f = (...args) => g(args);", "const f = (...args) => g(...args);"],
    [
      "const f = (...args) => { const k = args[0]; return m.get(k); };",
      "const f = (...args) => { const k = JSON.stringify(args); return m.get(k); };",
    ],
  ],
  leaves: ["const f = (a) => g(a);"],
  *correct(site, context) {
    const rest = restAround(site, context);
    if (rest === undefined || !isValue(site)) return;
    const text = context.text(site);
    const isKey = site.role === "value" && (text === `${rest}[0]` || text === rest);
    if (isKey) yield [at(site, `JSON.stringify(${rest})`)];
    const call = callOf(site, context);
    const given = call === null ? null : call.given.map((each) => context.text(each)).join(", ");
    if (call !== null && call.object === null && (given === "" || given === rest))
      yield [at(site, `${call.name}(...${rest})`)];
  },
};

/** The nearest rest parameter of the functions around a node. */
function restAround(site: SyntaxNode, context: Context): string | undefined {
  for (const each of ancestors(site)) {
    const parameters = each.kind === "function" || each.kind === "lambda" ? child(each, "parameters") : null;
    const name = parameters === null ? undefined : /\.\.\.(\w+)\)?$/.exec(context.text(parameters))?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

const partialDepth: Slip = {
  language: "javascript",
  why: "only one level is flattened or copied",
  chance: "likely",
  kinds: ["call", "dict"],
  examples: [
    ["x = xs.flat();", "x = xs.flat(Infinity);"],
    ["x = { ...o };", "x = structuredClone(o);"],
  ],
  leaves: ["x = { ...o, a: 1 };"],
  *correct(site, context) {
    const text = context.text(site);
    if (text.endsWith(".flat()")) yield [at(site, text.replace(/\(\)$/, "(Infinity)"))];
    const copied = /^\{ ?\.\.\.([\w.]+) ?\}$/.exec(text)?.[1];
    if (copied !== undefined) yield [at(site, `structuredClone(${copied})`)];
  },
};

const endForLength: Slip = {
  language: "javascript",
  why: "slice takes the end, not the number of items",
  chance: "likely",
  kinds: ["call"],
  examples: [["x = xs.slice(i, n);", "x = xs.slice(i, i + n);"]],
  leaves: ["x = xs.slice(0, n);"],
  *correct(site, context) {
    const call = callOf(site, context);
    const [from, to, ...more] = call?.given.map((each) => context.text(each)) ?? [];
    if (call === null || !/^(?:slice|substring)$/.test(call.name) || !from || !to || more.length > 0) return;
    if (/^[A-Za-z_]\w*$/.test(from) && /^(?:this\.)?#?\w+$/.test(to) && !to.includes(from)) {
      const [, last] = call.given;
      if (last !== undefined) yield [at(last, `${from} + ${to}`)];
    }
  },
};

const onlyOnSuccess: Slip = {
  language: "javascript",
  why: "a state that is restored only if nothing fails in between",
  chance: "likely",
  kinds: ["expression-statement"],
  examples: [
    [
      "async function f(s) {\n  s.busy = true;\n  await g();\n  s.busy = false;\n}\n",
      "async function f(s) {\n  s.busy = true;\n  try {\n    await g();\n  } finally {\n    s.busy = false;\n  }\n}\n",
    ],
  ],
  *correct(site, context) {
    const restored = /^([\w.#]+) (?:= (?:true|false|null|\w+)|[-+]= 1);$/.exec(context.text(site))?.[1];
    const work = neighbor(site, -1);
    if (restored === undefined || work === null || /^if\b|^for\b|^while\b/.test(context.text(work))) return;
    const isReturn = context.text(work).startsWith("return");
    const siblings = (site.parent?.children ?? []).filter(({ end }) => end < work.start);
    if (isReturn || !siblings.some((each) => context.text(each).startsWith(`${restored} `))) return;
    const [indent, step] = [indentAt(context.source, site.start), indentStep(context.source)];
    const tried = `try {\n${indent}${step}${context.text(work)}\n${indent}} finally {`;
    yield [
      at({ start: work.start, end: site.end }, `${tried}\n${indent}${step}${context.text(site)}\n${indent}}`),
    ];
  },
};

const unsafeResult: Slip = {
  language: "javascript",
  why: "a division by zero, or an item of an empty list",
  chance: "ordinary",
  kinds: ["binary", "subscript", "call"],
  examples: [
    ["function f(a, b) { return a / b; }", "function f(a, b) { return b === 0 ? 0 : a / b; }"],
    ["function f(xs) { return xs[0]; }", "function f(xs) { return xs[0] ?? null; }"],
    ["function f(m, k) { return m.get(k); }", "function f(m, k) { return m.get(k) ?? null; }"],
  ],
  leaves: ["function f(a) { return a; }"],
  *correct(site, context) {
    if (site.parent?.kind !== "return") return;
    const text = context.text(site);
    if (site.kind === "binary") {
      const right = child(site, "right");
      if (right === null || site.operators[0]?.text !== "/" || right.kind === "number") return;
      for (const otherwise of ["0", "null"])
        yield [at(site, `${context.text(right)} === 0 ? ${otherwise} : ${text}`)];
      return;
    }
    const isLookup = site.kind === "subscript" || /\.(?:get|find|at|pop|shift)\([^()]*\)$/.test(text);
    if (isLookup) for (const otherwise of ["null", "0", "[]"]) yield [before(site.end, ` ?? ${otherwise}`)];
  },
};

export const javascriptObjectSlips: readonly Slip[] = [
  ...[growsForever, staleTotal, noChain, takenOut, lostGroup, runningTimer, lostArguments],
  ...[partialDepth, endForLength, onlyOnSuccess, unsafeResult],
];
