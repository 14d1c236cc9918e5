import { child, type SyntaxNode } from "../syntax/node.ts";
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
  notWaitedFor,
  sameMoment,
  lastNone,
  inheritedKeys,
  inOrderOfArrival,
  containedSpan,
];
