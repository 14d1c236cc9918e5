import type { Context } from "../propose/context.ts";
import { callOf } from "../propose/method-call.ts";
import { plainParameters } from "../propose/parameters.ts";
import { child, descendants, enclosingFunction, isValue, type SyntaxNode } from "../syntax/node.ts";
import { importing } from "./python-imports.ts";
import { at, before, type Slip } from "./slip.ts";

const missingGroup: Slip = {
  language: "python",
  why: "an item is added to a group that does not exist yet",
  chance: "likely",
  kinds: ["subscript"],
  examples: [
    ["d[k].append(v)", "d.setdefault(k, []).append(v)"],
    ["d[k].add(v)", "d.setdefault(k, set()).add(v)"],
  ],
  leaves: ["x = d[k].name"],
  *correct(site, context) {
    const [object, index] = [child(site, "object"), child(site, "index")];
    const call = site.role === "object" ? callOf(site.parent?.parent, context) : null;
    if (object === null || index === null || index.kind === "slice" || index.kind === "number") return;
    const empty = { append: "[]", extend: "[]", add: "set()" }[call?.name ?? ""];
    if (empty !== undefined)
      yield [at(site, `${context.text(object)}.setdefault(${context.text(index)}, ${empty})`)];
  },
};

const overwrittenCount: Slip = {
  language: "python",
  why: "a count that starts again with every item, or that has no first value",
  chance: "likely",
  kinds: ["assign", "augment"],
  examples: [
    ["d[k] = 1", "d[k] = d.get(k, 0) + 1"],
    ["d[k] += n", "d[k] = d.get(k, 0) + n"],
  ],
  leaves: ["n = 1"],
  *correct(site, context) {
    const [target, value] = [child(site, "target"), child(site, "value")];
    const [object, index] =
      target?.kind === "subscript" ? [child(target, "object"), child(target, "index")] : [];
    if (!target || !value || !object || !index || index.kind === "slice" || index.kind === "number") return;
    const isCount = site.kind === "augment" ? site.operators[0]?.text === "+=" : context.text(value) === "1";
    if (!isCount) return;
    const known = `${context.text(object)}.get(${context.text(index)}, 0)`;
    yield [at(site, `${context.text(target)} = ${known} + ${context.text(value)}`)];
  },
};

const lettersOnly: Slip = {
  language: "python",
  why: "punctuation and spaces are compared too",
  chance: "ordinary",
  kinds: ["call"],
  examples: [
    ["t = s.lower()", "t = ''.join(c for c in s.lower() if c.isalnum())"],
    ["t = s.lower()", "t = ''.join(c for c in s.lower() if c.isalpha())"],
  ],
  leaves: ["t = s.strip()"],
  *correct(site, context) {
    const call = callOf(site, context);
    if (call === null || !/^(?:lower|upper|casefold)$/.test(call.name) || site.role === "object") return;
    for (const kept of ["isalnum", "isalpha"])
      yield [at(site, `''.join(c for c in ${context.text(site)} if c.${kept}())`)];
  },
};

const countedRange: Slip = {
  language: "python",
  why: "numbers that count from one, or down",
  chance: "likely",
  kinds: ["call"],
  examples: [
    ["x = range(n)", "x = range(1, n + 1)"],
    ["x = range(n, 0)", "x = range(n, 0, -1)"],
    ["x = range(n - 1, 0)", "x = range(n - 1, -1, -1)"],
  ],
  leaves: ["x = range(0, n, 2)"],
  *correct(site, context) {
    const call = callOf(site, context);
    const [first, last, ...more] = call?.given.map((each) => context.text(each)) ?? [];
    if (call?.name !== "range" || call.object !== null || first === undefined || more.length > 0) return;
    if (last === undefined) yield [at(site, `range(1, ${first} + 1)`)];
    else if (/^-?\d$/.test(last) && !/^-?\d+$/.test(first)) {
      yield [at(site, `range(${first}, ${last}, -1)`)];
      if (last === "0") yield [at(site, `range(${first}, -1, -1)`)];
    }
  },
};

