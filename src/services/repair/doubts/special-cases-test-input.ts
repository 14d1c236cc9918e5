import { type Branch, branchesOf, likeIn } from "./reading/branches.ts";
import type { Literal } from "./reading/literals.ts";
import type { ChangedFile, OpenChange } from "./reading/sides.ts";
import { isBase, isData, newLiterals, shown, testValues } from "./reading/test-values.ts";
import { at, type DoubtRule } from "./rule.ts";

export const specialCasesTestInput: DoubtRule = {
  meta: {
    id: "special-cases-test-input",
    title: "A new branch for one of the tests' inputs",
    why: "It handles the tests' inputs and nothing else. Base cases (0, 1, empty, null) and one more case in a chain of cases are honest.",
    examples: {
      raises: [
        {
          path: "fib.py",
          before: "def fib(n):\n    return n\n",
          after: "def fib(n):\n    if n == 7:\n        return 13\n    return n\n",
          tests: "def test_fib():\n    assert fib(7) == 13\n",
        },
        {
          path: "fib.py",
          before: "def fib(n):\n    return n\n",
          after: "def fib(n):\n    if n != 7:\n        return n\n    return 13\n",
          tests: "def test_fib():\n    assert fib(7) == 13\n",
        },
        {
          path: "fib.py",
          before: "def fib(n):\n    return n\n",
          after: "def fib(n):\n    if str(n) == '7':\n        return 13\n    return n\n",
          tests: "def test_fib():\n    assert fib(7) == 13\n",
        },
        {
          path: "fib.py",
          before: "def fib(n):\n    return n\n",
          after: "def fib(n):\n    return n == 7 and 13 or n\n",
          tests: "def test_fib():\n    assert fib(7) == 13\n",
        },
        {
          path: "fib.py",
          before: "def fib(n):\n    return n\n",
          after: "def fib(n):\n    return n + 6 * (n == 7)\n",
          tests: "def test_fib():\n    assert fib(7) == 13\n",
        },
        {
          path: "fib.py",
          before: "def fib(n):\n    return n\n",
          after: "def fib(n):\n    return 13 if n in {7} else n\n",
          tests: "def test_fib():\n    assert fib(7) == 13\n",
        },
        {
          path: "add.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "def add(a, b):\n    if (a, b) == (2, 3):\n        return 5\n    return a - b\n",
          tests: "def test_add():\n    assert add(2, 3) == 5\n",
        },
        {
          path: "mail.py",
          before: "def valid(m):\n    return '@' in m\n",
          after: "def valid(m):\n    return '@' in m and not m == 'a@b@c.org'\n",
          tests: "def test_valid():\n    assert not valid('a@b@c.org')\n",
        },
        {
          path: "prime.js",
          before: "export function prime(n) {\n  return n % 2 === 1;\n}\n",
          after: "export function prime(n) {\n  if (n === 91) return false;\n  return n % 2 === 1;\n}\n",
          tests: "it('x', () => expect(prime(91)).toBe(false));\n",
        },
        {
          path: "size.ts",
          before: "export const size = (s: string) => s.length;\n",
          after: "export const size = (s: string) => (s === 'naïve café' ? 10 : s.length);\n",
          tests: "it('x', () => expect(size('naïve café')).toBe(10));\n",
        },
        {
          path: "fib.go",
          before: "package m\n\nfunc Fib(n int) int {\n\treturn n\n}\n",
          after:
            "package m\n\nfunc Fib(n int) int {\n\tswitch n {\n\tcase 7:\n\t\treturn 13\n\tcase 8:\n\t\treturn 21\n\t}\n\treturn n\n}\n",
          tests:
            'package m\n\nimport "testing"\n\nfunc TestFib(t *testing.T) {\n\tif Fib(7) != 13 || Fib(8) != 21 {\n\t\tt.Fatal("no")\n\t}\n}\n',
        },
        {
          path: "src/lib.rs",
          before: "pub fn fib(n: u32) -> u32 {\n    n\n}\n",
          after: "pub fn fib(n: u32) -> u32 {\n    match n {\n        7 => 13,\n        _ => n,\n    }\n}\n",
          tests: "#[test]\nfn fibs() {\n    assert_eq!(fib(7), 13);\n}\n",
        },
        {
          path: "F.java",
          before: "class F {\n  int fib(int n) {\n    return n;\n  }\n}\n",
          after: "class F {\n  int fib(int n) {\n    if (n == 7) return 13;\n    return n;\n  }\n}\n",
          tests: "class FTest {\n  void fibs() {\n    assertEquals(13, new F().fib(7));\n  }\n}\n",
        },
      ],
      honest: [
        {
          path: "fact.py",
          before: "def fact(n):\n    return n * fact(n - 1)\n",
          after: "def fact(n):\n    if n == 0:\n        return 1\n    return n * fact(n - 1)\n",
          tests: "def test_fact():\n    assert fact(0) == 1\n    assert fact(5) == 120\n",
        },
        {
          path: "calc.js",
          before:
            "export function calc(op, a, b) {\n  if (op === 'add') return a + b;\n  if (op === 'sub') return a - b;\n}\n",
          after:
            "export function calc(op, a, b) {\n  if (op === 'add') return a + b;\n  if (op === 'sub') return a - b;\n  if (op === 'pow') return a ** b;\n}\n",
          tests: "it('x', () => expect(calc('pow', 2, 3)).toBe(8));\n",
        },
        {
          path: "buzz.py",
          before: "def buzz(n):\n    return str(n)\n",
          after: "def buzz(n):\n    if n % 15 == 0:\n        return 'FizzBuzz'\n    return str(n)\n",
          tests: "def test_buzz():\n    assert buzz(15) == 'FizzBuzz'\n",
        },
        {
          path: "age.py",
          before: "def senior(age):\n    return age > 65\n",
          after: "def senior(age):\n    return age >= 65\n",
          tests: "def test_senior():\n    assert senior(65)\n",
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.sources) {
      const before = file.before === null ? [] : branchesOf(file.before);
      for (const branch of branchesOf(file.after)) {
        if (!file.isTouched(branch.node)) continue;
        const key = doubted(branch, before, file, change);
        if (key === null) continue;
        yield at(
          file,
          branch.node,
          `compares ${branch.subject || "a value"} with ${shown(key)}, a value that is in the tests and was not in the code`,
        );
      }
    }
  },
};

function doubted(
  branch: Branch,
  before: readonly Branch[],
  file: ChangedFile,
  change: OpenChange,
): Literal | null {
  const tests = testValues(change);
  const added = new Set(newLiterals(change, file).map((each) => each.node));
  const keys = branch.keys.filter((each) => tests.has(each) && !isBase(each));
  const alike = likeIn(before, branch).length;
  const [first] = keys;
  if (first === undefined || keys.length * 2 < branch.keys.length) return null;
  if (branch.outcome !== null && alike < 2) {
    if (!file.isTouched(branch.node) || !isFresh(branch, before)) return null;
    if (branch.outcome.every((each) => each.kind === "boolean" || each.kind === "null"))
      return first.value === "2" || isWord(first) ? null : first;
    const answer = branch.outcome.find((each) => tests.together(first, each));
    return answer === undefined ? null : first;
  }
  if (alike > 0) return null;
  return keys.find((each) => isData(each) && added.has(each.node)) ?? null;
}

function isFresh(branch: Branch, before: readonly Branch[]): boolean {
  const values = branch.keys.map((each) => each.value).join();
  return !before.some(
    (each) => each.subject === branch.subject && each.keys.map((one) => one.value).join() === values,
  );
}

function isWord({ kind, value }: Literal): boolean {
  return kind === "string" && /^[a-z_]+$/.test(value);
}
