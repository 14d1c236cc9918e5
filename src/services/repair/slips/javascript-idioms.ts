import { callOf } from "../propose/method-call.ts";
import { plainParameters } from "../propose/parameters.ts";
import { ancestors, child, enclosingFunction, type SyntaxNode } from "../syntax/node.ts";
import { properOverlap } from "./overlap.ts";
import { at, before, type Slip } from "./slip.ts";

const notWaitedFor: Slip = {
  language: "javascript",
  why: "forEach does not wait for what its callback does",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: [
    [
      "async function f(xs) {\n  xs.forEach(async (x) => {\n    await g(x);\n  });\n}\n",
      "async function f(xs) {\n  for (const x of xs) {\n    await g(x);\n  }\n}\n",
    ],
    [
      "async function f(xs) {\n  xs.forEach(async (x, i) => {\n    await g(x, i);\n  });\n}\n",
      "async function f(xs) {\n  for (const [i, x] of xs.entries()) {\n    await g(x, i);\n  }\n}\n",
    ],
  ],
  leaves: ["xs.forEach((x) => {\n  g(x);\n});"],
  *correct(site, context) {
    const text = context.text(site);
    const head = /^([\w.]+)\.forEach\(async \(([\w$]+)(?:, ([\w$]+))?\) => \{/.exec(text);
    const tail = /\}\);?$/.exec(text);
    if (head === null || tail === null || /\breturn\b/.test(text)) return;
    const [whole, list, item, index] = head;
    const loop = index === undefined ? `${item} of ${list}` : `[${index}, ${item}] of ${list}.entries()`;
    yield [
      at({ start: site.start, end: site.start + whole.length }, `for (const ${loop}) {`),
      at({ start: site.start + tail.index, end: site.end }, "}"),
    ];
  },
};

const driftingStep: Slip = {
  language: "javascript",
  why: "each step starts from the last result, so an adjusted one shifts all later ones",
  chance: "likely",
  kinds: ["assign"],
  examples: [
    [
      "function f(a, n) {\n  let x = a;\n  for (let i = 1; i < n; i++) {\n    x = step(x, 1);\n  }\n  return x;\n}\n",
      "function f(a, n) {\n  let x = a;\n  for (let i = 1; i < n; i++) {\n    x = step(a, i);\n  }\n  return x;\n}\n",
    ],
  ],
  *correct(site, context) {
    const [, name, step] = /^(\w+) = ([\w.]+)\(\1, 1\)$/.exec(context.text(site)) ?? [];
    const owner = enclosingFunction(site);
    const counter = counterAround(site, (node) => context.text(node));
    if (name === undefined || owner === null || counter === null) return;
    const start = new RegExp(`\\b(?:let|var) ${name} = ([\\w.]+);`).exec(context.text(owner))?.[1];
    for (const count of start === undefined ? [] : [counter, `${counter} + 1`])
      yield [at(site, `${name} = ${step}(${start}, ${count})`)];
  },
};

