import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import { descendants, type SyntaxNode } from "../syntax/node.ts";
import { changedRoutines, parametersOf } from "./reading/functions.ts";
import type { Side } from "./reading/sides.ts";
import { at, type DoubtRule } from "./rule.ts";

const COMPARES = /^(?:__eq__|eq|equals?|Equals?|isEqual|IsEqual|is_equal)$/;
/** Numbers that are close enough are equal on purpose. */
const TOLERANT = /\babs\b|\bisclose\b|\bfabs\b|\.abs\(|\bepsilon\b/i;
const EITHER = /\bor\b|\|\|/g;
const IDENTITY = /\bis\s+(?:self|other)\b|\b(?:this|self)\s*===?\s*\w+\s*(?:\|\||\))|\bptr_eq\b/;

const EQUALITY =
  "class Money:\n    def __eq__(self, other):\n        return self.cents == other.cents and self.currency == other.currency\n";
const CLASS =
  "export class Money {\n  equals(other) {\n    return this.cents === other.cents && this.currency === other.currency;\n  }\n}\n";

export const loosensComparison: DoubtRule = {
  meta: {
    id: "loosens-comparison",
    title: "An equality compares less than before",
    why: "Tests compare objects with their own equality. One that ignores a field, or compares only part of it, accepts wrong values.",
    examples: {
      raises: [
        {
          path: "money.py",
          before: EQUALITY,
          after: EQUALITY.replace(" and self.currency == other.currency", ""),
        },
        {
          path: "money.py",
          before: EQUALITY,
          after: EQUALITY.replace("self.currency == other.currency", "self.currency"),
        },
        {
          path: "money.py",
          before: EQUALITY,
          after: EQUALITY.replace(
            "self.currency == other.currency",
            "len(self.currency) == len(other.currency)",
          ),
        },
        {
          path: "money.py",
          before: EQUALITY,
          after: EQUALITY.replace(
            "self.cents == other.cents and self.currency == other.currency",
            "type(self) == type(other)",
          ),
        },
        { path: "money.py", before: EQUALITY, after: EQUALITY.replace(" and ", " or ") },
        {
          path: "money.js",
          before: CLASS,
          after: CLASS.replace("this.cents === other.cents && ", ""),
        },
        {
          path: "money.js",
          before: CLASS.replaceAll("other", "$other"),
          after: CLASS.replaceAll("other", "$other").replace("this.cents === $other.cents && ", ""),
        },
        {
          path: "money.go",
          before:
            "package m\n\ntype M struct{ A, B int }\n\nfunc (m M) Equal(o M) bool {\n\treturn m.A == o.A && m.B == o.B\n}\n",
          after:
            "package m\n\ntype M struct{ A, B int }\n\nfunc (m M) Equal(o M) bool {\n\treturn m.A == o.A\n}\n",
        },
        {
          path: "src/lib.rs",
          before:
            "pub struct M {\n    a: i32,\n    b: i32,\n}\n\nimpl PartialEq for M {\n    fn eq(&self, other: &Self) -> bool {\n        self.a == other.a && self.b == other.b\n    }\n}\n",
          after:
            "pub struct M {\n    a: i32,\n    b: i32,\n}\n\nimpl PartialEq for M {\n    fn eq(&self, other: &Self) -> bool {\n        self.a == other.a\n    }\n}\n",
        },
      ],
      honest: [
        {
          path: "money.py",
          before: EQUALITY,
          after: EQUALITY.replace(
            "return self.cents == other.cents and self.currency == other.currency",
            "return self.key() == other.key()",
          ),
        },
        {
          path: "money.py",
          before: EQUALITY,
          after: EQUALITY.replace("return self.cents", "return self is other or self.cents"),
        },
        {
          path: "money.py",
          before: EQUALITY,
          after: EQUALITY.replace("return self.cents", "return isinstance(other, Money) and self.cents"),
        },
        {
          path: "money.js",
          before: CLASS,
          after: CLASS.replace(
            "this.cents === other.cents &&",
            "this.cents === other.cents && this.at === other.at &&",
          ),
        },
        {
          path: "point.py",
          before: "class P:\n    def __eq__(self, other):\n        return self.x == other.y\n",
          after: "class P:\n    def __eq__(self, other):\n        return self.x == other.x\n",
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.sources) {
      for (const { name, before, after } of changedRoutines(file)) {
        const own = name.split(".").at(-1) ?? "";
        if (before === null || file.before === null || !COMPARES.test(own)) continue;
        const [earlier, now] = [compared(before, file.before), compared(after, file.after)];
        if (accepts(earlier, now)) yield at(file, after, `makes ${own} compare less than before`);
      }
    }
  },
};

/** What an equality compares: the members of the other side, and the comparisons with it. */
interface Compared {
  readonly text: string;
  readonly members: ReadonlySet<string>;
  readonly comparisons: ReadonlySet<string>;
}

function compared(routine: SyntaxNode, side: Side): Compared {
  const text = side.text(routine);
  const receiver = /^func\s*\(\s*(\w+)/.exec(text)?.[1];
  const other = parametersOf(routine, side).find((each) => each !== receiver) ?? "other";
  const named = `(?<![\\w$])${escapeRegex(other)}`;
  const mentions = new RegExp(`${named}(?![\\w$])`);
  const members = new Set(
    [...text.matchAll(new RegExp(`${named}\\.(\\w+)`, "g"))].map((each) => each[1] ?? ""),
  );
  const comparisons = descendants(routine)
    .filter(({ kind }) => kind === "comparison")
    .map((each) => side.text(each).replaceAll(/\s+/g, " "))
    .filter((each) => mentions.test(each));
  return { text, members, comparisons: new Set(comparisons) };
}

function accepts(before: Compared, after: Compared): boolean {
  if (TOLERANT.test(after.text)) return false;
  const isNewMember = [...after.members].some((each) => !before.members.has(each));
  const isDropped = [...before.comparisons].some((each) => !after.comparisons.has(each));
  if (isDropped && before.members.size > 0 && !isNewMember) return true;
  const either = ({ text }: Compared) => text.match(EITHER)?.length ?? 0;
  return either(after) > either(before) && !IDENTITY.test(after.text) && before.comparisons.size > 0;
}
