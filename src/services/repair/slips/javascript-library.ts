import { indentAt } from "../propose/edits.ts";
import { callOf } from "../propose/method-call.ts";
import { enclosingFunction } from "../syntax/node.ts";
import { at, before, type Slip } from "./slip.ts";

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

export const javascriptLibrarySlips: readonly Slip[] = [
  halvedCharacters,
  specialReplacement,
  raisedTooLate,
  missedAnswers,
];