const bestByValue: Slip = {
  language: "python",
  why: "the largest key for the key with the largest value, and no answer for an empty sequence",
  chance: "ordinary",
  kinds: ["call"],
  examples: [
    ["x = max(d)", "x = max(d, key=d.get)"],
    ["x = max(d)", "x = max(d, default=0)"],
    ["x = min(f(y) for y in ys)", "x = min((f(y) for y in ys), default=0)"],
  ],
  leaves: ["x = max(a, b)"],
  *correct(site, context) {
    const call = callOf(site, context);
    const [only, ...more] = call?.given ?? [];
    if (call === null || call.object !== null || !/^(?:max|min)$/.test(call.name)) return;
    const text = child(site, "arguments") === null ? "" : context.text(site).slice(call.name.length + 1, -1);
    if ((more.length > 0 && !/ for /.test(text)) || text === "" || /\bkey=|\bdefault=/.test(text)) return;
    const items = / for /.test(text) && !/^[[({]/.test(text) ? `(${text})` : text;
    if (only?.kind === "identifier" || only?.kind === "attribute")
      yield [at(site, `${call.name}(${text}, key=${text}.get)`)];
    for (const fallback of ["0", "None"]) yield [at(site, `${call.name}(${items}, default=${fallback})`)];
  },
};

const secondKey: Slip = {
  language: "python",
  why: "equal items keep their order although the order of the items should decide",
  chance: "ordinary",
  kinds: ["keyword-argument"],
  examples: [["x = sorted(xs, key=len)", "x = sorted(xs, key=lambda each: (len(each), each))"]],
  leaves: ["x = f(a, size=n)"],
  *correct(site, context) {
    const name = /^key=([\w.]+)$/.exec(context.text(site))?.[1];
    if (name === undefined) return;
    yield [at(site, `key=lambda each: (${name}(each), each)`)];
    yield [at(site, `key=lambda each: (-${name}(each), each)`)];
  },
};

const splitBySpace: Slip = {
  language: "python",
  why: "several spaces or kinds of line breaks between the parts",
  chance: "likely",
  kinds: ["call"],
  examples: [
    ["x = s.split(' ')", "x = s.split()"],
    ['x = s.split("\\n")', "x = s.splitlines()"],
  ],
  leaves: ["x = s.split(',')"],
  *correct(site, context) {
    const match = /^(.+)\.split\((?:"( |\\n)"|'( |\\n)')\)$/s.exec(context.text(site));
    if (match === null) return;
    yield [at(site, `${match[1]}.${(match[2] ?? match[3]) === " " ? "split" : "splitlines"}()`)];
  },
};

const unformattedNumber: Slip = {
  language: "python",
  why: "a number in a text without its width or its decimals",
  chance: "ordinary",
  kinds: ["string"],
  examples: [
    ['x = f"{h}:{m}"', 'x = f"{h}:{m:02d}"'],
    ['x = f"{price} EUR"', 'x = f"{price:.2f} EUR"'],
  ],
  leaves: ['x = "{h}"'],
  *correct(site, context) {
    const text = context.text(site);
    if (!/^[fF]["']/.test(text)) return;
    const open = [...text.matchAll(/\{[^{}:!]+(?=\})/g)].slice(-MOST_PLACEHOLDERS).reverse();
    for (const { 0: placeholder, index } of open)
      for (const format of [":.2f", ":02d", ":,"])
        yield [before(site.start + index + placeholder.length, format)];
  },
};

const MOST_PLACEHOLDERS = 3;

const unpaddedNumber: Slip = {
  language: "python",
  why: "a number without its leading zeros",
  chance: "ordinary",
  kinds: ["call"],
  examples: [["x = str(n)", "x = str(n).zfill(2)"]],
  leaves: ["x = str(n).zfill(3)"],
  *correct(site, context) {
    const isPadded = site.role === "object" || !/^str\([^()]+\)$/.test(context.text(site));
    if (!isPadded) yield [before(site.end, ".zfill(2)")];
  },
};

const bothBounds: Slip = {
  language: "python",
  why: "a range whose two ends are wrong in the same way",
  chance: "likely",
  kinds: ["comparison"],
  examples: [
    ["x = a < n < b", "x = a <= n <= b"],
    ["x = a <= n <= b", "x = a < n < b"],
  ],
  leaves: ["x = a < b"],
  *correct(site) {
    const [first, second] = site.operators;
    if (!first || !second || site.operators.length !== 2) return;
    if (!/^[<>]=?$/.test(first.text) || first.text !== second.text) return;
    const other = first.text.endsWith("=") ? first.text.slice(0, 1) : `${first.text}=`;
    yield [at(first, other), at(second, other)];
  },
};

const towardsZero: Slip = {
  language: "python",
  why: "a negative quotient is rounded away from zero",
  chance: "ordinary",
  kinds: ["binary"],
  examples: [["x = a // b", "x = int(a / b)"]],
  leaves: ["x = a % b"],
  *correct(site, context) {
    const [left, right] = [child(site, "left"), child(site, "right")];
    if (!left || !right || site.operators[0]?.text !== "//" || !isValue(site)) return;
    yield [at(site, `int(${context.text(left)} / ${context.text(right)})`)];
  },
};

const anotherException: Slip = {
  language: "python",
  why: "an exception that the same code also raises is not handled",
  chance: "likely",
  kinds: ["catch"],
  examples: [
    [
      "try:\n    f()\nexcept TypeError:\n    g()\n",
      "try:\n    f()\nexcept (TypeError, ValueError):\n    g()\n",
    ],
  ],
  leaves: ["try:\n    f()\nexcept Exception:\n    g()\n"],
  *correct(site, context) {
    const match =
      /^except (TypeError|ValueError|KeyError|IndexError|AttributeError|ZeroDivisionError)\b/.exec(
        context.text(site),
      );
    const name = match?.[1];
    if (name === undefined) return;
    const start = site.start + "except ".length;
    for (const other of ["ValueError", "TypeError", "KeyError", "IndexError"])
      if (other !== name) yield [at({ start, end: start + name.length }, `(${name}, ${other})`)];
  },
};

const unequalLengths: Slip = {
  language: "python",
  why: "zip stops at the end of the shorter sequence",
  chance: "likely",
  kinds: ["call"],
  examples: [
    [
      "def f(a, b):\n    return zip(a, b)\n",
      "from itertools import zip_longest\n\n\ndef f(a, b):\n    return zip_longest(a, b, fillvalue=0)\n",
    ],
    [
      "import re\n\ndef f(a, b):\n    return zip(a, b)\n",
      "import re\nfrom itertools import zip_longest\n\ndef f(a, b):\n    return zip_longest(a, b)\n",
    ],
  ],
  leaves: ["x = zip(a, b, strict=True)"],
  *correct(site, context) {
    const call = callOf(site, context);
    const given = call?.given.map((each) => context.text(each)) ?? [];
    if (call?.name !== "zip" || call.object !== null || given.length < 2) return;
    if (given.some((each) => /^\*|=/.test(each))) return;
    for (const fill of ["fillvalue=0", null, 'fillvalue=""'])
      yield [
        ...importing("itertools", "zip_longest", context),
        at(site, `zip_longest(${[...given, ...(fill === null ? [] : [fill])].join(", ")})`),
      ];
  },
};

const passedOn: Slip = {
  language: "python",
  why: "an option that the function has is not passed on to a function that has it too",
  chance: "likely",
  kinds: ["call"],
  examples: [
    [
      'def f(d, sep="."):\n    return [f(x) for x in d]\n',
      'def f(d, sep="."):\n    return [f(x, sep=sep) for x in d]\n',
    ],
    [
      "class A:\n    def g(self, x, deep=False):\n        return x\n\n    def f(self, deep=False):\n        return self.g(1)\n",
      "class A:\n    def g(self, x, deep=False):\n        return x\n\n    def f(self, deep=False):\n        return self.g(1, deep=deep)\n",
    ],
  ],
  leaves: ["def f(d, sep):\n    return f(d, sep)"],
  *correct(site, context) {
    const call = callOf(site, context);
    const owner = enclosingFunction(site);
    if (call === null || owner === null || (call.object !== null && context.text(call.object) !== "self"))
      return;
    const own = plainParameters(owner, context) ?? [];
    const given = call.given.map((each) => context.text(each));
    const called = functionNamed(call.name, context);
    const wanted = (called === null ? null : plainParameters(called, context)) ?? [];
    const open = wanted.slice(
      given.filter((each) => !/^\w+=/.test(each)).length + (wanted[0] === "self" ? 1 : 0),
    );
    const missing = open.filter(
      (name) => own.includes(name) && !given.some((each) => each.startsWith(`${name}=`)),
    );
    if (given.length === 0 || given.some((each) => each.startsWith("*"))) return;
    for (const name of missing) yield [before(site.end - 1, `, ${name}=${name}`)];
  },
};

function functionNamed(wanted: string, context: Context): SyntaxNode | null {
  const isWanted = (node: SyntaxNode) => {
    const name = node.kind === "function" ? child(node, "name") : null;
    return name !== null && context.text(name) === wanted;
  };
  return descendants(context.tree).find(isWanted) ?? null;
}

export const pythonCallSlips: readonly Slip[] = [
  ...[missingGroup, overwrittenCount, lettersOnly, countedRange, bestByValue, secondKey],
  ...[splitBySpace, unformattedNumber, unpaddedNumber, bothBounds, towardsZero, anotherException],
  ...[unequalLengths, passedOn],
];
