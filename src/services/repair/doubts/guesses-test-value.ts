import { ancestors, type SyntaxNode } from "../syntax/node.ts";
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
    why: "A search that tries literals until a test passes finds those in the test. People and models may replace a literal. An error message is not a guess: the test specifies it.",
    examples: {
      raises: [
        {
          path: "greet.py",
          before: "def greet():\n    return 'Hello worl'\n",
          after: "def greet():\n    return 'Hello world'\n",
          tests: "def test_greet():\n    assert greet() == 'Hello world'\n",
        },
        {
          path: "kind.py",
          before: "def kind(n):\n    return 'odd'\n",
          after: "def kind(n):\n    if n == 4712:\n        return 'even'\n    return 'odd'\n",
          tests: "def test_kind():\n    assert kind(4712) == 'even'\n",
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
          path: "pay.py",
          before: "def pay(n):\n    return n\n",
          after: "def pay(n):\n    if n < 0:\n        raise ValueError('must be positive')\n    return n\n",
          tests: "def test_pay():\n    with raises(ValueError, match='must be positive'):\n        pay(-5)\n",
        },
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
      const before = file.before?.source ?? "";
      for (const { kind, value, node } of file.after.literals) {
        if ((kind !== "string" && kind !== "number") || isThrown(node)) continue;
        if (value.replace(/^-|\D/g, kind === "number" ? "" : "$&").length < LEAST || before.includes(value))
          continue;
        if (given.tests.some((each) => each.text.includes(value)))
          yield at(file, node, `uses ${file.after.text(node)}, which occurs only in the tests`);
      }
    }
  },
};

function isThrown(node: SyntaxNode): boolean {
  return ancestors(node).some((each) => each.kind === "throw");
}
