import { child } from "../syntax/node.ts";
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

export const pythonExpressionSlips: readonly Slip[] = [
  floatOfQuotient,
  partOfDuration,
  alternatives,
  forgottenPrefix,
  negativeZeroEnd,
  keptOrder,
];
