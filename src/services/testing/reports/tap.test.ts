import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTap } from "./tap.ts";
import { tapTests } from "./tap-tests.ts";

const request = { root: ".", tree: "/tree" };
const files = new Set(["a.js", "test/b.js"]);

/** `status id` of every test, and whether the stream matched its plan. */
function read(text: string): readonly string[] | null {
  const found = tapTests(text, { request, isFile: (path) => files.has(path) });
  if (found === null) return null;
  const tests = found.tests.map(({ id, status }) => `${status} ${id}`);
  return found.finished ? tests : [...tests, "(not finished)"];
}

const CASES: Readonly<Record<string, readonly [string, readonly string[] | null]>> = {
  "a leading plan": ["1..2\nok 1 - a\nnot ok 2 - b\n", ["passed a", "failed b"]],
  "a plan behind": ["ok 1 - a\n1..1\n", ["passed a"]],
  "points without numbers or dashes": ["ok a\nok\n1..2\n", ["passed a", "passed test"]],
  "a number and no name": ["ok 1\n1..1\n", ["passed test 1"]],
  "output between the points": ["TAP version 13\nhello\nok 1 - a\nok, then\n1..1\n", ["passed a"]],
  "Windows line endings": ["ok 1 - a\r\n1..1\r\n", ["passed a"]],
  directives: [
    "ok 1 - a # SKIP no net\nok 2 # skip\nnot ok 3 - c # TODO later\nok 4 - d # todo\n1..4\n",
    ["skipped a", "skipped test 2", "expected_failure c", "skipped d"],
  ],
  "an escaped hash": ["ok 1 - a \\# skip b\n1..1\n", ["passed a # skip b"]],
  "the same name twice": ["ok 1 - a\nnot ok 2 - a\n1..2\n", ["passed a", "failed a #2"]],
  "a whole run that is skipped": ["1..0 # SKIP nothing here\n", []],
  "fewer points than planned": ["1..3\nok 1 - a\n", ["passed a", "(not finished)"]],
  "more points than planned": ["1..1\nok 1 - a\nok 2 - b\n", ["passed a", "passed b", "(not finished)"]],
  "no plan": ["ok 1 - a\n", ["passed a", "(not finished)"]],
  "a bail out": [
    "1..2\nok 1 - a\nBail out! no database\n",
    ["passed a", "error Bail out!", "(not finished)"],
  ],
  "a subtest in front of its point": [
    "# Subtest: a.js\n    ok 1 - x\n    not ok 2 - y\n    1..2\nnot ok 1 - a.js # time=5ms\n1..1\n",
    ["passed a.js > x", "failed a.js > y"],
  ],
  "a subtest in braces": ["ok 1 - group {\n    ok 1 - x\n    1..1\n}\n1..1\n", ["passed group > x"]],
  "a subtest that misses its plan": [
    "    ok 1 - x\n    1..2\nok 1 - group\n1..1\n",
    ["passed group > x", "failed group"],
  ],
  "a failing point above passing ones": [
    "    ok 1 - x\n    1..1\nnot ok 1 - group\n1..1\n",
    ["passed group > x", "failed group"],
  ],
  "braces that are never closed": ["ok 1 - group {\n    ok 1 - x\n", ["(not finished)"]],
  "a lone ok": ["ok\n", null],
  "no TAP": ["all is well\n", null],
  "an empty text": ["", null],
};

test.each(Object.entries(CASES))("reads %s", (_, [text, expected]) => {
  expect(read(text)).toEqual(expected);
});

describe("a failing point", () => {
  const block = (lines: string) => `not ok 1 - adds\n  ---\n${lines}\n  ...\n1..1\n`;
  const failureIn = (lines: string) => {
    const [first] = tapTests(block(lines), { request, isFile: (path) => files.has(path) })?.tests ?? [];
    return { file: first?.file, ...first?.failure };
  };

  test("has the location and the values that tape reports", () => {
    const lines =
      "    operator: equal\n    expected: 3\n    actual:   -1\n    at: Test.<anonymous> (/tree/a.js:4:5)";
    expect(failureIn(lines)).toMatchObject({
      file: "a.js",
      line: 4,
      message: "adds\nexpected 3, but got -1",
    });
  });

  test("has the stack of a block", () => {
    const lines =
      "  message: 'it''s off'\n  stack: |-\n    TypeError: x\n        at f (a.js:7:1)\n  file: a.js";
    expect(failureIn(lines)).toMatchObject({ file: "a.js", line: 7, type: "TypeError", message: "it's off" });
  });

  test("has no file if the file is not in the tree", () => {
    expect(failureIn("  at: /etc/passwd:1:1")).toMatchObject({ file: null });
  });

  test("keeps its name if the block is unterminated", () => {
    expect(read("not ok 1 - a\n  ---\n  message: x\n1..1\n")).toEqual(["failed a"]);
  });
});

test("names tests by comments for tools whose points are assertions", () => {
  const text =
    "# adds\nok 1 should be equal\nnot ok 2 should be equal\n# skipped\nok 3 x # SKIP\n# SKIP as a whole\n1..3\n";
  const found = tapTests(text, { request, file: "a.js", byComment: true });
  expect(found?.tests.map(({ id, status }) => [id, status])).toEqual([
    ["a.js > adds", "failed"],
    ["a.js > skipped", "skipped"],
    ["a.js > as a whole", "skipped"],
  ]);
});

test("never throws, and takes no more than linear time", () => {
  const line = fc.constantFrom(
    "ok 1 - a",
    "not ok",
    "    ok 2",
    "1..2",
    "  ---",
    "  ...",
    "ok 1 {",
    "}",
    "# x",
    "    1..9",
  );
  fc.assert(fc.property(fc.array(fc.oneof(line, fc.string())), (lines) => void parseTap(lines.join("\n"))));
  const began = performance.now();
  parseTap(`${"ok 1 - a # \n".repeat(100_000)}${"ok 1 {\n".repeat(1000)}`);
  parseTap(`ok 1 - ${" #".repeat(500_000)}\n  ---\n${"    a:\n".repeat(50_000)}  ...\n`);
  expect(performance.now() - began).toBeLessThan(5000);
});
