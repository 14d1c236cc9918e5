import type { Split } from "../../entities/evidence.ts";
import type { Review } from "../../entities/review.ts";
import type { SourceFile } from "../../ports/repair.ts";
import { neighborOf } from "../languages/imports-in-tests.ts";

export type Chosen = "this" | "other";

/**
 * Open questions about a change that a test can decide: first rivals, then small changes to the same place. Changes
 * that answer the same call in the same way are one question.
 */
export function questionsOf({ evidence }: Pick<Review, "evidence">): readonly Split[] {
  const survivors = evidence.search?.pinning?.survivors ?? [];
  const questions = new Map<string, Split>();
  for (const { split } of [...evidence.alternatives, ...survivors]) {
    if (split === null || !isWritable(split)) continue;
    const key = JSON.stringify([split.path, split.call, split.mine, split.other]);
    if (!questions.has(key)) questions.set(key, split);
  }
  return [...questions.values()];
}

/** The test for one answer, in the framework of the neighboring tests; null if it cannot be written. */
export function decidingTest(
  split: Split,
  chosen: Chosen,
  suite: { readonly framework: string; readonly tests: readonly SourceFile[] },
): SourceFile | null {
  const name = /^\w+/.exec(split.call)?.[0] ?? "";
  const said = chosen === "this" ? split.mine : split.other;
  const neighbor = neighborOf(split.path, suite.tests);
  if (neighbor === null) return null;
  const { test, from } = neighbor;
  const folder = test.path.includes("/") ? `${test.path.slice(0, test.path.lastIndexOf("/"))}/` : "";
  if (split.path.endsWith(".py")) {
    const write = suite.framework === "unittest" ? unittest : pytest;
    return {
      path: `${folder}test_${name.toLowerCase()}_decided.py`,
      text: write(name, from, split.call, said),
    };
  }
  const ending = /(?:\.(?:test|spec))?\.[cm]?[jt]sx?$/.exec(test.path)?.[0] ?? ".test.js";
  const imported = { from, isCommon: /\brequire\(/.test(test.text) };
  const text = javascript(suite.framework, name, imported, split.call, said);
  return { path: `${folder}${name}-decided${ending}`, text };
}

/** Only plain values on one line can be written: no calls, no objects, and nothing truncated. */
function isWritable({ call, mine, other }: Split): boolean {
  const given = call.replace(/^\w+\(/, "");
  const isPlain = (text: string) => !/…|<|[\w)\]]\s*\(|[\r\n;]|^does not end$|^is not there$/.test(text);
  return /^\w+\(.*\)$/s.test(call) && [given, mine, other].every(isPlain);
}

function pytest(name: string, from: string, call: string, said: string): string {
  const error = /^raises (\w+)/.exec(said)?.[1];
  const head = error === undefined ? "" : "import pytest\n\n";
  const body =
    error === undefined
      ? `    assert ${call} == ${said}\n`
      : `    with pytest.raises(${error}):\n        ${call}\n`;
  return `${head}from ${from} import ${name}\n\n\ndef test_${name.toLowerCase()}_decided():\n${body}`;
}

function unittest(name: string, from: string, call: string, said: string): string {
  const error = /^raises (\w+)/.exec(said)?.[1];
  const body =
    error === undefined
      ? `        self.assertEqual(${call}, ${said})\n`
      : `        with self.assertRaises(${error}):\n            ${call}\n`;
  return `import unittest\n\nfrom ${from} import ${name}\n\n\nclass Test${name}Decided(unittest.TestCase):\n    def test_${name.toLowerCase()}_decided(self):\n${body}`;
}

interface Imported {
  readonly from: string;
  readonly isCommon: boolean;
}

function javascript(
  framework: string,
  name: string,
  { from, isCommon }: Imported,
  call: string,
  said: string,
): string {
  const load = (what: string, source: string) =>
    isCommon ? `const ${what} = require("${source}");` : `import ${what} from "${source}";`;
  const throws = said.startsWith("throws ");
  const expects = framework === "jest" || framework === "vitest";
  const wanted = said === "" ? "undefined" : said;
  const check = expects
    ? throws
      ? `expect(() => ${call}).toThrow()`
      : `expect(${call}).toEqual(${wanted})`
    : throws
      ? `assert.throws(() => ${call})`
      : `assert.deepStrictEqual(${call}, ${wanted})`;
  const lines = [
    ...(expects ? [] : [load("assert", "node:assert")]),
    ...(framework === "node:test" ? [load(isCommon ? "{ test }" : "test", "node:test")] : []),
    ...(framework === "vitest" ? [load("{ expect, test }", "vitest")] : []),
    load(`{ ${name} }`, from),
  ];
  const declare = framework === "mocha" ? "it" : "test";
  return `${lines.join("\n")}\n\n${declare}(${JSON.stringify(`${name}, as decided in a review`)}, () => {\n  ${check};\n});\n`;
}
