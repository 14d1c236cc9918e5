import { insertAfter, insertBefore } from "../propose/edits.ts";
import { callOf } from "../propose/method-call.ts";
import type { Change } from "../syntax/change.ts";
import { child, descendants, enclosingFunction, isStatement } from "../syntax/node.ts";
import { addedInReverse, comparedForAssigned } from "./assignments.ts";
import { neighbor, separateIfsFrom } from "./neighbors.ts";
import { block } from "./python-block.ts";
import { at, before, type Slip } from "./slip.ts";

const signedAssignment: Slip = {
  language: "python",
  why: "`=+` for `+=`",
  chance: "shown",
  kinds: ["assign"],
  examples: [
    ["n =+ 1", "n += 1"],
    ["n =- x", "n -= x"],
  ],
  leaves: ["n = +1", "n = -x"],
  correct: addedInReverse,
};

const comparisonStatement: Slip = {
  language: "python",
  why: "a comparison whose result nobody uses, for an assignment",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: [["n == 1", "n = 1"]],
  leaves: ["f(n == 1)"],
  correct: comparedForAssigned,
};

const separateIfs: Slip = {
  language: "python",
  why: "conditions that should exclude each other are checked one after the other",
  chance: "likely",
  kinds: ["if"],
  examples: [
    [
      "if s >= 90:\n    g = 'A'\nif s >= 80:\n    g = 'B'\n",
      "if s >= 90:\n    g = 'A'\nelif s >= 80:\n    g = 'B'\n",
    ],
    [
      "if s >= 90:\n    g = 'A'\nif s >= 80:\n    g = 'B'\nif s >= 70:\n    g = 'C'\n",
      "if s >= 90:\n    g = 'A'\nelif s >= 80:\n    g = 'B'\nelif s >= 70:\n    g = 'C'\n",
    ],
  ],
  leaves: ["if a:\n    f()\nelse:\n    g()\n"],
  *correct(site, context) {
    const joined = separateIfsFrom(site, context).map((each): Change => before(each.start, "el"));
    if (joined.length > 1) yield joined;
    if (joined[0] !== undefined) yield [joined[0]];
  },
};

const printedResult: Slip = {
  language: "python",
  why: "a result that is printed and not returned",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: [["def f(s):\n    n = len(s)\n    print(n)\n", "def f(s):\n    n = len(s)\n    return n\n"]],
  leaves: ["def f(s):\n    print(s)\n    return s\n"],
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const call = callOf(site.children[0], context);
    const [only, ...more] = call?.given ?? [];
    if (owner === null || call?.name !== "print" || call.object !== null) return;
    if (only === undefined || more.length > 0 || !isStatement(site)) return;
    if (!descendants(owner).some(({ kind }) => kind === "return"))
      yield [at(site, `return ${context.text(only)}`)];
  },
};

const sharedDefault: Slip = {
  language: "python",
  why: "a default value that all calls share",
  chance: "shown",
  kinds: ["parameter"],
  examples: [
    [
      "def f(x, acc=[]):\n    acc.append(x)\n    return acc\n",
      "def f(x, acc=None):\n    if acc is None:\n        acc = []\n    acc.append(x)\n    return acc\n",
    ],
  ],
  leaves: ["def f(x, n=0):\n    return x + n\n"],
  *correct(site, context) {
    const match = /^(\w+)(?:: [^=]+?)? ?= ?(\[\]|\{\}|(?:set|list|dict)\(\))$/.exec(context.text(site));
    const owner = site.parent?.parent;
    const body = owner?.kind === "function" ? child(owner, "body") : null;
    const first = body?.children[0];
    const [, name, value = ""] = match ?? [];
    if (name === undefined || first === undefined) return;
    const guard = insertBefore(
      context,
      first,
      block(first, `if ${name} is None:`, `${name} = ${value}`, context),
    );
    yield [at({ start: site.end - value.length, end: site.end }, "None"), ...guard.edits];
  },
};

const endlessLoop: Slip = {
  language: "python",
  why: "a loop that never changes what its condition depends on",
  chance: "shown",
  kinds: ["while"],
  examples: [
    ["while i < n:\n    t += i\n", "while i < n:\n    t += i\n    i += 1\n"],
    ["while n > 0:\n    t += n\n", "while n > 0:\n    t += n\n    n -= 1\n"],
  ],
  leaves: ["while i < n:\n    i += 1\n"],
  *correct(site, context) {
    const [condition, body] = [child(site, "condition"), child(site, "body")];
    const compared = /^(\w+) ([<>])=? /.exec(condition === null ? "" : context.text(condition));
    const last = body?.children.at(-1);
    if (compared === null || body === null || last === undefined) return;
    const [, name, direction] = compared;
    const isChanged = descendants(body).some((node) => {
      const target = node.kind === "assign" || node.kind === "augment" ? child(node, "target") : null;
      return target !== null && new RegExp(`\\b${name}\\b`).test(context.text(target));
    });
    if (isChanged) return;
    const step = direction === "<" ? "+=" : "-=";
    yield insertAfter(context, last, `${name} ${step} 1`).edits;
  },
};

const lostInExchange: Slip = {
  language: "python",
  why: "an exchange of two values that loses one of them",
  chance: "shown",
  kinds: ["expression-statement", "assign"],
  examples: [["a[i] = a[j]\na[j] = a[i]\n", "a[i], a[j] = a[j], a[i]\n"]],
  leaves: ["a = b\nb = c\n"],
  *correct(site, context) {
    const next = isStatement(site) ? neighbor(site, 1) : null;
    const first = /^([^=\n]+) = ([^=\n]+)$/.exec(context.text(site));
    if (next === null || first === null) return;
    const [, left = "", right = ""] = first;
    if (context.text(next) !== `${right} = ${left}`) return;
    yield [at({ start: site.start, end: next.end }, `${left}, ${right} = ${right}, ${left}`)];
  },
};

export const pythonStatementSlips: readonly Slip[] = [
  signedAssignment,
  comparisonStatement,
  separateIfs,
  printedResult,
  sharedDefault,
  endlessLoop,
  lostInExchange,
];
