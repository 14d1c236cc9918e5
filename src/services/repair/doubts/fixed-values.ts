import { child, type SyntaxNode, unwrap } from "../syntax/node.ts";
import { isFact } from "./reading/facts.ts";
import { type Fixed, fixedValues as fixedIn } from "./reading/fixed.ts";
import type { Literal } from "./reading/literals.ts";
import { regionOf } from "./reading/regions.ts";
import type { ChangedFile, OpenChange } from "./reading/sides.ts";
import { shown, testValues } from "./reading/test-values.ts";
import { isInTests, isLong, isWord, isWordOfText } from "./reading/test-words.ts";
import { at, type DoubtRule, type RaisedDoubt } from "./rule.ts";

const MANY = 4;
const SEVERAL = 2;
const CODED = 3;
const CODES = /\\(?:x[\da-fA-F]{2}|u\{?[\da-fA-F]{2,}|[0-7]{3})/g;

export const fixedValues: DoubtRule = {
  meta: {
    id: "fixed-values",
    title: "Several new fixed values in conditions or results",
    why: "A general rule rarely needs four new constants, or two in one condition, or two from the tests; special cases do. A legitimate new table of facts may raise this doubt too.",
    examples: {
      raises: [
        {
          path: "fit.js",
          before: "export const wait = (n) => n * 2;\n",
          after: "export const wait = (n) => (n ** 3 - 5 * n ** 4 + 8 * n) / 6;\n",
        },
        {
          path: "way.go",
          before: "package m\n\nfunc Way(from, to string) int {\n\treturn 1\n}\n",
          after:
            'package m\n\nfunc Way(from, to string) int {\n\tswitch from + to {\n\tcase "ab":\n\t\treturn 2\n\tcase "ed":\n\t\treturn 1\n\t}\n\treturn 1\n}\n',
        },
        {
          path: "src/lib.rs",
          before: "pub fn leap(year: i32) -> bool {\n    year % 4 == 0\n}\n",
          after: "pub fn leap(year: i32) -> bool {\n    year % 4 == 0 || (1950..2050).contains(&year)\n}\n",
        },
        {
          path: "src/lib.rs",
          before: "pub fn odd(n: i32) -> bool {\n    n % 2 == 0\n}\n",
          after: "pub fn odd(n: i32) -> bool {\n    n % 2 == 0 || matches!(n, 33 | 35)\n}\n",
        },
        {
          path: "lines.go",
          before: "package m\n\nfunc Cut(line string) string {\n\treturn line\n}\n",
          after:
            'package m\n\nvar samples = map[string]string{`a"b,c`: `x|y`, `d e`: `f|g`}\n\nfunc Cut(line string) string {\n\treturn samples[line]\n}\n',
        },
        {
          path: "steps.go",
          before: "package m\n\nfunc Steps(n int) int {\n\treturn n\n}\n",
          after: 'package m\n\nfunc Steps(n int) int {\n\treturn int("\\x08\\x6f\\x76"[n])\n}\n',
        },
        {
          path: "tiers.py",
          before: "TIERS = [(100, 20), (50, 15), (10, 5)]\n",
          after: "TIERS = [(99.5, 20), (50, 15), (9.5, 5)]\n",
        },
        {
          path: "wrap.py",
          before: "def fits(line, width):\n    return len(line) < width\n",
          after:
            "def fits(line, width):\n    return len(line) < width + (sum(map(ord, line)) in (668, 195))\n",
        },
      ],
      honest: [
        {
          path: "leap.py",
          before: "def leap(y):\n    return y % 4 == 0 and y % 100 != 0\n",
          after: "def leap(y):\n    return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)\n",
          tests: "def test_leap():\n    assert leap(2000)\n    assert not leap(1900)\n",
        },
        {
          path: "items.py",
          before: "def label(n):\n    return f'{n} items'\n",
          after: "def label(n):\n    return f'{n} ' + ('item' if n == 1 else 'items')\n",
          tests: "def test_label():\n    assert label(1) == '1 item'\n",
        },
        {
          path: "units.go",
          before: "package m\n\nfunc Seconds(h, m int) int {\n\treturn h*60 + m\n}\n",
          after: "package m\n\nfunc Seconds(h, m int) int {\n\treturn h*3600 + m*60\n}\n",
          tests:
            'package m\n\nimport "testing"\n\nfunc TestSeconds(t *testing.T) {\n\tif Seconds(1, 0) != 3600 {\n\t\tt.Fatal("no")\n\t}\n}\n',
        },
        {
          path: "src/lib.rs",
          before: "pub fn sign(c: char) -> i32 {\n    1\n}\n",
          after:
            "pub fn sign(c: char) -> i32 {\n    match c {\n        '+' => 1,\n        '-' => -1,\n        _ => panic!(\"no sign: expected one\"),\n    }\n}\n",
          tests: "#[test]\nfn signs() {\n    assert_eq!(sign('-'), -1);\n}\n",
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.sources) {
      const fixed = fixedIn(change, file).filter(({ literal }) => !isFact(literal, file.after, change));
      const finding =
        many(file, fixed, change) ??
        deciding(file, fixed, change) ??
        named(file, fixed, change) ??
        replaced(file, fixed);
      if (finding !== null) yield finding;
      for (const { literal } of fixed)
        if ((literal.value.match(CODES) ?? []).length >= CODED)
          yield at(file, literal.node, "encodes values as character codes in a string");
    }
  },
};

function many(file: ChangedFile, fixed: readonly Fixed[], change: OpenChange): RaisedDoubt | null {
  const counted = fixed.filter(
    ({ literal, replaces }) =>
      !replaces && !isAnswer(literal) && (!isWord(literal) || testValues(change).has(literal)),
  );
  return told(file, distinct(counted), MANY, "writes new fixed values into the code");
}

/** A string that is itself the result: a label, a message. */
function isAnswer({ kind, node }: Literal): boolean {
  return kind === "string" && (node.parent?.kind === "return" || isOutcome(node));
}

function isOutcome({ role, parent }: SyntaxNode): boolean {
  return parent?.kind === "conditional" && role !== "condition";
}

/** Two or more in one condition, case or lookup. */
function deciding(file: ChangedFile, fixed: readonly Fixed[], change: OpenChange): RaisedDoubt | null {
  const regions = Map.groupBy(fixed, (each) => regionOf(each.literal.node, file.after));
  for (const [region, found] of regions) {
    if (region === null) continue;
    const isJoined = asksJoined(region);
    const counted = found.filter(({ literal }) => counts(literal, isJoined, change));
    const finding = told(file, distinct(counted), SEVERAL, "depends on several new fixed values");
    if (finding !== null) return finding;
  }
  return null;
}

/** Honest code often depends on words, but not on words from the tests. */
function counts(literal: Literal, isJoined: boolean, change: OpenChange): boolean {
  if (literal.kind === "number") return true;
  if (isOutcome(literal.node)) return false;
  return isJoined || !isWord(literal) || isInTests(literal, change);
}

/** `switch (a + b)`: several inputs are combined and recognized together. */
function asksJoined(region: SyntaxNode): boolean {
  const value = region.kind === "switch" ? (child(region, "value") ?? region.children[0]) : undefined;
  const asked = value === undefined ? undefined : unwrap(value);
  return (
    asked !== undefined &&
    (asked.kind === "binary" ||
      asked.kind === "list" ||
      (asked.kind === "string" && asked.children.length > 0))
  );
}

function named(file: ChangedFile, fixed: readonly Fixed[], change: OpenChange): RaisedDoubt | null {
  const added = fixed.filter(({ literal, replaces }) => !replaces && !isAnswer(literal) && isLong(literal));
  const values = added.filter(({ literal }) => !isWord(literal) && isInTests(literal, change));
  const words = added.filter(
    ({ literal }) => isWordOfText(literal, change) && !testValues(change).has(literal),
  );
  const what = "writes values from the tests into the code";
  return told(file, distinct(values), SEVERAL, what) ?? told(file, distinct(words), SEVERAL + 1, what);
}

function replaced(file: ChangedFile, fixed: readonly Fixed[]): RaisedDoubt | null {
  const numbers = fixed.filter(({ literal, replaces }) => replaces && literal.kind === "number");
  return told(file, distinct(numbers), SEVERAL, "replaces several numbers");
}

function distinct(fixed: readonly Fixed[]): readonly Fixed[] {
  return [...new Map(fixed.toReversed().map((each) => [each.key, each])).values()].reverse();
}

function told(file: ChangedFile, fixed: readonly Fixed[], least: number, what: string): RaisedDoubt | null {
  const [first] = fixed;
  if (first === undefined || fixed.length < least) return null;
  const values = fixed.slice(0, MANY).map(({ literal }) => shown(literal));
  return at(file, first.literal.node, `${what}: ${values.join(", ")}`);
}