/** The variable that the innermost counting loop around a node counts. */
function counterAround(site: SyntaxNode, text: (node: SyntaxNode) => string): string | null {
  const loop = [...ancestors(site)].find(({ kind }) => kind === "for-classic");
  return loop === undefined ? null : (/^for \(let (\w+) = /.exec(text(loop))?.[1] ?? null);
}

const sameMoment: Slip = {
  language: "javascript",
  why: "two dates are never the same object",
  chance: "ordinary",
  kinds: ["comparison"],
  examples: [["x = a.date === date;", "x = a.date.getTime() === date.getTime();"]],
  leaves: ["x = a.name === name;"],
  *correct(site, context) {
    const [left, right] = [child(site, "left"), child(site, "right")];
    if (!left || !right || !/^[!=]==$/.test(site.operators[0]?.text ?? "")) return;
    const isMoment = ({ kind }: SyntaxNode) => kind === "identifier" || kind === "attribute";
    if (!isMoment(left) || !isMoment(right) || !/date|day|time|start|end|at$|when/i.test(context.text(site)))
      return;
    yield [before(left.end, ".getTime()"), before(right.end, ".getTime()")];
  },
};

const lastNone: Slip = {
  language: "javascript",
  why: "slice(-0) is everything, not nothing",
  chance: "shown",
  kinds: ["call"],
  examples: [["x = s.slice(-n);", "x = s.slice(s.length - n);"]],
  leaves: ["x = s.slice(n);"],
  *correct(site, context) {
    const [, object, count] = /^([\w.]+)\.slice\(-([A-Za-z_]\w*)\)$/.exec(context.text(site)) ?? [];
    if (object !== undefined) yield [at(site, `${object}.slice(${object}.length - ${count})`)];
  },
};

const startsOnMonday: Slip = {
  language: "javascript",
  why: "Sunday is day 0, so it is the last day of a week that starts on Monday",
  chance: "shown",
  kinds: ["binary"],
  examples: [["x = d.getDay() - 1;", "x = (d.getDay() + 6) % 7;"]],
  *correct(site, context) {
    const day = /^([\w.]+\.get(?:UTC)?Day\(\)) - 1$/.exec(context.text(site))?.[1];
    if (day !== undefined) yield [at(site, `(${day} + 6) % 7`)];
  },
};

const plusForSpace: Slip = {
  language: "javascript",
  why: "a plus sign in a query stands for a space",
  chance: "likely",
  kinds: ["call"],
  examples: [["x = decodeURIComponent(s);", "x = decodeURIComponent(s.replace(/\\+/g, ' '));"]],
  leaves: ["x = encodeURIComponent(s);"],
  *correct(site, context) {
    const call = callOf(site, context);
    const [only] = call?.given ?? [];
    if (call?.name === "decodeURIComponent" && only !== undefined && !/replace/.test(context.text(only)))
      yield [before(only.end, ".replace(/\\+/g, ' ')")];
  },
};

const rankWithTies: Slip = {
  language: "javascript",
  why: "after equal ranks, the next one continues with the position",
  chance: "ordinary",
  kinds: ["augment", "update"],
  examples: [
    [
      "for (let i = 0; i < n; i++) {\n  if (!tied) rank += 1;\n}",
      "for (let i = 0; i < n; i++) {\n  if (!tied) rank = i + 1;\n}",
    ],
  ],
  *correct(site, context) {
    const name = /^(\w+)(?: \+= 1|\+\+)$/.exec(context.text(site))?.[1];
    const counter = counterAround(site, (node) => context.text(node));
    if (name === undefined || counter === null || name === counter) return;
    if ([...ancestors(site)].some(({ kind }) => kind === "if")) yield [at(site, `${name} = ${counter} + 1`)];
  },
};

const notYetText: Slip = {
  language: "javascript",
  why: "a string method on a value that may be a number or a boolean",
  chance: "ordinary",
  kinds: ["identifier"],
  examples: [["function f(v) { return v.trim(); }", "function f(v) { return String(v).trim(); }"]],
  leaves: ["function f(v) { return v.name; }"],
  *correct(site, context) {
    const rest = context.source.slice(site.end, site.end + 20);
    const owner = enclosingFunction(site);
    if (owner === null || plainParameters(owner, context)?.includes(context.text(site)) !== true) return;
    if (site.role === "object" && /^\.(?:trim|toLowerCase|toUpperCase|split|replace|padStart)\(/.test(rest))
      yield [at(site, `String(${context.text(site)})`)];
  },
};

const inheritedKeys: Slip = {
  language: "javascript",
  why: "an empty object already has keys such as `constructor`",
  chance: "ordinary",
  kinds: ["dict"],
  examples: [["const counts = {};", "const counts = Object.create(null);"]],
  leaves: ["const counts = { a: 1 };"],
  *correct(site, context) {
    if (context.text(site) === "{}" && site.role === "value") yield [at(site, "Object.create(null)")];
  },
};

const inOrderOfArrival: Slip = {
  language: "javascript",
  why: "results in the order in which they arrive, not in the order of their items",
  chance: "likely",
  kinds: ["call"],
  examples: [
    ["out.push(await f(xs[i], i));", "out[i] = await f(xs[i], i);"],
    ["out.push(await f(xs[i]));", "out[i] = await f(xs[i]);"],
  ],
  leaves: ["out.push(await f(x));"],
  *correct(site, context) {
    const [, list, value] = /^(\w+)\.push\((await .*\[(?:\w+)\].*)\)$/.exec(context.text(site)) ?? [];
    const index = /\[(\w+)\]/.exec(value ?? "")?.[1];
    if (list !== undefined && index !== undefined) yield [at(site, `${list}[${index}] = ${value}`)];
  },
};

const squareOnly: Slip = {
  language: "javascript",
  why: "a table that is not square has more columns than rows, or fewer",
  chance: "likely",
  kinds: ["call"],
  examples: [
    ["x = g.map((_, c) => g.map((row) => row[c]));", "x = g[0].map((_, c) => g.map((row) => row[c]));"],
  ],
  leaves: ["x = g.map((row) => row[0]);"],
  *correct(site, context) {
    const object = /^(\w+)\.map\(\(_\w*, \w+\) => \1\./.exec(context.text(site))?.[1];
    if (object !== undefined) yield [before(site.start + object.length, "[0]")];
  },
};

const containedSpan: Slip = {
  language: "javascript",
  why: "a span that contains another one neither starts nor ends inside it",
  chance: "shown",
  kinds: ["logical"],
  examples: [["x = (a >= c && a < d) || (b > c && b <= d);", "x = a < d && c < b;"]],
  leaves: ["x = (a >= c && a < d) || (b > e && b <= d);"],
  *correct(site, context) {
    const proper = properOverlap(context.text(site));
    if (proper !== null) yield [at(site, proper)];
  },
};

export const javascriptIdiomSlips: readonly Slip[] = [
  ...[notWaitedFor, driftingStep, sameMoment, lastNone, startsOnMonday, plusForSpace, rankWithTies],
  ...[notYetText, inheritedKeys, inOrderOfArrival, squareOnly, containedSpan],
];
