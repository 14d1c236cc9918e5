import { indentAt, insertAfter, insertBefore } from "../propose/edits.ts";
import { callOf } from "../propose/method-call.ts";
import type { Change } from "../syntax/change.ts";
import {
  ancestors,
  child,
  descendants,
  enclosingFunction,
  isStatement,
  type SyntaxNode,
} from "../syntax/node.ts";
import { addedInReverse, clearedFlag, comparedForAssigned, exchangedAnswers } from "./assignments.ts";
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

const toggledFlag: Slip = {
  language: "python",
  why: "`^=` for clearing a flag",
  chance: "likely",
  kinds: ["augment"],
  examples: [["bits ^= flag", "bits &= ~flag"]],
  leaves: ["bits |= flag"],
  correct: clearedFlag,
};

const wrongWayAround: Slip = {
  language: "python",
  why: "the answers of two branches the wrong way around",
  chance: "ordinary",
  kinds: ["if"],
  examples: [
    [
      "def f(a, b):\n    if a == 0:\n        return -1\n    if b == 0:\n        return 1\n    return 0\n",
      "def f(a, b):\n    if a == 0:\n        return 1\n    if b == 0:\n        return -1\n    return 0\n",
    ],
  ],
  correct: exchangedAnswers,
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

const emptyEntry: Slip = {
  language: "python",
  why: "an entry that became zero is kept",
  chance: "ordinary",
  kinds: ["expression-statement"],
  examples: [["d[k] -= n", "d[k] -= n\nif d[k] == 0:\n    del d[k]"]],
  leaves: ["n -= 1"],
  *correct(site, context) {
    const entry = /^([\w.]+\[[^\]]+\]) (?:-=|= .* - )/.exec(context.text(site))?.[1];
    if (entry === undefined || !isStatement(site)) return;
    yield insertAfter(context, site, block(site, `if ${entry} == 0:`, `del ${entry}`, context)).edits;
  },
};

const silentFailure: Slip = {
  language: "python",
  why: "after the last attempt, nothing reports that all of them failed",
  chance: "likely",
  kinds: ["catch"],
  examples: [
    [
      "for n in range(1, times + 1):\n    try:\n        return f()\n    except E:\n        log(n)\n",
      "for n in range(1, times + 1):\n    try:\n        return f()\n    except E:\n        log(n)\n        if n == times:\n            raise\n",
    ],
    [
      "for n in range(times):\n    try:\n        return f()\n    except E:\n        log(n)\n",
      "for n in range(times):\n    try:\n        return f()\n    except E:\n        log(n)\n        if n == times - 1:\n            raise\n",
    ],
    [
      "for n in range(times):\n    try:\n        return f()\n    except E:\n        log(n)\n        time.sleep(1)\n",
      "for n in range(times):\n    try:\n        return f()\n    except E:\n        log(n)\n        if n == times - 1:\n            raise\n        time.sleep(1)\n",
    ],
  ],
  leaves: ["for n in names:\n    try:\n        f()\n    except E:\n        raise\n"],
  *correct(site, context) {
    const loop = [...ancestors(site)].find(({ kind }) => kind === "for-each");
    const last = descendants(site)
      .filter(isStatement)
      .findLast((each) => each.end === site.end);
    if (loop === undefined || last === undefined || /\braise\b/.test(context.text(site))) return;
    const [, name, first, bound] =
      /^for (\w+) in range\((?:(1), )?(\w+)(?: \+ 1)?\):/.exec(context.text(loop)) ?? [];
    if (name === undefined || bound === undefined) return;
    const test = `if ${name} == ${bound}${first === undefined ? " - 1" : ""}:`;
    const outer = outermost(last, site);
    const insert = /^(?:await )?[\w.]*sleep\(/.test(context.text(outer)) ? insertBefore : insertAfter;
    yield insert(context, outer, block(outer, test, "raise", context)).edits;
  },
};

/** The statement of the block itself that a nested one belongs to. */
function outermost(statement: SyntaxNode, block: SyntaxNode): SyntaxNode {
  const around = [...ancestors(statement)];
  return around.slice(0, around.indexOf(block)).findLast(isStatement) ?? statement;
}

const takenInReverse: Slip = {
  language: "python",
  why: "the second operand is taken off a stack first",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: [
    [
      "def f(s, g):\n    s.append(g(s.pop(), s.pop()))\n",
      "def f(s, g):\n    right, left = s.pop(), s.pop()\n    s.append(g(left, right))\n",
    ],
  ],
  *correct(site, context) {
    const match = /^(.*\()([\w.]+\.pop\(\)), \2(\).*)$/.exec(context.text(site));
    if (match === null) return;
    const [, head, pop, rest] = match;
    const indent = indentAt(context.source, site.start);
    yield [at(site, `right, left = ${pop}, ${pop}\n${indent}${head}left, right${rest}`)];
  },
};

const firstAlwaysWins: Slip = {
  language: "python",
  why: "a start value that the first item has to exceed",
  chance: "ordinary",
  kinds: ["assign"],
  examples: [
    [
      "def f(xs):\n    best = 0\n    for x in xs:\n        if x > best:\n            best = x\n    return best\n",
      "def f(xs):\n    best = None\n    for x in xs:\n        if best is None or x > best:\n            best = x\n    return best\n",
    ],
    [
      "def f(xs):\n    top = (0, 0)\n    for x, y in xs:\n        if y > top[1]:\n            top = (x, y)\n    return top\n",
      "def f(xs):\n    top = None\n    for x, y in xs:\n        if top is None or y > top[1]:\n            top = (x, y)\n    return top\n",
    ],
  ],
  *correct(site, context) {
    const [target, value] = [child(site, "target"), child(site, "value")];
    const owner = enclosingFunction(site);
    if (target?.kind !== "identifier" || value === null || owner === null) return;
    const name = context.text(target);
    if (!/^(?:0|0\.0|-1|""|''|\([^()]*\))$/.test(context.text(value))) return;
    for (const { kind, children } of descendants(owner)) {
      const condition = kind === "if" ? children.find(({ role }) => role === "condition") : undefined;
      if (condition?.kind !== "comparison" || condition.start < site.end) continue;
      if (new RegExp(`[<>] ${name}\\b|\\b${name}(?:\\[\\d\\])? [<>]`).test(context.text(condition)))
        yield [at(value, "None"), before(condition.start, `${name} is None or `)];
    }
  },
};

export const pythonStatementSlips: readonly Slip[] = [
  ...[signedAssignment, comparisonStatement, separateIfs, printedResult, sharedDefault],
  ...[endlessLoop, lostInExchange, emptyEntry, toggledFlag, wrongWayAround],
  ...[silentFailure, takenInReverse, firstAlwaysWins],
];
