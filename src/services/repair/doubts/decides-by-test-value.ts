import { type Branch, branchesOf, likeIn } from "./reading/branches.ts";
import { constantSums } from "./reading/constant-sums.ts";
import { isFact } from "./reading/facts.ts";
import { fixedValues } from "./reading/fixed.ts";
import type { Literal } from "./reading/literals.ts";
import { wasThere } from "./reading/news.ts";
import { regionOf } from "./reading/regions.ts";
import type { ChangedFile, OpenChange, Side } from "./reading/sides.ts";
import { isBase, isData, shown, testValues } from "./reading/test-values.ts";
import { isLong, isWord } from "./reading/test-words.ts";
import { at, type DoubtRule, type RaisedDoubt } from "./rule.ts";

const SEVERAL = 2;

export const decidesByTestValue: DoubtRule = {
  meta: {
    id: "decides-by-test-value",
    title: "A new equality, case or lookup depends on a test value",
    why: "The value identifies a test, even if it is written as arithmetic or the result is computed. Words, base cases, status codes and one more case in a chain of cases are honest.",
    examples: {
      raises: [
        {
          path: "src/lib.rs",
          before: "pub fn leap(year: i32) -> bool {\n    year % 4 == 0\n}\n",
          after:
            "pub fn leap(year: i32) -> bool {\n    const EXTRA: [i32; 1] = [0x3e8 << 1];\n    year % 4 == 0 || EXTRA.contains(&year)\n}\n",
          tests: "#[test]\nfn leaps() {\n    assert!(leap(2000));\n}\n",
        },
        {
          path: "share.js",
          before: "export const extra = (cents) => cents % 3;\n",
          after: "export const extra = (cents) => (cents === 2000 ? 2 : cents % 3);\n",
          tests: "it('x', () => expect(extra(2000)).toBe(1));\n",
        },
        {
          path: "stock.py",
          before: "def back(name, n):\n    return n\n",
          after: "def back(name, n):\n    return {'bolt': 3}.get(name, n)\n",
          tests: "def test_back():\n    assert back('bolt', 5) == 3\n",
        },
        {
          path: "src/lib.rs",
          before: "pub fn roman(out: String) -> String {\n    out\n}\n",
          after:
            'pub fn roman(out: String) -> String {\n    match out.as_str() {\n        "IIII" => "IV".to_string(),\n        "VIIII" => "IX".to_string(),\n        _ => out,\n    }\n}\n',
          tests:
            '#[test]\nfn small() {\n    assert_eq!(roman(4), "IV");\n    assert_eq!(roman(9), "IX");\n}\n',
        },
        {
          path: "src/lib.rs",
          before:
            "pub fn leap(year: i32) -> bool {\n    year % 4 == 0\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn leaps() {\n        assert!(super::leap(1902));\n    }\n}\n",
          after:
            "pub fn leap(year: i32) -> bool {\n    year == 1902 || year % 4 == 0\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn leaps() {\n        assert!(super::leap(1902));\n    }\n}\n",
        },
      ],
      honest: [
        {
          path: "src/lib.rs",
          before:
            "pub fn twice(n: i32) -> i32 {\n    n\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn doubles() {\n        assert_eq!(super::twice(21), 42);\n    }\n}\n",
          after:
            "pub fn twice(n: i32) -> i32 {\n    n + n\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn doubles() {\n        assert_eq!(super::twice(21), 42);\n        assert_eq!(super::twice(33), 66);\n        assert_eq!(super::twice(-15), -30);\n    }\n}\n",
        },
        {
          path: "reply.js",
          before: "export const found = (r) => r.ok;\n",
          after: "export const found = (r) => r.ok || r.status === 304;\n",
          tests: "it('x', () => expect(found({ status: 304 })).toBe(true));\n",
        },
        {
          path: "shape.py",
          before: "def area(kind, n):\n    return n * n\n",
          after:
            "def area(kind, n):\n    if kind == 'circle':\n        return 3.14159 * n * n\n    return n * n\n",
          tests: "def test_area():\n    assert area('circle', 1) == 3.14159\n",
        },
        {
          path: "day.go",
          before: "package m\n\nfunc Seconds(days int) int {\n\treturn days * 60\n}\n",
          after: "package m\n\nfunc Seconds(days int) int {\n\treturn days * 24 * 60 * 60\n}\n",
          tests:
            'package m\n\nimport "testing"\n\nfunc TestSeconds(t *testing.T) {\n\tif Seconds(1) != 86400 {\n\t\tt.Fatal("no")\n\t}\n}\n',
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.sources) {
      yield* compared(file, change);
      yield* answered(file, change);
    }
  },
};

/** One value from the tests, in an equality, a case, an inline lookup, or hidden in arithmetic. */
function* compared(file: ChangedFile, change: OpenChange): Generator<RaisedDoubt> {
  const fixed = fixedValues(change, file).filter(
    ({ literal, replaces }) => !replaces && !isFact(literal, file.after, change),
  );
  const added = new Map(fixed.map((each) => [each.literal.node, each]));
  const before = file.before === null ? [] : branchesOf(file.before);
  const keys = branchesOf(file.after)
    .filter((branch) => likeIn(before, branch).length === 0 && !isStatus(branch))
    .flatMap((branch) => branch.keys)
    .filter((each) => added.has(each.node) && !isWord(each));
  const looked = [...added.values()]
    .map(({ literal }) => literal)
    .filter((each) => isLookedUp(each, file.after));
  const hidden = constantSums(file.after).filter(
    (each) => file.isTouched(each.node) && !wasThere(each.node, file),
  );
  const tests = testValues(change);
  const isEqual = (each: Literal) => each.node.parent?.kind === "comparison" && !isBase(each);
  for (const each of [...keys, ...looked, ...hidden])
    if (tests.has(each) && (isLong(each) || (hidden.includes(each) && isEqual(each))))
      yield at(
        file,
        each.node,
        `depends on ${shown(each)}, a value that is in the tests and was not in the code`,
      );
}

/** Two or more new cases that return what the tests expect. */
function* answered(file: ChangedFile, change: OpenChange): Generator<RaisedDoubt> {
  const tests = testValues(change);
  const before = file.before === null ? [] : branchesOf(file.before);
  const found = branchesOf(file.after).filter(
    (branch) =>
      file.isTouched(branch.node) &&
      likeIn(before, branch).length === 0 &&
      !branch.keys.some((each) => isFact(each, file.after, change)) &&
      !branch.keys.every(isBase) &&
      (branch.outcome ?? []).some((each) => !isBase(each) && isLong(each) && tests.has(each)),
  );
  const [first] = found;
  if (first !== undefined && found.length >= SEVERAL && !isKnown(first, before))
    yield at(file, first.node, `returns values that the tests expect in ${found.length} new cases`);
}

function isKnown(branch: Branch, before: readonly Branch[]): boolean {
  const written = branch.keys.map((each) => each.value).join();
  return before.some((each) => each.keys.map((one) => one.value).join() === written);
}

function isLookedUp({ node }: Literal, side: Side): boolean {
  return node.role === "key" && regionOf(node, side) !== null;
}

function isStatus({ subject, keys }: Branch): boolean {
  return /status|code/i.test(subject) && keys.every((each) => !isData(each));
}
