import { ancestors, child, contains, descendants, type SyntaxNode } from "../syntax/node.ts";
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
    why: "A search that tries literals until a test passes finds those in the test. People and models may replace a literal. The message of an error, and the answer in a case that does not depend on test values, are what the test specifies.",
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
        {
          path: "kind.py",
          before: "def kind(n):\n    return 'odd'\n",
          after: "def kind(n):\n    if n == 4712:\n        return 'even'\n    return 'odd'\n",
          tests: "def test_kind():\n    assert kind(4712) == 'even'\n",
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
          path: "name.js",
          before: "export function name(p) {\n  return p.name;\n}\n",
          after:
            "export function name(p) {\n  if (p == null) {\n    return 'nobody';\n  }\n  return p.name;\n}\n",
          tests: "it('x', () => expect(name(null)).toBe('nobody'));\n",
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
      const before = file.before?.text ?? "";
      const guessed = file.after.literals.filter(({ kind, value }) => {
        if (kind !== "string" && kind !== "number") return false;
        const size = value.replace(/^-|\D/g, kind === "number" ? "" : "$&").length;
        return (
          size >= LEAST && !before.includes(value) && given.tests.some((each) => each.text.includes(value))
        );
      });
      for (const { node } of guessed)
        if (
          !isSpecified(
            node,
            guessed.map((each) => each.node),
          )
        )
          yield at(file, node, `uses ${file.after.textOf(node)}, which occurs only in the tests`);
    }
  },
};

/** A message of an error, or the answer under a condition without such values. */
function isSpecified(node: SyntaxNode, guessed: readonly SyntaxNode[]): boolean {
  const around = [...ancestors(node)];
  if (around.some((each) => each.kind === "throw")) return true;
  const branch = around.find((each) => each.kind === "if");
  const condition = branch === undefined ? null : child(branch, "condition");
  if (node.parent?.kind !== "return" || condition === null || contains(condition, node)) return false;
  return !descendants(condition).some((each) => guessed.includes(each));
}
