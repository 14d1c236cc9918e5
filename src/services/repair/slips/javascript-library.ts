import { indentAt, indentStep } from "../propose/edits.ts";
import { callOf } from "../propose/method-call.ts";
import { ancestors, child, descendants, enclosingFunction } from "../syntax/node.ts";
import { indexedSize } from "./indexed-size.ts";
import { neighbor } from "./neighbors.ts";
import { at, before, type Slip } from "./slip.ts";

const shortHex: Slip = {
  language: "javascript",
  why: "a number in another base without its leading zeros",
  chance: "likely",
  kinds: ["call"],
  examples: [["x = n.toString(16);", "x = n.toString(16).padStart(2, '0');"]],
  leaves: ["x = n.toFixed(16);"],
  *correct(site, context) {
    const digits = { "16": 2, "2": 8 }[/\.toString\((16|2)\)$/.exec(context.text(site))?.[1] ?? ""];
    if (digits !== undefined && site.role !== "object") yield [before(site.end, `.padStart(${digits}, '0')`)];
  },
};

const valueOfRejection: Slip = {
  language: "javascript",
  why: "a settled promise has a value if it was fulfilled, and a reason if it was rejected",
  chance: "likely",
  kinds: ["attribute"],
  examples: [
    [
      "x = r.status === 'fulfilled' ? r.value : r.value;",
      "x = r.status === 'fulfilled' ? r.value : r.reason;",
    ],
  ],
  leaves: ["x = r.value;"],
  *correct(site, context) {
    const property = child(site, "property");
    const name = property === null ? "" : context.text(property);
    if (!/^(?:value|reason|error)$/.test(name) || !/['"](?:fulfilled|rejected)['"]/.test(context.source))
      return;
    if (property !== null) yield [at(property, name === "value" ? "reason" : "value")];
  },
};

const halvedCharacters: Slip = {
  language: "javascript",
  why: "an emoji is split into two halves",
  chance: "likely",
  kinds: ["call"],
  examples: [["x = text.split('').reverse();", "x = [...text].reverse();"]],
  leaves: ["x = text.concat('');"],
  *correct(site, context) {
    const object = /^([\w.]+)\.split\((?:''|"")\)$/.exec(context.text(site))?.[1];
    if (object !== undefined) yield [at(site, `[...${object}]`)];
  },
};

const specialReplacement: Slip = {
  language: "javascript",
  why: "`$&` and the like in a replacement are not literal",
  chance: "ordinary",
  kinds: ["arguments"],
  examples: [["s = s.replaceAll(a, b);", "s = s.replaceAll(a, () => b);"]],
  leaves: ["s = s.replaceAll(a, '-');"],
  *correct(site, context) {
    const call = callOf(site.parent, context);
    const [, replacement] = call?.given ?? [];
    if (!/^replace(?:All)?$/.test(call?.name ?? "") || replacement === undefined) return;
    if (!/^(?:lambda|string|function)$/.test(replacement.kind)) yield [before(replacement.start, "() => ")];
  },
};

const keptWithResult: Slip = {
  language: "javascript",
  why: "what was acquired is released only on success",
  chance: "likely",
  kinds: ["declaration"],
  examples: [
    [
      "async function f(p) {\n  const x = await p.run();\n  p.release();\n  return x;\n}\n",
      "async function f(p) {\n  try {\n    return await p.run();\n  } finally {\n    p.release();\n  }\n}\n",
    ],
  ],
  *correct(site, context) {
    const release = neighbor(site, 1);
    const end = release === null ? null : neighbor(release, 1);
    const [, name, value] = /^(?:const|let) (\w+) = ([^;]+);?$/.exec(context.text(site)) ?? [];
    if (release === null || end === null || name === undefined || value === undefined) return;
    if (!new RegExp(`^return ${name};?$`).test(context.text(end))) return;
    const after = context.text(release);
    if (release.kind !== "expression-statement" || new RegExp(`\\b${name}\\b`).test(after)) return;
    const [indent, step] = [indentAt(context.source, site.start), indentStep(context.source)];
    const lines = ["try {", `${step}return ${value};`, "} finally {", `${step}${after}`, "}"];
    yield [at({ start: site.start, end: end.end }, lines.join(`\n${indent}`))];
  },
};

const raisedTooLate: Slip = {
  language: "javascript",
  why: "`n++` passes on the old value and changes the variable for what follows",
  chance: "shown",
  kinds: ["update"],
  examples: [["f(x, depth++);", "f(x, depth + 1);"]],
  leaves: ["depth++;"],
  *correct(site, context) {
    const match = /^(\w+)(\+\+|--)$/.exec(context.text(site));
    if (match !== null && site.parent?.kind === "arguments")
      yield [at(site, `${match[1]} ${match[2]?.[0]} 1`)];
  },
};

const allAtOnce: Slip = {
  language: "javascript",
  why: "0, false and an empty text are replaced by defaults, in every field",
  chance: "likely",
  kinds: ["dict"],
  examples: [["x = {\n  a: o.a || 1,\n  b: o.b || 2,\n};", "x = {\n  a: o.a ?? 1,\n  b: o.b ?? 2,\n};"]],
  *correct(site, context) {
    const operators = descendants(site)
      .filter(({ kind }) => kind === "logical")
      .flatMap((each) => each.operators.filter(({ text }) => text === "||"));
    if (operators.length > 1 && site.parent !== null && context.text(site).includes("."))
      yield operators.map((each) => at(each, "??"));
  },
};

const readTwice: Slip = {
  language: "javascript",
  why: "the next item is used but not skipped",
  chance: "ordinary",
  kinds: ["subscript"],
  examples: [
    [
      "for (let i = 0; i < a.length; i++) { x = a[i + 1]; }",
      "for (let i = 0; i < a.length; i++) { x = a[++i]; }",
    ],
  ],
  leaves: ["x = a[i + 1];"],
  *correct(site, context) {
    const index = child(site, "index");
    const name = index === null ? undefined : /^(\w+) \+ 1$/.exec(context.text(index))?.[1];
    if (index === null || name === undefined || site.role === "target") return;
    const counts = new RegExp(`\\b${name}(?:\\+\\+| \\+= 1)|\\+\\+${name}\\b`);
    const loop = [...ancestors(site)].find(({ kind }) => kind === "for-classic");
    if (loop !== undefined && counts.test(context.text(loop))) yield [at(index, `++${name}`)];
  },
};

const unequalParts: Slip = {
  language: "javascript",
  why: "the longer of two lists is compared only as far as the shorter goes",
  chance: "ordinary",
  kinds: ["call"],
  examples: [
    [
      "function f(a, b) {\n  const n = Math.min(a.length, b.length);\n  for (let i = 0; i < n; i++) g(a[i] - b[i]);\n}\n",
      "function f(a, b) {\n  const n = Math.max(a.length, b.length);\n  for (let i = 0; i < n; i++) g((a[i] ?? 0) - (b[i] ?? 0));\n}\n",
    ],
  ],
  *correct(site, context) {
    const match = /^Math\.min\((\w+)\.length, (\w+)\.length\)$/.exec(context.text(site));
    const owner = enclosingFunction(site);
    if (match === null || owner === null) return;
    const lists = match.slice(1);
    const items = descendants(owner).filter((each) => {
      const object = each.kind === "subscript" ? child(each, "object") : null;
      return object !== null && lists.includes(context.text(object)) && each.start > site.end;
    });
    yield [
      at(site, context.text(site).replace("min", "max")),
      ...items.map((each) => at(each, `(${context.text(each)} ?? 0)`)),
    ];
  },
};

const isNoLeapYear: Slip = {
  language: "javascript",
  why: "centuries are leap years only every 400 years",
  chance: "shown",
  kinds: ["logical", "comparison"],
  examples: [
    ["x = y % 4 === 0 && y % 100 !== 0;", "x = y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0);"],
    ["x = y % 4 === 0;", "x = y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0);"],
  ],
  *correct(site, context) {
    const year = /^(\w+) % 4 === 0(?: && \1 % 100 !== 0)?$/.exec(context.text(site))?.[1];
    if (year === undefined || [...ancestors(site)].some(({ kind }) => kind === "logical")) return;
    yield [at(site, `${year} % 4 === 0 && (${year} % 100 !== 0 || ${year} % 400 === 0)`)];
  },
};

const beginsAgain: Slip = {
  language: "javascript",
  why: "a better value is added to the ones it should replace",
  chance: "likely",
  kinds: ["call"],
  examples: [
    [
      "function f(xs) {\n  let best = 0;\n  let out = [];\n  for (const x of xs) {\n    if (x > best) {\n      best = x;\n      out.push(x);\n    }\n  }\n  return out;\n}\n",
      "function f(xs) {\n  let best = 0;\n  let out = [];\n  for (const x of xs) {\n    if (x > best) {\n      best = x;\n      out = [x];\n    }\n  }\n  return out;\n}\n",
    ],
  ],
  leaves: ["out.push(x);"],
  *correct(site, context) {
    const [, list, item] = /^(\w+)\.push\((.+)\)$/.exec(context.text(site)) ?? [];
    const isVariable = new RegExp(`\\b(?:let|var) ${list} = `).test(context.source);
    const branch = [...ancestors(site)].find(({ kind }) => kind === "if");
    if (list !== undefined && isVariable && branch !== undefined) yield [at(site, `${list} = [${item}]`)];
  },
};

const missedAnswers: Slip = {
  language: "javascript",
  why: "filter does not wait, and a promise is always true",
  chance: "ordinary",
  kinds: ["return"],
  examples: [
    [
      "async function f(xs, ok) {\n  return xs.filter((x) => ok(x));\n}\n",
      "async function f(xs, ok) {\n  const kept = await Promise.all(xs.map((x) => ok(x)));\n  return xs.filter((_, at) => kept[at]);\n}\n",
    ],
  ],
  leaves: ["const kept = xs.filter((x) => ok(x));"],
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

const beyondTheLast: Slip = {
  language: "javascript",
  why: "the largest value belongs to the last of the groups, not to one after it",
  chance: "likely",
  kinds: ["declaration", "assign"],
  examples: [
    [
      "function f(xs, n) {\n  const out = new Array(n).fill(0);\n  for (const x of xs) {\n    const i = Math.floor(x / 2);\n    out[i] += 1;\n  }\n  return out;\n}\n",
      "function f(xs, n) {\n  const out = new Array(n).fill(0);\n  for (const x of xs) {\n    const i = Math.min(Math.floor(x / 2), n - 1);\n    out[i] += 1;\n  }\n  return out;\n}\n",
    ],
  ],
  *correct(site, context) {
    const size = indexedSize(site, /Array(?:\.from)?\((?:\{ length: )?(\w+)(?: \})?[,)]/, context);
    const value = child(site, "value");
    if (size !== null && value !== null) yield [at(value, `Math.min(${context.text(value)}, ${size} - 1)`)];
  },
};

export const javascriptLibrarySlips: readonly Slip[] = [
  ...[shortHex, valueOfRejection, halvedCharacters, specialReplacement, keptWithResult, raisedTooLate],
  ...[allAtOnce, readTwice, unequalParts, isNoLeapYear, beginsAgain, missedAnswers],
  ...[beyondTheLast],
];
