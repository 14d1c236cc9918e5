import { indentAt, indentStep, insertAfter, insertBefore } from "../propose/edits.ts";
import { callOf } from "../propose/method-call.ts";
import {
  ancestors,
  child,
  descendants,
  enclosingClass,
  enclosingFunction,
  isStatement,
  isValue,
} from "../syntax/node.ts";
import { neighbor } from "./neighbors.ts";
import { fieldsAround, itemChange } from "./objects.ts";
import { block } from "./python-block.ts";
import { at, before, type Slip } from "./slip.ts";

const MOST_FIELDS = 2;
const CLASS =
  "class A:\n    def __init__(self, limit):\n        self.limit = limit\n        self.xs = []\n        self.n = 0\n\n";

const growsForever: Slip = {
  language: "python",
  why: "a list of the object grows beyond its limit, or takes an item twice",
  chance: "ordinary",
  kinds: ["expression-statement"],
  examples: [
    [
      `${CLASS}    def add(self, x):\n        self.xs.append(x)\n`,
      `${CLASS}    def add(self, x):\n        self.xs.append(x)\n        if len(self.xs) > self.limit:\n            self.xs.pop(0)\n`,
    ],
    [
      `${CLASS}    def add(self, x):\n        self.xs.append(x)\n`,
      `${CLASS}    def add(self, x):\n        if len(self.xs) >= self.limit:\n            return False\n        self.xs.append(x)\n`,
    ],
    [
      `${CLASS}    def add(self, x):\n        self.xs.append(x)\n`,
      `${CLASS}    def add(self, x):\n        if x in self.xs:\n            return\n        self.xs.append(x)\n`,
    ],
  ],
  leaves: ["xs.append(x)"],
  *correct(site, context) {
    const added = itemChange(site, context);
    if (!added?.adds) return;
    const { list, item } = added;
    for (const limit of fieldsAround(site, context).limits.slice(0, MOST_FIELDS)) {
      const isOver = `if len(${list}) > self.${limit}:`;
      yield insertAfter(context, site, block(site, isOver, `${list}.pop(0)`, context)).edits;
      const isFull = `if len(${list}) >= self.${limit}:`;
      for (const answer of ["return False", "return"])
        yield insertBefore(context, site, block(site, isFull, answer, context)).edits;
    }
    for (const answer of ["return", "return False"])
      yield insertBefore(context, site, block(site, `if ${item} in ${list}:`, answer, context)).edits;
  },
};

const staleTotal: Slip = {
  language: "python",
  why: "a total of the object that does not follow its list",
  chance: "likely",
  kinds: ["expression-statement"],
  examples: [
    [
      `${CLASS}    def add(self, x):\n        self.xs.append(x)\n`,
      `${CLASS}    def add(self, x):\n        self.xs.append(x)\n        self.n += x\n`,
    ],
    [
      `${CLASS}    def drop(self, x):\n        self.xs.remove(x)\n`,
      `${CLASS}    def drop(self, x):\n        self.xs.remove(x)\n        self.n -= 1\n`,
    ],
  ],
  *correct(site, context) {
    const added = itemChange(site, context);
    const owner = enclosingFunction(site);
    if (added === null || owner === null) return;
    for (const total of fieldsAround(site, context).totals.slice(0, MOST_FIELDS)) {
      if (context.text(owner).includes(`self.${total}`)) continue;
      for (const amount of [added.item, "1"])
        yield insertAfter(context, site, `self.${total} ${added.adds ? "+=" : "-="} ${amount}`).edits;
    }
  },
};

const takenOut: Slip = {
  language: "python",
  why: "looking at an item removes it",
  chance: "ordinary",
  kinds: ["call"],
  examples: [
    ["def peek(xs):\n    return xs.pop()", "def peek(xs):\n    return xs[-1]"],
    ["def peek(xs):\n    return xs.pop(0)", "def peek(xs):\n    return xs[0]"],
  ],
  leaves: ["xs.pop()"],
  *correct(site, context) {
    const call = callOf(site, context);
    const [index = null, ...more] = call?.given ?? [];
    if (call?.name !== "pop" || call.object === null || more.length > 0 || !isValue(site)) return;
    if (site.parent?.kind === "expression-statement") return;
    yield [at(site, `${context.text(call.object)}[${index === null ? "-1" : context.text(index)}]`)];
  },
};

