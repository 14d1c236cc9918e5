import { execFileSync } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { isMissing } from "../../../../../test/support/toolchains.ts";
import { languageOf } from "../../languages/list.ts";
import { atom } from "../../syntax/expression.ts";
import { formsOf } from "./forms-of.ts";
import { type Shape, shapeOf, type Value } from "./value.ts";

type Written = Readonly<Record<"python" | "javascript", string>>;

const SAMPLES: readonly (readonly [Value, Written])[] = [
  [7, { python: "7", javascript: "7" }],
  [2.5, { python: "2.5", javascript: "2.5" }],
  [-3, { python: "(-3)", javascript: "(-3)" }],
  [0, { python: "0", javascript: "0" }],
  [true, { python: "True", javascript: "true" }],
  [false, { python: "False", javascript: "false" }],
  ["abc Abc", { python: "'abc Abc'", javascript: "'abc Abc'" }],
  ["a", { python: "'a'", javascript: "'a'" }],
  [" 12 ", { python: "' 12 '", javascript: "' 12 '" }],
  ["", { python: "''", javascript: "''" }],
  [
    { kind: "list", items: [3, 1, 2, 1] },
    { python: "[3, 1, 2, 1]", javascript: "[3, 1, 2, 1]" },
  ],
  [
    { kind: "list", items: ["b", "a"] },
    { python: "['b', 'a']", javascript: "['b', 'a']" },
  ],
  [
    { kind: "list", items: [] },
    { python: "[]", javascript: "[]" },
  ],
  [
    {
      kind: "dict",
      entries: [
        ["a", 1],
        ["b", 4],
      ],
    },
    { python: "{'a': 1, 'b': 4}", javascript: "({ a: 1, b: 4 })" },
  ],
  [
    { kind: "dict", entries: [["a", 9]] },
    { python: "{'a': 9}", javascript: "({ a: 9 })" },
  ],
  [
    { kind: "set", items: [1, 7] },
    { python: "{1, 7}", javascript: "new Set([1, 7])" },
  ],
  [
    { kind: "set", items: [7] },
    { python: "{7}", javascript: "new Set([7])" },
  ],
];

interface Case {
  readonly text: string;
  readonly value: Value;
}

/** Every operation, on every combination of samples for which it has a result. */
function casesOf(id: "python" | "javascript"): readonly Case[] {
  const language = languageOf(id === "python" ? "m.py" : "m.js");
  if (language === null) throw new Error(`no language ${id}`);
  const { unary, binary } = formsOf(language);
  const samples = (shape: Shape) => SAMPLES.filter(([value]) => shapeOf(value) === shape);
  const found: Case[] = [];
  const add = (text: () => string, work: () => Value) => {
    try {
      found.push({ value: work(), text: text() });
    } catch {
      // no result
    }
  };
  for (const { takes, write, work } of unary)
    for (const [value, code] of takes.flatMap(samples))
      add(
        () => write(atom(code[id])).text,
        () => work(value as never),
      );
  for (const { takes, write, work } of binary)
    for (const pair of takes)
      for (const [one, first] of samples(typeof pair === "string" ? pair : pair[0]))
        for (const [other, second] of samples(typeof pair === "string" ? pair : pair[1]))
          add(
            () => write(atom(first[id]), atom(second[id])).text,
            () => work(one as never, other as never),
          );
  return found;
}

/** Sets and tuples as lists, and numbers with few digits. */
function plain(value: Value): unknown {
  if (typeof value === "number") return Number(value.toPrecision(10));
  if (value === null || typeof value !== "object") return value;
  if (value.kind === "dict")
    return Object.fromEntries(value.entries.map(([key, each]) => [key, plain(each)]));
  const items = value.items.map(plain);
  return value.kind === "set" ? items.toSorted() : items;
}

function wrongIn(cases: readonly Case[], answers: readonly unknown[]): readonly string[] {
  return cases.flatMap(({ text, value }, at) => {
    const answer = answers[at];
    const shown = typeof answer === "number" ? Number(answer.toPrecision(10)) : answer;
    return isDeepStrictEqual(plain(value), shown)
      ? []
      : [`${text}: ${JSON.stringify(plain(value))} here, ${JSON.stringify(answer)} there`];
  });
}

describe("what an operation is worth", () => {
  it.skipIf(isMissing("python3"))("is what Python answers (skipped without python3)", () => {
    const cases = casesOf("python");
    const program = [
      "import json, sys",
      "def plain(v):",
      "    if isinstance(v, (set, frozenset)): return sorted(v)",
      "    return v",
      "def answer(each):",
      "    try: return plain(eval(each))",
      "    except Exception as error: return 'raises ' + type(error).__name__",
      "print(json.dumps([answer(each) for each in json.load(sys.stdin)]))",
    ].join("\n");
    const texts = JSON.stringify(cases.map((each) => each.text));
    const answers = JSON.parse(
      execFileSync("python3", ["-c", program], { input: texts, encoding: "utf8" }),
    ) as unknown[];
    expect(cases.length).toBeGreaterThan(300);
    expect(wrongIn(cases, answers)).toEqual([]);
  });

  it("is what JavaScript answers", () => {
    const cases = casesOf("javascript");
    const answers = cases.map(({ text }) => {
      try {
        const answer = runInNewContext(
          `const v = (${text}); v instanceof Set ? [...v].sort() : v`,
        ) as unknown;
        return answer === undefined ? null : (JSON.parse(JSON.stringify(answer)) as unknown);
      } catch (error) {
        return `throws ${String(error)}`;
      }
    });
    expect(cases.length).toBeGreaterThan(300);
    expect(wrongIn(cases, answers)).toEqual([]);
  });
});
