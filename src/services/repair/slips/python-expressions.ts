import type { Context } from "../propose/context.ts";
import { ancestors, child, descendants, isValue, type SyntaxNode } from "../syntax/node.ts";
import { at, LITERAL, type Slip } from "./slip.ts";

const floatOfQuotient: Slip = {
  language: "python",
  why: "a division that drops the fraction before the conversion to float",
  chance: "shown",
  kinds: ["call"],
  examples: [
    ["x = float(a // b)", "x = a / b"],
    ["x = round(a // b, 2)", "x = round(a / b, 2)"],
  ],
  leaves: ["x = int(a)"],
  *correct(site, context) {
    const match = /^(float|round)\(([\w.]+|[\w.]+\([\w.]*\)) \/\/ ([\w.]+|[\w.]+\([\w.]*\))(, \d+)?\)$/.exec(
      context.text(site),
    );
    if (match === null) return;
    const quotient = `${match[2]} / ${match[3]}`;
    const isAlone = site.parent?.kind !== "binary";
    if (match[1] === "round") yield [at(site, `round(${quotient}${match[4] ?? ""})`)];
    else if (match[4] === undefined) yield [at(site, isAlone ? quotient : `(${quotient})`)];
  },
};

const partOfDuration: Slip = {
  language: "python",
  why: "the seconds of a duration without its days",
  chance: "likely",
  kinds: ["attribute"],
  examples: [
    ["x = delta.seconds", "x = delta.total_seconds()"],
    ["x = delta.seconds // 60", "x = int(delta.total_seconds()) // 60"],
  ],
  *correct(site, context) {
    const object = /^(.+)\.seconds$/s.exec(context.text(site))?.[1];
    if (object === undefined || site.role === "callee" || site.role === "target") return;
    const isDivided =
      site.parent?.kind === "binary" && /^(?:\/\/|%)$/.test(site.parent.operators[0]?.text ?? "");
    const whole = `${object}.total_seconds()`;
    yield [at(site, isDivided ? `int(${whole})` : whole)];
  },
};

const rootByPower: Slip = {
  language: "python",
  why: "a power of one, then divided, for a root",
  chance: "shown",
  kinds: ["binary"],
  examples: [["x = (a + b) ** 1 / 2", "x = (a + b) ** (1 / 2)"]],
  leaves: ["x = a ** 2"],
  *correct(site, context) {
    const match = /^(.+\*\* ?)1 ?\/ ?(\d)$/s.exec(context.text(site));
    if (match !== null) yield [at(site, `${match[1]}(1 / ${match[2]})`)];
  },
};

const alternatives: Slip = {
  language: "python",
  why: "a literal after `or`, which is always true, for another value to compare with",
  chance: "shown",
  kinds: ["logical"],
  examples: [
    ["if c == 'a' or 'e':\n    g()", "if c in ('a', 'e'):\n    g()"],
    ["if c == 'a' or 'e':\n    g()", "if c == 'a' or c == 'e':\n    g()"],
    ["if c != 1 and 2:\n    g()", "if c not in (1, 2):\n    g()"],
  ],
  leaves: ["if c == 'a' or c == 'e':\n    g()"],
  *correct(site, context) {
    if (site.parent?.kind === "logical") return;
    const match = new RegExp(`^([\\w.[\\]]+) (==|!=) (${LITERAL})((?: (?:or|and) ${LITERAL})+)$`).exec(
      context.text(site),
    );
    const [, subject, operator, first, rest] = match ?? [];
    if (subject === undefined || first === undefined || rest === undefined) return;
    const values = [first, ...(rest.match(new RegExp(LITERAL, "g")) ?? [])];
    const word = operator === "==" ? "in" : "not in";
    yield [at(site, `${subject} ${word} (${values.join(", ")})`)];
    const join = operator === "==" ? " or " : " and ";
    yield [at(site, values.map((each) => `${subject} ${operator} ${each}`).join(join))];
  },
};

