import { basename, dirname, join } from "node:path/posix";
import type { CanaryLanguage } from "./contract.ts";
import { openEdits } from "./edits.ts";
import { halves } from "./literals.ts";
import { enclosing, field, findAll, isSame, kindOf, startOf } from "./nodes.ts";
import { hasSyntaxError, type Node, parse } from "./parse.ts";
import { changeAssertions, expectsFailures, failureMarks, isFixture } from "./python/assertions.ts";
import { failAfter, failAtEnd, statementOf, withAround } from "./python/ends.ts";
import { failForeignTests, hasForeignTests } from "./python/inherited.ts";

/** All tests of the file are expected to fail, so a failing one proves nothing. */
const MEANT_TO_FAIL = /^pytestmark\b.*\bxfail\b/m;

export const python: CanaryLanguage = {
  frameworks: ["pytest", "unittest"],

  canaryOf({ text }, marks) {
    const root = parse("python", text);
    if (hasSyntaxError(root) || MEANT_TO_FAIL.test(text)) return null;
    const raise = (mark: string) => `raise AssertionError(${halves(mark).join(" ")})`;
    const tests = testsOf(root);
    const edits = openEdits(text);
    const changed = changeAssertions(edits, root, (each) => tests.some((test) => isSame(each, test)));
    const ends = (statement: Node | null) => failAfter(edits, text, statement, raise(marks.accepted));
    const endings = changed.map(statementOf).filter(ends);
    if (!expectsFailures(root)) endings.push(...distinct(changed.map(withAround)).filter(ends));
    for (const test of tests) {
      const accepts = endings.some((statement) => isLast(statement, test));
      const raises = {
        atEnd: raise(accepts ? marks.accepted : marks.reached),
        atReturn: raise(marks.reached),
      };
      failAtEnd(edits, text, test, raises, (value) =>
        raise(changed.some((node) => isSame(node, value)) ? marks.accepted : marks.reached),
      );
      for (const mark of failureMarks(test)) edits.replace(mark, mark.text().replace(/[^\n]/g, ""));
    }
    const foreign = hasForeignTests(root);
    if (tests.length === 0 && !foreign) return null;
    const result = edits.apply() + (foreign ? failForeignTests(halves(marks.reached).join(" ")) : "");
    return hasSyntaxError(parse("python", result)) ? null : result;
  },

  failingTest(near, name, framework) {
    const stem = basename(near.path, ".py");
    const word = name.replace(/\W+/g, "_");
    const file = stem.endsWith("_test") ? `${word}_test.py` : `test_${word}.py`;
    return {
      path: join(dirname(near.path), file),
      text: framework === "unittest" ? inClass(word) : `def test_${word}():\n    assert 4 == 5\n`,
    };
  },
};

function inClass(word: string): string {
  const title = word.replace(/(?:^|_)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return `import unittest\n\n\nclass Test${title}(unittest.TestCase):\n    def test_${word}(self):\n        self.assertEqual(4, 5)\n`;
}

/** Functions and methods named like tests; if there are none, those that assert something. */
function testsOf(root: Node): Node[] {
  const functions = findAll(root, "function_definition").filter(
    (each) => !isFixture(each) && enclosing(each, /^function_definition$/) === null,
  );
  const byName = functions.filter((each) => /^(test|runTest$)/.test(field(each, "name")?.text() ?? ""));
  if (byName.length > 0) return byName;
  return functions.filter((each) => findAll(each, "assert_statement").length > 0);
}

function distinct(nodes: readonly (Node | null)[]): Node[] {
  return nodes.filter(
    (node, index) =>
      node !== null && nodes.findIndex((each) => each !== null && isSame(each, node)) === index,
  ) as Node[];
}

/** Whether a statement is the last one in the test's own body. */
function isLast(statement: Node | null, test: Node): boolean {
  const body = field(test, "body");
  const last = body
    ?.children()
    .filter((child) => child.isNamed() && kindOf(child) !== "comment")
    .at(-1);
  return statement !== null && last !== undefined && startOf(statement) === startOf(last);
}