const missingEntry: Slip = {
  language: "python",
  why: "deleting an entry that may not exist",
  chance: "likely",
  kinds: ["other"],
  examples: [["del d[k]", "d.pop(k, None)"]],
  leaves: ["del xs[0]"],
  *correct(site, context) {
    const match = /^del ([\w.]+)\[([^\]:]+)\]$/.exec(context.text(site));
    if (match !== null && !/^-?\d+$/.test(match[2] ?? ""))
      yield [at(site, `${match[1]}.pop(${match[2]}, None)`)];
  },
};

const oneSided: Slip = {
  language: "python",
  why: "what one side gives, the other does not get",
  chance: "ordinary",
  kinds: ["augment"],
  examples: [
    [
      "class A:\n    def pay(self, other, n):\n        self.n -= n\n",
      "class A:\n    def pay(self, other, n):\n        self.n -= n\n        other.n += n\n",
    ],
  ],
  leaves: ["n -= 1"],
  *correct(site, context) {
    const match = /^self\.(\w+) ([-+])= (.+)$/.exec(context.text(site));
    const owner = enclosingFunction(site);
    const parameters = owner === null ? null : child(owner, "parameters");
    const [, field, sign, amount = ""] = match ?? [];
    if (field === undefined || parameters === null || owner === null) return;
    const statement = isStatement(site) ? site : site.parent;
    for (const parameter of parameters.children.map((each) => context.text(each)).slice(1, 3))
      if (/^\w+$/.test(parameter) && !amount.includes(parameter) && statement !== null)
        yield insertAfter(context, statement, `${parameter}.${field} ${sign === "-" ? "+" : "-"}= ${amount}`)
          .edits;
  },
};

const partOfEquality: Slip = {
  language: "python",
  why: "objects are compared by some of their fields only",
  chance: "ordinary",
  kinds: ["comparison"],
  examples: [
    [
      "class A:\n    def __init__(self, a, b):\n        self.a = a\n        self.b = b\n\n    def __eq__(self, other):\n        return self.a == other.a\n",
      "class A:\n    def __init__(self, a, b):\n        self.a = a\n        self.b = b\n\n    def __eq__(self, other):\n        return self.a == other.a and self.b == other.b\n",
    ],
  ],
  *correct(site, context) {
    const match = /^self\.(\w+) == (\w+)\.\1$/.exec(context.text(site));
    if (match === null) return;
    for (const field of fieldsAround(site, context).all.slice(0, MOST_FIELDS * 2))
      if (field !== match[1]) yield [before(site.end, ` and self.${field} == ${match[2]}.${field}`)];
  },
};

const forgottenMemo: Slip = {
  language: "python",
  why: "a remembered result is read but never stored",
  chance: "shown",
  kinds: ["return"],
  examples: [
    [
      "def f(n, memo):\n    if n in memo:\n        return memo[n]\n    r = g(n)\n    return r\n",
      "def f(n, memo):\n    if n in memo:\n        return memo[n]\n    r = g(n)\n    memo[n] = r\n    return r\n",
    ],
    [
      "def f(n, memo):\n    if n in memo:\n        return memo[n]\n    return g(n)\n",
      "def f(n, memo):\n    if n in memo:\n        return memo[n]\n    memo[n] = g(n)\n    return memo[n]\n",
    ],
  ],
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const [value] = site.children;
    const text = owner === null ? "" : context.text(owner);
    const kept = /if ([\w.()]+) in ([\w.]+):\s+return \2\[\1\]/.exec(text);
    if (kept === null || value === undefined || owner === null) return;
    const entry = `${kept[2]}[${kept[1]}]`;
    if (text.includes(`${entry} =`) || context.text(value) === entry) return;
    if (value.kind === "identifier")
      yield insertBefore(context, site, `${entry} = ${context.text(value)}`).edits;
    else {
      const [start] = insertBefore(context, site, `${entry} = ${context.text(value)}`).edits;
      if (start !== undefined) yield [start, at(value, entry)];
    }
  },
};