const forgottenPrefix: Slip = {
  language: "python",
  why: "a text with a name in braces that is not an f-string",
  chance: "shown",
  kinds: ["string"],
  examples: [['def f(name):\n    return "Hello {name}"', 'def f(name):\n    return f"Hello {name}"']],
  leaves: ['def f(name):\n    return "Hello {0}"', 'def f(name):\n    return "{name}".format(name=name)'],
  *correct(site, context) {
    const text = context.text(site);
    const named = /^(["']).*\{([A-Za-z_]\w*)[^{}]*\}.*\1$/s.exec(text)?.[2];
    if (named === undefined || site.role === "object" || site.parent?.kind === "expression-statement") return;
    const isKnown = named === "self" || context.variables(site).some(({ name }) => name === named);
    if (isKnown) yield [at(site, `f${text}`)];
  },
};

const negativeZeroEnd: Slip = {
  language: "python",
  why: "a slice that ends at minus n is empty if n is zero",
  chance: "likely",
  kinds: ["slice"],
  examples: [["x = xs[n:-n]", "x = xs[n:len(xs) - n]"]],
  leaves: ["x = xs[1:-1]"],
  *correct(site, context) {
    const object = site.parent === null ? null : child(site.parent, "object");
    const to = child(site, "to");
    const name = to === null ? undefined : /^-(\w*[A-Za-z_]\w*)$/.exec(context.text(to))?.[1];
    if (object === null || to === null || name === undefined) return;
    yield [at(to, `len(${context.text(object)}) - ${name}`)];
  },
};

const keptOrder: Slip = {
  language: "python",
  why: "a set loses the order of its items",
  chance: "likely",
  kinds: ["call"],
  examples: [
    ["x = list(set(xs))", "x = list(dict.fromkeys(xs))"],
    ["x = list(set(xs))", "x = sorted(set(xs))"],
  ],
  leaves: ["x = len(set(xs))"],
  *correct(site, context) {
    const inner = /^list\(set\((.+)\)\)$/s.exec(context.text(site))?.[1];
    if (inner === undefined) return;
    yield [at(site, `list(dict.fromkeys(${inner}))`)];
    yield [at(site, `sorted(set(${inner}))`)];
  },
};

const emptyItems: Slip = {
  language: "python",
  why: "empty items are kept",
  chance: "ordinary",
  kinds: ["comprehension"],
  examples: [
    ["x = [p for p in s.split(',')]", "x = [p for p in s.split(',') if p]"],
    ["x = [p.strip() for p in s.split(',')]", "x = [p.strip() for p in s.split(',') if p.strip()]"],
  ],
  leaves: ["x = [p for p in ps if p.ok]"],
  *correct(site, context) {
    const match = /^([[({])(.+) for (\w+) in (.+)([\])}])$/s.exec(context.text(site));
    const [, , item = "", name, rest = ""] = match ?? [];
    if (name === undefined || / (?:if|for) /.test(rest)) return;
    const end = site.end - 1;
    const conditions = [name, ...(new RegExp(`^${name}\\.\\w+\\(\\)$`).test(item) ? [item] : [])];
    for (const condition of conditions.reverse()) yield [{ start: end, end, text: ` if ${condition}` }];
  },
};

const unroundedMoney: Slip = {
  language: "python",
  why: "a result that is not rounded",
  chance: "ordinary",
  kinds: ["binary"],
  examples: [
    ["def f(x):\n    return x * 1.19", "def f(x):\n    return round(x * 1.19, 2)"],
    ["def f(a, b):\n    return a / b", "def f(a, b):\n    return round(a / b, 2)"],
  ],
  leaves: ["def f(a, b):\n    return a + b"],
  *correct(site, context) {
    const isResult = site.parent?.kind === "return" || site.role === "value";
    if (!isResult || !isValue(site) || !/ \/ |\d\.\d/.test(context.text(site))) return;
    for (const digits of ["2", "1"]) yield [at(site, `round(${context.text(site)}, ${digits})`)];
  },
};

const overwrittenBound: Slip = {
  language: "python",
  why: "a bound that was compared with is overwritten by a smaller one",
  chance: "likely",
  kinds: ["assign"],
  examples: [
    [
      "if m and s <= m[-1][1]:\n    m[-1] = (m[-1][0], e)\n",
      "if m and s <= m[-1][1]:\n    m[-1] = (m[-1][0], max(m[-1][1], e))\n",
    ],
    ["if s <= last.end:\n    last.end = e\n", "if s <= last.end:\n    last.end = max(last.end, e)\n"],
  ],
  leaves: ["if a:\n    x = y"],
  *correct(site, context) {
    const branch = [...ancestors(site)].find(({ kind }) => kind === "if");
    const condition = branch === undefined ? null : child(branch, "condition");
    const value = child(site, "value");
    if (condition === null || value === null) return;
    const names = descendants(value).filter((each) => each.kind === "identifier" && isWhole(each));
    for (const bound of comparedBounds(condition, context))
      for (const name of names.slice(0, MOST_NAMES)) yield [at(name, `max(${bound}, ${context.text(name)})`)];
  },
};

const MOST_NAMES = 3;

function isWhole({ parent, role }: SyntaxNode): boolean {
  return role === "value" || parent?.kind === "tuple" || parent?.kind === "list";
}

/** Items and fields that a condition compares something with. */
function comparedBounds(condition: SyntaxNode, context: Context): readonly string[] {
  const found = descendants(condition).flatMap((node) => {
    if (node.kind !== "comparison" || !/^[<>]=?$/.test(node.operators[0]?.text ?? "")) return [];
    return [child(node, "left"), child(node, "right")].flatMap((side) =>
      side?.kind === "subscript" || side?.kind === "attribute" ? [context.text(side)] : [],
    );
  });
  return [...new Set(found)];
}

export const pythonExpressionSlips: readonly Slip[] = [
  ...[floatOfQuotient, partOfDuration, rootByPower, alternatives, forgottenPrefix],
  ...[negativeZeroEnd, keptOrder, emptyItems, unroundedMoney, overwrittenBound],
];
