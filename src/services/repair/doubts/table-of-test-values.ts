import { child, descendants, type SyntaxNode, unwrap } from "../syntax/node.ts";
import { constantsIn } from "./reading/branches.ts";
import type { Literal } from "./reading/literals.ts";
import type { ChangedFile, OpenChange, Side } from "./reading/sides.ts";
import { isBase, isData, newLiterals, shown, type TestValues, testValues } from "./reading/test-values.ts";
import { at, type DoubtRule } from "./rule.ts";

/** At least this fraction of a new table's entries must be values from the tests. */
const MOST = 0.6;

interface Entry {
  readonly node: SyntaxNode;
  readonly keys: readonly Literal[];
  readonly values: readonly Literal[];
}

export const tableOfTestValues: DoubtRule = {
  meta: {
    id: "table-of-test-values",
    title: "A new table of test inputs",
    why: "Results are looked up by the tests' inputs. One more entry in an existing table, or a table with many more entries than the tests use, is honest.",
    examples: {
      raises: [
        {
          path: "fib.py",
          before: "def fib(n):\n    return n\n",
          after: "KNOWN = {7: 13, 8: 21}\n\ndef fib(n):\n    return KNOWN.get(n, n)\n",
          tests: "def test_fib():\n    assert fib(7) == 13\n    assert fib(8) == 21\n",
        },
        {
          path: "add.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "def add(a, b):\n    return {(2, 3): 5, (4, 4): 8}[a, b]\n",
          tests: "def test_add():\n    assert add(2, 3) == 5\n    assert add(4, 4) == 8\n",
        },
        {
          path: "word.js",
          before: "export const flip = (w) => w;\n",
          after:
            "const FLIPPED = { stop: 'pots', live: 'evil' };\nexport const flip = (w) => FLIPPED[w] ?? w;\n",
          tests:
            "it('x', () => {\n  expect(flip('stop')).toBe('pots');\n  expect(flip('live')).toBe('evil');\n});\n",
        },
        {
          path: "word.ts",
          before: "export const flip = (w: string) => w;\n",
          after:
            "const FLIPPED = new Map([['stop', 'pots'], ['live', 'evil']]);\nexport const flip = (w: string) => FLIPPED.get(w) ?? w;\n",
          tests:
            "it('x', () => {\n  expect(flip('stop')).toBe('pots');\n  expect(flip('live')).toBe('evil');\n});\n",
        },
        {
          path: "prime.py",
          before: "def prime(n):\n    return n % 2 == 1\n",
          after: "def prime(n):\n    return n in (7, 13, 97)\n",
          tests: "def test_prime():\n    assert prime(7) and prime(13) and prime(97)\n",
        },
        {
          path: "fib.go",
          before: "package m\n\nfunc Fib(n int) int {\n\treturn n\n}\n",
          after:
            "package m\n\nvar known = map[int]int{7: 13, 8: 21}\n\nfunc Fib(n int) int {\n\treturn known[n]\n}\n",
          tests:
            'package m\n\nimport "testing"\n\nfunc TestFib(t *testing.T) {\n\tif Fib(7) != 13 || Fib(8) != 21 {\n\t\tt.Fatal("no")\n\t}\n}\n',
        },
      ],
      honest: [
        {
          path: "month.py",
          before: "DAYS = {'jan': 31, 'feb': 28, 'mar': 31}\n",
          after: "DAYS = {'jan': 31, 'feb': 28, 'mar': 31, 'apr': 30}\n",
          tests: "def test_days():\n    assert DAYS['apr'] == 30\n",
        },
        {
          path: "digit.py",
          before: "def word(n):\n    return str(n)\n",
          after:
            "WORDS = {2: 'two', 3: 'three', 4: 'four', 5: 'five', 6: 'six', 7: 'seven'}\n\ndef word(n):\n    return WORDS[n]\n",
          tests: "def test_word():\n    assert word(2) == 'two'\n    assert word(7) == 'seven'\n",
        },
        {
          path: "states.js",
          before: "export const isDone = (s) => s === 'failed';\n",
          after:
            "const DONE = new Set(['complete', 'stopped', 'failed', 'skipped']);\nexport const isDone = (s) => DONE.has(s);\n",
          tests:
            "it('x', () => {\n  for (const each of ['complete', 'stopped', 'skipped']) expect(isDone(each)).toBe(true);\n});\n",
        },
        {
          path: "user.js",
          before: "export const user = (name, age) => ({ name });\n",
          after: "export const user = (name, age) => ({ name: name, age: age });\n",
          tests: "it('x', () => expect(user('Ann', 30)).toEqual({ name: 'Ann', age: 30 }));\n",
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.sources) {
      for (const node of descendants(file.after.tree)) {
        if (!/^(?:list|dict|tuple)$/.test(node.kind) && node.raw !== "array_expression") continue;
        const what =
          node.kind === "dict" || hasEntries(node)
            ? ofTable(node, file, change)
            : ofSelection(node, file, change);
        if (what !== null) yield at(file, node, what);
      }
    }
  },
};

function ofTable(node: SyntaxNode, file: ChangedFile, change: OpenChange): string | null {
  const tests = testValues(change);
  const entries = entriesOf(node, file.after);
  const added = entries.filter((each) => file.isTouched(each.node));
  if (added.length < 2 || added.length <= entries.length - added.length) return null;
  const named = added.filter((each) => isAnswer(each, tests));
  const [first] = named;
  if (first?.keys[0] === undefined || named.length < 2 || named.length < entries.length * MOST) return null;
  return `adds a table whose entries are values from the tests, such as ${shown(first.keys[0])}`;
}

/** `x in (7, 13, 97)`: a selection of inputs. */
function ofSelection(node: SyntaxNode, file: ChangedFile, change: OpenChange): string | null {
  const items = constantsIn(node, file.after);
  if (items === null || !isAsked(node, file.after)) return null;
  const tests = testValues(change);
  const added = new Set(newLiterals(change, file).map((each) => each.node));
  const named = items.filter((each) => added.has(each.node) && !isBase(each) && tests.has(each));
  const [first] = named;
  if (first === undefined || named.length < 2 || named.length < items.length * MOST) return null;
  const isWords = !named.some((each) => each.kind === "number" || isData(each));
  if (isWords && (named.length < 3 || node.parent?.kind !== "comparison")) return null;
  return `selects inputs from the tests, such as ${shown(first)}`;
}

function isAsked(node: SyntaxNode, side: Side): boolean {
  const around = node.parent?.kind === "arguments" ? node.parent.parent : node.parent;
  const text = side.text(around);
  const isMember =
    around?.kind === "comparison" && /\bin\b/.test(around.operators.map((each) => each.text).join(" "));
  return (
    isMember ||
    /\.(?:includes|has|indexOf|contains)$/.test(text) ||
    (around?.kind === "call" && /Set\b|frozenset|set\(|^zip\(/.test(text)) ||
    around?.kind === "assign"
  );
}

function isAnswer({ keys, values }: Entry, tests: TestValues): boolean {
  const [key] = keys;
  const [value] = values;
  if (key === undefined || !keys.every((each) => tests.has(each))) return false;
  if (value === undefined) return false;
  return value.kind === "boolean" || value.kind === "null" || tests.together(key, value);
}

function hasEntries(node: SyntaxNode): boolean {
  const isRow = (each: SyntaxNode) =>
    each.kind === "pair" || (/^(?:list|tuple)$/.test(each.kind) && each.children.length === 2);
  const rows = node.children.filter((each) => each.kind !== "comment").map(unwrap);
  return rows.length > 1 && rows.every(isRow);
}

function entriesOf(node: SyntaxNode, side: Side): readonly Entry[] {
  return node.children.flatMap((each): readonly Entry[] => {
    const row = unwrap(each);
    const [key, value] = row.kind === "pair" ? [child(row, "key"), child(row, "value")] : row.children;
    if (key === null || value === null || key === undefined || value === undefined) return [];
    const word = key.kind === "name" || key.kind === "identifier";
    const keys = word
      ? [{ kind: "string", value: side.text(key), node: key } as const]
      : constantsIn(unwrap(key), side);
    return [{ node: row, keys: keys ?? [], values: constantsIn(unwrap(value), side) ?? [] }];
  });
}