const oneDirection: Slip = {
  language: "python",
  why: "a connection is stored in one direction only",
  chance: "ordinary",
  kinds: ["expression-statement"],
  examples: [["g[a].append(b)", "g[a].append(b)\ng[b].append(a)"]],
  *correct(site, context) {
    const match = /^([\w.]+(?:\.setdefault\(|\[))(\w+)(.*\()(\w+)\)$/.exec(context.text(site));
    if (match === null || !isStatement(site) || match[2] === match[4]) return;
    yield insertAfter(context, site, `${match[1]}${match[4]}${match[3]}${match[2]})`).edits;
  },
};

const onlyOnSuccess: Slip = {
  language: "python",
  why: "a state that is restored only if nothing fails in between",
  chance: "likely",
  kinds: ["expression-statement", "assign"],
  examples: [
    [
      "def f(s):\n    s.busy = True\n    g()\n    s.busy = False\n",
      "def f(s):\n    s.busy = True\n    try:\n        g()\n    finally:\n        s.busy = False\n",
    ],
  ],
  *correct(site, context) {
    const restored = /^([\w.]+) = (?:True|False|None|\w+)$/.exec(context.text(site))?.[1];
    const work = isStatement(site) ? neighbor(site, -1) : null;
    if (restored === undefined || work === null || work.kind !== "expression-statement") return;
    const siblings = (site.parent?.children ?? []).filter(({ end }) => end < work.start);
    if (!siblings.some((each) => context.text(each).startsWith(`${restored} = `))) return;
    const [indent, step] = [indentAt(context.source, site.start), indentStep(context.source)];
    const body = `try:\n${indent}${step}${context.text(work)}\n${indent}finally:\n${indent}${step}${context.text(site)}`;
    yield [at({ start: work.start, end: site.end }, body)];
  },
};

const skippedLines: Slip = {
  language: "python",
  why: "blank lines and comments are taken for data",
  chance: "ordinary",
  kinds: ["for-each", "not"],
  examples: [
    [
      "for line in lines:\n    g(line)\n",
      "for line in lines:\n    if not line.strip():\n        continue\n    g(line)\n",
    ],
    ["if not line:\n    g()\n", "if not line or line.startswith('#'):\n    g()\n"],
    ["if not line:\n    g()\n", "if not line.strip():\n    g()\n"],
  ],
  leaves: ["for x in xs:\n    g(x)\n"],
  *correct(site, context) {
    if (site.kind === "not") {
      const name = /^not (line|row|text|part|entry)$/.exec(context.text(site))?.[1];
      if (name === undefined) return;
      yield [before(site.end, ".strip()")];
      yield [before(site.end, ` or ${name}.startswith('#')`)];
      return;
    }
    const [target, body] = [child(site, "target"), child(site, "body")];
    const first = body?.children[0];
    const name = target === null ? "" : context.text(target);
    if (first === undefined || !/^(?:line|row|text|part|entry|field|raw\w*)$/.test(name)) return;
    yield insertBefore(context, first, block(first, `if not ${name}.strip():`, "continue", context)).edits;
  },
};

const unsafeResult: Slip = {
  language: "python",
  why: "a division by zero, or an item of an empty list",
  chance: "ordinary",
  kinds: ["binary", "subscript"],
  examples: [
    ["def f(a, b):\n    return a / b", "def f(a, b):\n    return a / b if b else 0"],
    ["def f(xs):\n    return xs[-1]", "def f(xs):\n    return xs[-1] if xs else None"],
  ],
  leaves: ["def f(a, b):\n    return a + b"],
  *correct(site, context) {
    if (site.parent?.kind !== "return") return;
    if (site.kind === "binary") {
      const right = child(site, "right");
      if (right === null || !/^\/\/?$/.test(site.operators[0]?.text ?? "") || right.kind === "number") return;
      for (const otherwise of ["0", "None", "0.0"])
        yield [before(site.end, ` if ${context.text(right)} else ${otherwise}`)];
      return;
    }
    const [object, index] = [child(site, "object"), child(site, "index")];
    if (object === null || index === null || !/^(?:0|-1)$/.test(context.text(index))) return;
    for (const otherwise of ["None", "0", "''"])
      yield [before(site.end, ` if ${context.text(object)} else ${otherwise}`)];
  },
};

const untrimmedParts: Slip = {
  language: "python",
  why: "the parts of a text keep the spaces around them",
  chance: "likely",
  kinds: ["assign"],
  examples: [["k, v = s.split('=')", "k, v = (part.strip() for part in s.split('='))"]],
  leaves: ["x = s.strip()"],
  *correct(site, context) {
    const [target, value] = [child(site, "target"), child(site, "value")];
    const call = callOf(value, context);
    if (target === null || value === null || !/^r?split$/.test(call?.name ?? "")) return;
    if (context.text(target).includes(","))
      yield [at(value, `(part.strip() for part in ${context.text(value)})`)];
  },
};

const isNoLeapYear: Slip = {
  language: "python",
  why: "leap years without the rule for centuries",
  chance: "shown",
  kinds: ["comparison", "logical"],
  examples: [
    ["x = y % 4 == 0", "x = y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)"],
    ["x = y % 4 == 0 and y % 100 != 0", "x = y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)"],
  ],
  *correct(site, context) {
    const year = /^(\w+) % 4 == 0(?: and \1 % 100 != 0)?$/.exec(context.text(site))?.[1];
    if (year === undefined || [...ancestors(site)].some(({ kind }) => kind === "logical")) return;
    yield [at(site, `${year} % 4 == 0 and (${year} % 100 != 0 or ${year} % 400 == 0)`)];
  },
};

const countedPerObject: Slip = {
  language: "python",
  why: "adding to a field of the class through self creates a field of the object",
  chance: "shown",
  kinds: ["augment"],
  examples: [
    [
      "class A:\n    last = 0\n\n    def __init__(self):\n        self.last += 1\n        self.n = self.last\n",
      "class A:\n    last = 0\n\n    def __init__(self):\n        A.last += 1\n        self.n = A.last\n",
    ],
  ],
  leaves: ["class A:\n    def f(self):\n        self.last -= self.x\n"],
  *correct(site, context) {
    const field = /^self\.(\w+) [-+]= /.exec(context.text(site))?.[1];
    const [owner, method] = [enclosingClass(site), enclosingFunction(site)];
    const name = owner === null ? null : child(owner, "name");
    if (field === undefined || owner === null || method === null || name === null) return;
    if (!new RegExp(`^[ \\t]+${field} = `, "m").test(context.text(owner))) return;
    yield descendants(method)
      .filter((each) => each.kind === "attribute" && context.text(each) === `self.${field}`)
      .map((each) => at(each, `${context.text(name)}.${field}`));
  },
};

const lostTail: Slip = {
  language: "python",
  why: "an emptied linked list keeps its tail",
  chance: "likely",
  kinds: ["assign"],
  examples: [
    [
      "class A:\n    def add(self, x):\n        self.tail = x\n\n    def take(self):\n        self.head = self.head.next\n",
      "class A:\n    def add(self, x):\n        self.tail = x\n\n    def take(self):\n        self.head = self.head.next\n        if self.head is None:\n            self.tail = None\n",
    ],
  ],
  *correct(site, context) {
    const [, first] = /^self\.(\w+) = self\.\1\.\w+$/.exec(context.text(site)) ?? [];
    const statement = isStatement(site) ? site : site.parent;
    if (first === undefined || statement === null) return;
    for (const last of fieldsAround(site, context).all.filter((name) => /tail|last|end|back|rear/.test(name)))
      yield insertAfter(
        context,
        statement,
        block(statement, `if self.${first} is None:`, `self.${last} = None`, context),
      ).edits;
  },
};

export const pythonObjectSlips: readonly Slip[] = [
  ...[growsForever, staleTotal, takenOut, missingEntry, oneSided, partOfEquality, forgottenMemo],
  ...[oneDirection, onlyOnSuccess, skippedLines, unsafeResult, untrimmedParts, isNoLeapYear],
  ...[countedPerObject, lostTail],
];
