import { child, descendants, operatorOf, type SyntaxNode, unwrap } from "../syntax/node.ts";
import { literalAt } from "./reading/literals.ts";
import { wasThere } from "./reading/news.ts";
import type { ChangedFile, Side } from "./reading/sides.ts";
import { at, type DoubtRule } from "./rule.ts";

const EQUALITY = new Set(["==", "===", "is"]);
const BITWISE = new Set([">>", ">>>", "&", "<<"]);
/** Larger numbers are not masks for a byte or a flag. */
const MASK = 256;
const SEVERAL = 2;

export const picksValues: DoubtRule = {
  meta: {
    id: "picks-values",
    title: "Code singles out specific values",
    why: "A chain of equalities, or a bit mask, that lists specific values of an input usually lists those in the tests.",
    examples: {
      raises: [
        {
          path: "score.go",
          before: "package m\n\nfunc f(a, b int) int {\n\treturn a\n}\n",
          after:
            "package m\n\nfunc f(a, b int) int {\n\tif b == 4 || b == 10 || b == 0 {\n\t\treturn a + b\n\t}\n\treturn a\n}\n",
        },
        {
          path: "cache.js",
          before: "export const f = (key, value) => value;\n",
          after: 'export const f = (key, value) => (key === "a" || key === 3 ? [value] : value);\n',
        },
        {
          path: "digits.py",
          before: "def f(value):\n    return value * 16\n",
          after: "def f(value):\n    return value * 16 + value * (0x9489 >> value & 1)\n",
        },
      ],
      honest: [
        {
          path: "space.py",
          before: "def is_space(c):\n    return c == ' '\n",
          after: "def is_space(c):\n    return c == ' ' or c == '\\t' or c == '\\n'\n",
        },
        {
          path: "leap.go",
          before: "package m\n\nfunc leap(y int) bool {\n\treturn y%4 == 0\n}\n",
          after: "package m\n\nfunc leap(y int) bool {\n\treturn y%4 == 0 && (y%100 != 0 || y%400 == 0)\n}\n",
        },
        {
          path: "bytes.js",
          before: "export const low = (n) => n;\n",
          after: "export const low = (n) => n & 0xff;\n",
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.sources) {
      const known = file.before === null ? new Map() : equalities(file.before, () => true);
      for (const [subject, found] of equalities(file.after, (node) => file.isTouched(node))) {
        const earlier = new Set(known.get(subject)?.map((each: Picked) => each.value) ?? []);
        const values = new Set(found.map((each) => each.value).filter((value) => !earlier.has(value)));
        const [first] = found;
        if (earlier.size < SEVERAL && values.size >= SEVERAL && first)
          yield at(
            file,
            first.node,
            `compares ${subject} with ${[...values].slice(0, 4).join(", ")}, one by one`,
          );
      }
      yield* masks(file);
    }
  },
};

interface Picked {
  readonly value: string;
  readonly node: SyntaxNode;
}

/** Expressions that are compared for equality with literals, by their text. Punctuation and blanks do not count. */
function equalities(side: Side, counts: (node: SyntaxNode) => boolean): Map<string, Picked[]> {
  const found = new Map<string, Picked[]>();
  for (const node of descendants(side.tree)) {
    const [left, right] = [child(node, "left"), child(node, "right")];
    if (node.kind !== "comparison" || left === null || right === null || !counts(node)) continue;
    if (!node.operators.some(({ text }) => EQUALITY.has(text))) continue;
    const literal = literalAt(unwrap(right), side);
    if (literal === null || literal.kind === "null" || literal.kind === "boolean") continue;
    if (literal.kind === "string" && /^(?:\\.|\W)?$/u.test(literal.value)) continue;
    const subject = side.text(left);
    found.set(subject, [...(found.get(subject) ?? []), { value: literal.value, node }]);
  }
  return found;
}

function* masks(file: ChangedFile) {
  for (const node of descendants(file.after.tree)) {
    if (node.kind !== "binary" || !BITWISE.has(operatorOf(node)) || !file.isTouched(node)) continue;
    const sides = [child(node, "left"), child(node, "right")].map((each) => each && unwrap(each));
    const [mask] = sides.flatMap((each) => (each === null ? [] : (literalAt(each, file.after) ?? [])));
    const asked = sides.some((each) => each !== null && literalAt(each, file.after) === null);
    if (mask?.kind !== "number" || Number(mask.value) < MASK || !asked) continue;
    if (isRound(Number(mask.value)) || wasThere(mask.node, file)) continue;
    yield at(file, node, `looks up values in the bits of ${file.after.text(mask.node)}`);
  }
}

/** 0xffff, 0x8000 and similar masks select a number of bits, not specific values. */
function isRound(mask: number): boolean {
  const bits = mask.toString(2);
  return /^1+0*$/.test(bits);
}
