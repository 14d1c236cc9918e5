import { at, type DoubtRule } from "./rule.ts";

const LEAST = 3;

/**
 * Only for the search: it tries values without knowing their meaning, so a value from the tests is a coincidence even
 * if it replaces another one.
 */
export const guessesTestValue: DoubtRule = {
  meta: {
    id: "guesses-test-value",
    title: "A guessed literal that appears only in the tests",
    why: "A search that tries literals until a test passes finds those in the test. People and models may replace a literal.",
    examples: {
      raises: [
        {
          path: "greet.py",
          before: "def greet():\n    return 'Hello worl'\n",
          after: "def greet():\n    return 'Hello world'\n",
          tests: "def test_greet():\n    assert greet() == 'Hello world'\n",
        },
        {
          path: "total.js",
          before: "export const total = () => 499;\n",
          after: "export const total = () => 500;\n",
          tests: "it('x', () => expect(total()).toBe(500));\n",
        },
      ],
      honest: [
        {
          path: "count.py",
          before: "def count(n):\n    return n - 1\n",
          after: "def count(n):\n    return n + 1\n",
          tests: "def test_count():\n    assert count(499) == 500\n",
        },
      ],
    },
  },
  *read({ given, sources }) {
    for (const file of sources) {
      const before = file.before?.text ?? "";
      for (const { kind, value, node } of file.after.literals) {
        if (kind !== "string" && kind !== "number") continue;
        if (value.replace(/^-|\D/g, kind === "number" ? "" : "$&").length < LEAST || before.includes(value))
          continue;
        if (given.tests.some((each) => each.text.includes(value)))
          yield at(file, node, `uses ${file.after.textOf(node)}, which occurs only in the tests`);
      }
    }
  },
};
