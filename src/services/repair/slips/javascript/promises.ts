import { indentAt, insertAfter } from "../../propose/edits.ts";
import { ancestors, enclosingFunction, isStatement } from "../../syntax/node.ts";
import { at, before, type Slip } from "../slip.ts";

const escapedRejection: Slip = {
  why: "a promise that is returned inside `try` is rejected outside of it",
  chance: "shown",
  kinds: ["return"],
  examples: {
    javascript: [
      [
        "async function f(g) { try { return g(); } catch { return null; } }",
        "async function f(g) { try { return await g(); } catch { return null; } }",
      ],
    ],
  },
  leaves: { javascript: ["async function f(g) { return g; }"] },
  *correct(site, context) {
    const [value] = site.children;
    const isTried = [...ancestors(site)].some(({ kind }) => kind === "try");
    const owner = enclosingFunction(site);
    if (value?.kind !== "call" || !isTried || owner === null) return;
    if (context.text(owner).startsWith("async")) yield [before(value.start, "await ")];
  },
};

const notWaitedFor: Slip = {
  why: "forEach does not wait for what its callback does",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: {
    javascript: [
      [
        "async function f(xs) {\n  xs.forEach(async (x) => {\n    await g(x);\n  });\n}\n",
        "async function f(xs) {\n  for (const x of xs) {\n    await g(x);\n  }\n}\n",
      ],
      [
        "async function f(xs) {\n  xs.forEach(async (x, i) => {\n    await g(x, i);\n  });\n}\n",
        "async function f(xs) {\n  for (const [i, x] of xs.entries()) {\n    await g(x, i);\n  }\n}\n",
      ],
    ],
  },
  leaves: { javascript: ["xs.forEach((x) => {\n  g(x);\n});"] },
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

const missedAnswers: Slip = {
  why: "filter does not wait, and a promise is always true",
  chance: "ordinary",
  kinds: ["return"],
  examples: {
    javascript: [
      [
        "async function f(xs, ok) {\n  return xs.filter((x) => ok(x));\n}\n",
        "async function f(xs, ok) {\n  const kept = await Promise.all(xs.map((x) => ok(x)));\n  return xs.filter((_, at) => kept[at]);\n}\n",
      ],
    ],
  },
  leaves: { javascript: ["const kept = xs.filter((x) => ok(x));"] },
  *correct(site, context) {
    const [, list, test] =
      /^return ([\w.]+)\.filter\(((?:async )?\(?\w+\)? => .+)\);?$/.exec(context.text(site)) ?? [];
    const owner = enclosingFunction(site);
    if (list === undefined || owner === null || !context.text(owner).startsWith("async")) return;
    const indent = indentAt(context.source, site.start);
    yield [
      at(
        site,
        `const kept = await Promise.all(${list}.map(${test}));\n${indent}return ${list}.filter((_, at) => kept[at]);`,
      ),
    ];
  },
};

const inOrderOfArrival: Slip = {
  why: "results in the order in which they arrive, not in the order of their items",
  chance: "likely",
  kinds: ["call"],
  examples: {
    javascript: [
      ["out.push(await f(xs[i], i));", "out[i] = await f(xs[i], i);"],
      ["out.push(await f(xs[i]));", "out[i] = await f(xs[i]);"],
    ],
  },
  leaves: { javascript: ["out.push(await f(x));"] },
  *correct(site, context) {
    const [, list, value] = /^(\w+)\.push\((await .*\[(?:\w+)\].*)\)$/.exec(context.text(site)) ?? [];
    const index = /\[(\w+)\]/.exec(value ?? "")?.[1];
    if (list !== undefined && index !== undefined) yield [at(site, `${list}[${index}] = ${value}`)];
  },
};

const CACHE = /cache|promise|pending|inflight|loading|request|task|job/i;

const rememberedFailure: Slip = {
  why: "a promise that failed stays in the cache",
  chance: "likely",
  kinds: ["expression-statement"],
  examples: {
    javascript: [
      ["cache.set(key, promise);", "cache.set(key, promise);\npromise.catch(() => cache.delete(key));"],
      [
        "this.#open[id] = load(id);",
        "this.#open[id] = load(id);\nthis.#open[id].catch(() => delete this.#open[id]);",
      ],
    ],
  },
  leaves: { javascript: ["total.value = count;"] },
  *correct(site, context) {
    if (!isStatement(site)) return;
    const [, map, key, value] =
      /^([\w.#]+)\.set\(([^,]+), ([A-Za-z_$]\w*)\);?$/.exec(context.text(site)) ?? [];
    if (map !== undefined && CACHE.test(map + (value ?? "")))
      yield insertAfter(context, site, `${value}.catch(() => ${map}.delete(${key}));`).edits;
    const entry = /^([\w.#]+\[[^\]]+\]) = .+\);?$/s.exec(context.text(site))?.[1];
    if (entry !== undefined) yield insertAfter(context, site, `${entry}.catch(() => delete ${entry});`).edits;
  },
};

export const javascriptPromisesSlips: readonly Slip[] = [
  rememberedFailure,
  escapedRejection,
  notWaitedFor,
  missedAnswers,
  inOrderOfArrival,
];
