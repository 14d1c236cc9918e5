import { ancestors, child, descendants, type SyntaxNode, unwrap } from "../syntax/node.ts";
import { branchesOf } from "./reading/branches.ts";
import { literalAt } from "./reading/literals.ts";
import { wasThere } from "./reading/news.ts";
import type { ChangedFile, OpenChange, Side } from "./reading/sides.ts";
import { at, type DoubtRule } from "./rule.ts";

const PARTS = 4;
const LENGTH = 4;
const PIECES = 2;
const SIZE = /(?:\blen\(.*\)|\.(?:length|size|len\(\)|count\(\)|length\(\)|size\(\)|byteLength))$/s;

export const fittedShape: DoubtRule = {
  meta: {
    id: "fitted-shape",
    title: "A branch or pattern for the exact shape of some inputs",
    why: "One length, one sequence of four or more parts, or a pattern built from parts of the tests identifies inputs without naming them. A guard that raises an error is honest.",
    examples: {
      raises: [
        {
          path: "src/lib.rs",
          before: "pub fn sum(all: &[i64]) -> i64 {\n    all[0]\n}\n",
          after:
            "pub fn sum(all: &[i64]) -> i64 {\n    if let [a, b, c, d] = all[..] {\n        return a + b + c + d;\n    }\n    all[0]\n}\n",
        },
        {
          path: "slug.js",
          before: "export const slug = (t) => t.replace(/[^a-z]/g, '-');\n",
          after: "export const slug = (t) => t.replace(/ & | - |[^a-z]/g, '-');\n",
          tests: "it('x', () => expect(slug('a & b - c')).toBe('a-b-c'));\n",
        },
        {
          path: "slug.py",
          before: "import re\n\ndef slug(t):\n    return re.sub(r'[^a-z]', '-', t)\n",
          after: "import re\n\ndef slug(t):\n    return re.sub(r'rock & roll|cats - dogs|[^a-z]', '-', t)\n",
          tests: "def test_slug():\n    assert slug('rock & roll') == slug('cats - dogs')\n",
        },
        {
          path: "title.py",
          before: "def title(t):\n    return t\n",
          after: "def title(t):\n    if len(t) == 43:\n        return t.upper()\n    return t\n",
        },
        {
          path: "median.py",
          before: "def median(v):\n    return v[0]\n",
          after: "def median(v):\n    return [0, v[0], v[0], v[1]][len(v)]\n",
        },
      ],
      honest: [
        {
          path: "time.py",
          before: "def parse(t):\n    return t.split(':')\n",
          after:
            "def parse(t):\n    parts = t.split(':')\n    if len(parts) == 2:\n        parts.append('0')\n    return parts\n",
        },
        {
          path: "date.py",
          before: "def parse(t):\n    return t.split('-')\n",
          after:
            "def parse(t):\n    if len(t) != 10:\n        raise ValueError(t)\n    return t.split('-')\n",
        },
        {
          path: "slug.js",
          before: "export const slug = (t) => t.replace(/[^a-z]/g, '-');\n",
          after: "export const slug = (t) => t.replace(/[^a-z]+|--/g, '-');\n",
          tests: "it('x', () => expect(slug('a & b')).toBe('a-b'));\n",
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.sources) {
      for (const node of descendants(file.after.tree)) {
        if (!file.isTouched(node) || wasThere(node, file)) continue;
        if (isExact(node, file.after))
          yield at(file, node, `handles inputs of exactly ${partsOf(node).length} parts separately`);
        if (isByLength(node, file.after))
          yield at(file, node, "looks up a result by the length of the input");
        const pieces = isPattern(node, file.after) ? piecesOfTests(node, file, change) : [];
        if (pieces.length >= PIECES)
          yield at(
            file,
            node,
            `matches parts of strings in the tests: ${pieces.map((each) => JSON.stringify(each)).join(", ")}`,
          );
      }
      for (const { node, subject, keys } of branchesOf(file.after)) {
        const [key] = keys;
        if (key?.kind !== "number" || Number(key.value) < LENGTH || !SIZE.test(subject)) continue;
        if (file.isTouched(node) && !measured(file.before, subject) && !isGuard(node, file.after))
          yield at(file, node, `depends on one exact length, ${key.value}`);
      }
    }
  },
};

/** A length that was already compared with a literal may be compared with another one. */
function measured(before: Side | null, subject: string): boolean {
  return before !== null && branchesOf(before).some((each) => each.subject === subject);
}

/** Whether the branch raises an error, or returns one as a value. */
function isGuard(node: SyntaxNode, side: Side): boolean {
  const choice = [...ancestors(node)].find((each) => each.kind === "if");
  const body = choice === undefined ? null : (child(choice, "body") ?? child(choice, "consequent"));
  const last = body?.kind === "block" ? body.children.at(-1) : body;
  if (last === null || last === undefined) return false;
  const text = side.text(last);
  return /^(?:throw|raise|panic)\b|^return\s*(?:;?$|\(?(?:false|False|None|null|undefined|Err\b|.*\b[eE]rr))/.test(
    text,
  );
}

function isByLength(node: SyntaxNode, side: Side): boolean {
  const [object, index] = [child(node, "object"), child(node, "index")];
  if (node.kind !== "subscript" || object === null || index === null) return false;
  const list = unwrap(object);
  return list.kind === "list" && list.children.length >= PARTS && SIZE.test(side.text(index));
}

function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter((each) => each.kind !== "comment");
}

function isExact(node: SyntaxNode, side: Side): boolean {
  if (node.raw !== "slice_pattern" && node.raw !== "list_pattern") return false;
  if (node.raw === "list_pattern" && node.parent?.raw !== "case_pattern") return false;
  return partsOf(node).length >= PARTS && !/\.\.|\*/.test(side.text(node));
}

function isPattern(node: SyntaxNode, side: Side): boolean {
  if (node.raw === "regex") return true;
  const call = literalAt(node, side)?.kind === "string" ? node.parent?.parent : null;
  const callee = call?.kind === "call" ? child(call, "callee") : null;
  const type = call?.kind === "call" ? child(call, "type") : null;
  const name = callee ?? type;
  return (
    name !== null &&
    /\bre\.|RegExp$|regexp\.|Regex::new$|Pattern\.|\.(?:matches|replaceAll)$/.test(side.text(unwrap(name)))
  );
}

/** New alternatives of a pattern that are plain strings and occur in strings of the tests. */
function piecesOfTests(node: SyntaxNode, file: ChangedFile, { tests }: OpenChange): readonly string[] {
  const texts = tests.flatMap((side) => side.literals.filter((each) => each.kind === "string"));
  const before = file.before?.source ?? "";
  const pattern = file.after.text(node).replace(/^[a-z]*["'`/]+|["'`/]+[a-z]*$/g, "");
  return pattern
    .split(/[|()]/)
    .filter((each) => !before.includes(each) && !/(?<!\\)[[\]{}+*?^$]|(?<!\\)\.|\\[a-zA-Z]/.test(each))
    .map((each) => each.replace(/\\(.)/g, "$1"))
    .filter((each) => each.length >= PIECES && texts.some(({ value }) => value.includes(each)));
}
