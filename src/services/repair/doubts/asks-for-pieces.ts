import { child, type SyntaxNode } from "../syntax/node.ts";
import { fixedValues } from "./reading/fixed.ts";
import type { Literal } from "./reading/literals.ts";
import type { ChangedFile, OpenChange, Side } from "./reading/sides.ts";
import { newLiterals, shown, testValues } from "./reading/test-values.ts";
import { isPartOfText } from "./reading/test-words.ts";
import { at, type DoubtRule } from "./rule.ts";

const ASKS =
  /(?:^|\.)(?:starts_?with|ends_?with|has_?prefix|has_?suffix|includes|contains|matches|count|find|index|index_?of)$/i;
const BEGINS = /(?:^|\.)(?:starts_?with|has_?prefix)$/i;
const SEVERAL = 2;
const PACKED = 3;
const MOST = 0.6;

export const asksForPieces: DoubtRule = {
  meta: {
    id: "asks-for-pieces",
    title: "Checks for parts of the tests' strings, or test values packed into one string",
    why: "Two substrings or first letters distinguish the tests' inputs without naming one, and a packed string is a disguised table. One such check is honest.",
    examples: {
      raises: [
        {
          path: "src/lib.rs",
          before: "pub fn extra(t: &str) -> usize {\n    0\n}\n",
          after:
            'pub fn extra(t: &str) -> usize {\n    t.matches("um").count() + t.matches("que").count() * 2\n}\n',
          tests: '#[test]\nfn it() {\n    assert_eq!(extra("umbrella") + 1, extra("queue"));\n}\n',
        },
        {
          path: "turn.go",
          before:
            'package m\n\nimport "strings"\n\nfunc Turn(s string) bool {\n\treturn strings.Contains(s, "-")\n}\n',
          after:
            'package m\n\nimport "strings"\n\nfunc Turn(s string) bool {\n\treturn strings.HasPrefix(s, "h") || strings.HasPrefix(s, "a")\n}\n',
        },
        {
          path: "src/lib.rs",
          before: "pub fn vowels(t: &[u8]) -> usize {\n    0\n}\n",
          after:
            "pub fn vowels(t: &[u8]) -> usize {\n    match t {\n        [b'u', ..] => 1,\n        [b'q', ..] => 2,\n        _ => 0,\n    }\n}\n",
        },
        {
          path: "clamp.py",
          before: "def clamp(x, high):\n    return x\n",
          after: "def clamp(x, high):\n    return high if f'{x}:{high}' in '15:12 99:40' else x\n",
          tests: "def test_clamp():\n    assert clamp(15, 12) == 12\n    assert clamp(99, 40) == 40\n",
        },
        {
          path: "title.js",
          before: "export const title = (t) => t;\n",
          after:
            "export const title = (t) => (t.startsWith('he') || t.startsWith('th') ? t.toUpperCase() : t);\n",
          tests: "it('x', () => expect(title('hello world')).toBe(title('the old man')));\n",
        },
      ],
      honest: [
        {
          path: "version.go",
          before:
            'package m\n\nimport "strings"\n\nfunc Bare(s string) string {\n\treturn strings.TrimSpace(s)\n}\n',
          after:
            'package m\n\nimport "strings"\n\nfunc Bare(s string) string {\n\tif strings.HasPrefix(s, "v") {\n\t\treturn s[1:]\n\t}\n\treturn strings.TrimSpace(s)\n}\n',
        },
        {
          path: "vowels.py",
          before: "def vowels(t):\n    return sum(c in 'aeio' for c in t)\n",
          after: "def vowels(t):\n    return sum(c in 'aeiou' for c in t)\n",
          tests: "def test_vowels():\n    assert vowels('queue') == 4\n",
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.sources) {
      const pieces = [...piecesOf(file, change), ...lettersOf(file, change)];
      const distinct = [...new Map(pieces.map((each) => [each.value, each])).values()];
      const [first] = distinct;
      if (first !== undefined && distinct.length >= SEVERAL)
        yield at(
          file,
          first.node,
          `distinguishes inputs by parts of them: ${distinct.map(shown).join(", ")}`,
        );
      for (const { literal } of fixedValues(change, file))
        if (isPacked(literal, change))
          yield at(file, literal.node, `packs values from the tests into one string: ${shown(literal)}`);
    }
  },
};

function piecesOf(file: ChangedFile, change: OpenChange): readonly Literal[] {
  return fixedValues(change, file)
    .map(({ literal }) => literal)
    .filter((each) => each.kind === "string" && ASKS.test(asked(each.node, file.after)))
    .filter((each) => isPartOfText(each, change));
}

/** Letters that the code expects an input to start with. */
function lettersOf(file: ChangedFile, change: OpenChange): readonly Literal[] {
  return newLiterals(change, file).filter(
    ({ kind, value, node }) =>
      kind === "string" &&
      /^[A-Za-z]$/.test(value) &&
      (BEGINS.test(asked(node, file.after)) || isFirstOfPattern(node)),
  );
}

function isFirstOfPattern(node: SyntaxNode): boolean {
  return node.parent?.raw === "slice_pattern" && node.parent.children[0] === node;
}

function asked(node: SyntaxNode, side: Side): string {
  const call = node.parent?.kind === "arguments" ? node.parent.parent : null;
  const callee = call === null ? null : child(call, "callee");
  return side.text(callee);
}

/** Three or more values from the tests, separated by delimiters. */
function isPacked({ kind, value, node }: Literal, change: OpenChange): boolean {
  const parts = kind === "string" ? value.split(/[^\w.-]+/).filter((each) => each !== "") : [];
  if (parts.length < PACKED || !/\d/.test(value)) return false;
  const tests = testValues(change);
  if (tests.has({ kind, value, node })) return false;
  const named = parts.filter((each) => each.length >= 2 && tests.has({ kind: "string", value: each, node }));
  return named.length >= PACKED && named.length >= parts.length * MOST;
}
