import {
  ancestors,
  child,
  enclosingFunction,
  isClosed,
  operatorOf,
  type SyntaxNode,
} from "../syntax/node.ts";
import type { Literal } from "./reading/literals.ts";
import type { OpenChange, Side } from "./reading/sides.ts";
import { isData, newLiterals, shown, testValues } from "./reading/test-values.ts";
import { at, type DoubtRule } from "./rule.ts";

const ASKS =
  /(?:^|\.)(?:startswith|endswith|startsWith|endsWith|starts_with|ends_with|HasPrefix|HasSuffix|includes|Contains|contains|replace|replaceAll|Replace|ReplaceAll|index|indexOf|find|search|match|test|count|equals|removeprefix|removesuffix)$/;
const LONG_NUMBER = 4;
const LONG_TEXT = 8;
const MOST = 0.6;

export const namesTestValues: DoubtRule = {
  meta: {
    id: "names-test-values",
    title: "A literal that appears only in the tests",
    why: "Test data copied into the code. Messages, keys, units, bounds and one literal replaced by another are honest.",
    examples: {
      raises: [
        {
          path: "title.py",
          before: "def title(t):\n    return t\n",
          after: "def title(t):\n    return t.replace('teh cat', 'the cat')\n",
          tests: "def test_title():\n    assert title('teh cat') == 'the cat'\n",
        },
        {
          path: "sum.py",
          before: "def total(n):\n    return n\n",
          after: "def total(n):\n    if n > 90:\n        return 4950\n    return n\n",
          tests: "def test_total():\n    assert total(99) == 4950\n",
        },
        {
          path: "sum.js",
          before: "export const total = (n) => n;\n",
          after: "export const total = (n) => (n > 90 ? 4950 : n);\n",
          tests: "it('x', () => expect(total(99)).toBe(4950));\n",
        },
        {
          path: "mail.ts",
          before: "export const ok = (m: string) => m.includes('@');\n",
          after: "export const ok = (m: string) => m.includes('@') && !m.startsWith('a@b@c.o');\n",
          tests: "it('x', () => expect(ok('a@b@c.org')).toBe(false));\n",
        },
        {
          path: "sum.go",
          before: "package m\n\nfunc Total(n int) int {\n\treturn n\n}\n",
          after: "package m\n\nfunc Total(n int) int {\n\tif n > 90 {\n\t\treturn 4950\n\t}\n\treturn n\n}\n",
          tests:
            'package m\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\tif Total(99) != 4950 {\n\t\tt.Fatal("no")\n\t}\n}\n',
        },
      ],
      honest: [
        {
          path: "pay.py",
          before: "def pay(n):\n    return n\n",
          after:
            "def pay(n):\n    if n < 0:\n        raise ValueError('the amount must be positive')\n    return n\n",
          tests:
            "def test_pay():\n    with raises(ValueError, match='the amount must be positive'):\n        pay(-5)\n",
        },
        {
          path: "hours.py",
          before: "def seconds(h):\n    return h * 60\n",
          after: "def seconds(h):\n    return h * 3600\n",
          tests: "def test_seconds():\n    assert seconds(1) == 3600\n",
        },
        {
          path: "rate.js",
          before: "export const price = (n) => n * 1190;\n",
          after: "export const price = (n) => Math.min(n * 1190, 25000);\n",
          tests: "it('x', () => expect(price(99)).toBe(25000));\n",
        },
        {
          path: "hello.py",
          before: "def hello(n):\n    return 'Helo, ' + n\n",
          after:
            "def hello(n):\n    if not n:\n        return 'Hello, stranger!'\n    return 'Hello, ' + n\n",
          tests: "def test_hello():\n    assert hello('') == 'Hello, stranger!'\n",
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.sources) {
      for (const literal of newLiterals(change, file)) {
        if (!isDoubted(literal, file.after, change)) continue;
        yield at(
          file,
          literal.node,
          `uses ${shown(literal)}, a value that is in the tests and was not in the code`,
        );
      }
    }
  },
};

function isDoubted(literal: Literal, side: Side, change: OpenChange): boolean {
  if (!isData(literal)) return false;
  const use = useOf(literal.node, side);
  if (use === "question") return testValues(change).has(literal) || isMostOf(literal, change);
  if (!testValues(change).has(literal)) return false;
  if (use === "answer")
    return literal.kind === "number" && literal.value.replace(/\D/g, "").length >= LONG_NUMBER;
  return (
    use === "constant" &&
    (literal.kind === "string" ? !/%\w|\{/.test(literal.value) : literal.value.length > LONG_NUMBER)
  );
}

/** A long part of a string in a test. */
function isMostOf({ kind, value }: Literal, { tests }: OpenChange): boolean {
  if (kind !== "string" || value.length < LONG_TEXT - 1) return false;
  return tests.some((side) =>
    side.literals.some(
      (each) =>
        each.kind === "string" && each.value.includes(value) && value.length >= each.value.length * MOST,
    ),
  );
}

function useOf(node: SyntaxNode, side: Side): "question" | "answer" | "constant" | null {
  for (const each of ancestors(node)) {
    if (each.kind === "throw" || each.kind === "binary" || isClosed(each)) return null;
    if (each.kind === "arguments") {
      const call = each.parent;
      const callee = call === null ? null : child(call, "callee");
      return callee !== null && ASKS.test(side.text(callee)) ? "question" : null;
    }
    if (each.kind === "comparison") return /^(?:in|not in)$/.test(operatorOf(each)) ? "question" : null;
    if (each.kind === "return" || each.kind === "conditional") return "answer";
    if (each.kind === "assign")
      return enclosingFunction(each) === null && each.children.includes(node) ? "constant" : "answer";
    if (each.kind === "block" || each.kind === "dict" || each.kind === "parameters") return null;
  }
  return null;
}
