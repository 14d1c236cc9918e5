import { type Context, isScript } from "../../propose/context.ts";
import type { Change } from "../../syntax/change.ts";
import { child, type SyntaxNode } from "../../syntax/node.ts";
import { neighbor } from "../neighbors.ts";
import { at, before, LITERAL, type Slip } from "../slip.ts";

const COMPARED = new RegExp(
  `^([\\w.[\\]]+) (==|!=|[!=]==) (${LITERAL})((?: (?:\\|\\||&&|or|and) ${LITERAL})+)$`,
);

const alwaysTrue: Slip = {
  why: "a literal after `or`, which is always true, for another value to compare with",
  chance: "shown",
  kinds: ["logical"],
  examples: {
    python: [
      ["if c == 'a' or 'e':\n    g()", "if c in ('a', 'e'):\n    g()"],
      ["if c == 'a' or 'e':\n    g()", "if c == 'a' or c == 'e':\n    g()"],
      ["if c != 1 and 2:\n    g()", "if c not in (1, 2):\n    g()"],
    ],
    javascript: [["if (c === 'a' || 'e') g();", "if (c === 'a' || c === 'e') g();"]],
  },
  leaves: {
    python: ["if c == 'a' or c == 'e':\n    g()"],
    javascript: ["if (c === 'a' || c === 'e') g();"],
  },
  *correct(site, context) {
    if (site.parent?.kind === "logical") return;
    const [, subject, operator = "", first = "", rest] = COMPARED.exec(context.text(site)) ?? [];
    if (subject === undefined || rest === undefined) return;
    const values = [first, ...(rest.match(new RegExp(LITERAL, "g")) ?? [])];
    const isNegated = operator.startsWith("!");
    if (!isScript(context))
      yield [at(site, `${subject} ${isNegated ? "not in" : "in"} (${values.join(", ")})`)];
    const [both, either] = isScript(context) ? ["&&", "||"] : ["and", "or"];
    const join = ` ${isNegated ? both : either} `;
    yield [at(site, values.map((each) => `${subject} ${operator} ${each}`).join(join))];
  },
};

const separateIfs: Slip = {
  why: "conditions that should exclude each other are checked one after the other",
  chance: "likely",
  kinds: ["if"],
  examples: {
    python: [
      [
        "if s >= 90:\n    g = 'A'\nif s >= 80:\n    g = 'B'\n",
        "if s >= 90:\n    g = 'A'\nelif s >= 80:\n    g = 'B'\n",
      ],
      [
        "if s >= 90:\n    g = 'A'\nif s >= 80:\n    g = 'B'\nif s >= 70:\n    g = 'C'\n",
        "if s >= 90:\n    g = 'A'\nelif s >= 80:\n    g = 'B'\nelif s >= 70:\n    g = 'C'\n",
      ],
    ],
    javascript: [
      [
        "if (s >= 90) g = 'A';\nif (s >= 80) g = 'B';\n",
        "if (s >= 90) g = 'A';\nelse if (s >= 80) g = 'B';\n",
      ],
    ],
  },
  leaves: { python: ["if a:\n    f()\nelse:\n    g()\n"], javascript: ["if (a) f(); else g();"] },
  *correct(site, context) {
    const word = isScript(context) ? "else " : "el";
    const joined = separateIfsFrom(site, context).map((each): Change => before(each.start, word));
    if (joined.length > 1) yield joined;
    if (joined[0] !== undefined) yield [joined[0]];
  },
};

/**
 * An `if` statement that follows another one about the same thing, and those after it, up to one with an else branch.
 * Empty for any other statement.
 */
function separateIfsFrom(first: SyntaxNode, context: Context): readonly SyntaxNode[] {
  const previous = neighbor(first, -1);
  if (previous === null || !isPlainIf(previous)) return [];
  const found: SyntaxNode[] = [];
  for (let each: SyntaxNode | null = first; each !== null; each = neighbor(each, 1)) {
    if (!isAboutTheSame(previous, each, context)) break;
    found.push(each);
    if (!isPlainIf(each)) break;
  }
  return found;
}

function isPlainIf(node: SyntaxNode): boolean {
  return (
    node.kind === "if" &&
    !node.children.some((each) => /^el(?:se|if)/.test(each.raw) || each.role === "alternative")
  );
}

function isAboutTheSame(first: SyntaxNode, second: SyntaxNode, context: Context): boolean {
  const [one, other] = [first, second].map((each) => (each.kind === "if" ? child(each, "condition") : null));
  if (!one || !other) return false;
  const subject = /[A-Za-z_][\w.]*/.exec(context.text(one))?.[0];
  return subject !== undefined && subject === /[A-Za-z_][\w.]*/.exec(context.text(other))?.[0];
}

const VALUE = String.raw`[\w.[\]]+`;
const BOTH_INSIDE = new RegExp(
  String.raw`^\(?(${VALUE}) >= (${VALUE}) (&&|and) \1 <=? (${VALUE})\)? (?:\|\||or) \(?(${VALUE}) >=? \2 \3 \5 <= \4\)?$`,
);
const CHAINED = new RegExp(
  String.raw`^\(?(${VALUE}) <= (${VALUE}) <=? (${VALUE})\)? or \(?\1 <=? (${VALUE}) <= \3\)?$`,
);

const containedSpan: Slip = {
  why: "a span that contains another one neither starts nor ends inside it",
  chance: "shown",
  kinds: ["logical"],
  examples: {
    python: [
      ["x = (a >= c and a < d) or (b > c and b <= d)", "x = a < d and c < b"],
      ["x = c <= a < d or c < b <= d", "x = a < d and c < b"],
    ],
    javascript: [["x = (a >= c && a < d) || (b > c && b <= d);", "x = a < d && c < b;"]],
  },
  leaves: {
    python: ["x = (a >= c and a < d) or (b > e and b <= d)"],
    javascript: ["x = (a >= c && a < d) || (b > e && b <= d);"],
  },
  *correct(site, context) {
    const text = context.text(site);
    const plain = BOTH_INSIDE.exec(text);
    if (plain !== null) yield [at(site, `${plain[1]} < ${plain[4]} ${plain[3]} ${plain[2]} < ${plain[5]}`)];
    const chained = CHAINED.exec(text);
    if (chained !== null) yield [at(site, `${chained[2]} < ${chained[3]} and ${chained[1]} < ${chained[4]}`)];
  },
};

export const conditionSlips: readonly Slip[] = [alwaysTrue, separateIfs, containedSpan];
