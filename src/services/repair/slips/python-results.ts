import { indentAt } from "../propose/edits.ts";
import { callOf } from "../propose/method-call.ts";
import { child, enclosingFunction, isStatement } from "../syntax/node.ts";
import { indexedSize } from "./indexed-size.ts";
import { properOverlap } from "./overlap.ts";
import { importing } from "./python-imports.ts";
import { at, before, type Slip } from "./slip.ts";

const beyondTheLast: Slip = {
  language: "python",
  why: "the largest value belongs to the last of the groups, not to one after it",
  chance: "likely",
  kinds: ["assign"],
  examples: [
    [
      "def f(xs, n):\n    counts = [0] * n\n    for x in xs:\n        i = int(x / 2)\n        counts[i] += 1\n    return counts\n",
      "def f(xs, n):\n    counts = [0] * n\n    for x in xs:\n        i = min(int(x / 2), n - 1)\n        counts[i] += 1\n    return counts\n",
    ],
  ],
  *correct(site, context) {
    const size = indexedSize(site, / = \[[^\]]*\] \* (\w+)$/m, context);
    const value = child(site, "value");
    if (size !== null && value !== null) yield [at(value, `min(${context.text(value)}, ${size} - 1)`)];
  },
};

const wordsAfterMarks: Slip = {
  language: "python",
  why: "title also starts a word after an apostrophe or a digit, and lowercases all other letters",
  chance: "likely",
  kinds: ["call"],
  examples: [
    ["x = word.title()", "x = word.capitalize()"],
    ["x = word.capitalize()", "x = word[:1].upper() + word[1:]"],
  ],
  leaves: ["x = title(word)"],
  *correct(site, context) {
    const [, word, method] = /^([\w.]+)\.(title|capitalize)\(\)$/.exec(context.text(site)) ?? [];
    if (word === undefined) return;
    if (method === "title") yield [at(site, `${word}.capitalize()`)];
    yield [at(site, `${word}[:1].upper() + ${word}[1:]`)];
  },
};

const nestedGenerator: Slip = {
  language: "python",
  why: "a generator that yields another one instead of its items",
  chance: "shown",
  kinds: ["yield"],
  examples: [
    [
      "def f(xs):\n    for x in xs:\n        yield f(x)\n",
      "def f(xs):\n    for x in xs:\n        yield from f(x)\n",
    ],
  ],
  leaves: ["def f(xs):\n    for x in xs:\n        yield x\n"],
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const name = owner === null ? null : child(owner, "name");
    if (name === null || !context.text(site).startsWith(`yield ${context.text(name)}(`)) return;
    yield [before(site.start + "yield".length, " from")];
  },
};

const handedOutAndKept: Slip = {
  language: "python",
  why: "what a method hands out stays in the object",
  chance: "ordinary",
  kinds: ["return"],
  examples: [
    [
      "class A:\n    def refund(self):\n        return self.credit\n",
      "class A:\n    def refund(self):\n        credit, self.credit = self.credit, 0\n        return credit\n",
    ],
    [
      "class A:\n    def drain(self):\n        return self.items\n",
      "class A:\n    def drain(self):\n        items, self.items = self.items, []\n        return items\n",
    ],
  ],
  leaves: ["class A:\n    def total(self):\n        return self.n\n"],
  *correct(site, context) {
    const field = /^return self\.(_?\w+)$/.exec(context.text(site))?.[1];
    const owner = enclosingFunction(site);
    const name = owner === null ? null : child(owner, "name");
    if (field === undefined || name === null || !isStatement(site)) return;
    if (
      !/refund|cancel|take|drain|flush|reset|collect|eject|withdraw|clear|pop|give|empty/.test(
        context.text(name),
      )
    )
      return;
    const taken = field.replace(/^_+/, "");
    const indent = indentAt(context.source, site.start);
    for (const empty of ["0", "[]", "None", "{}"])
      yield [at(site, `${taken}, self.${field} = self.${field}, ${empty}\n${indent}return ${taken}`)];
  },
};

const unpaddedHex: Slip = {
  language: "python",
  why: "a hexadecimal number without its leading zero",
  chance: "likely",
  kinds: ["string"],
  examples: [['x = f"{n:x}"', 'x = f"{n:02x}"']],
  leaves: ['x = f"{n:o}"'],
  *correct(site, context) {
    const text = context.text(site);
    const padded = text.replace(/:([xXb])\}/g, (_, base: string) => `:0${base === "b" ? 8 : 2}${base}}`);
    if (padded !== text && /^[rR]?[fF]/.test(text)) yield [at(site, padded)];
  },
};

const halfDayHours: Slip = {
  language: "python",
  why: "%H counts to 24, so a.m. and p.m. are ignored",
  chance: "shown",
  kinds: ["string"],
  examples: [['x = datetime.strptime(s, "%H:%M %p")', 'x = datetime.strptime(s, "%I:%M %p")']],
  leaves: ['x = "100%"'],
  *correct(site, context) {
    const text = context.text(site);
    if (/%H/.test(text) && /%p/.test(text)) yield [at(site, text.replaceAll("%H", "%I"))];
  },
};

const absentOrEmpty: Slip = {
  language: "python",
  why: "0 and other empty values are replaced by the default for an absent one",
  chance: "likely",
  kinds: ["logical"],
  examples: [["x = d.get(k) or 5", "x = d.get(k, 5)"]],
  leaves: ["x = a or b"],
  *correct(site, context) {
    const [, get, fallback] = /^(.+\.get\([^(),]+)\) or ([\w.'"[\]{}-]+)$/.exec(context.text(site)) ?? [];
    if (get !== undefined) yield [at(site, `${get}, ${fallback})`)];
  },
};

const emptiedSection: Slip = {
  language: "python",
  why: "an entry that exists already is replaced by an empty one",
  chance: "shown",
  kinds: ["assign"],
  examples: [["x = d[k] = {}", "x = d.setdefault(k, {})"]],
  leaves: ["x = d[k]"],
  *correct(site, context) {
    const match = /^(\w+) = ([\w.]+)\[(.+)\] = (\{\}|\[\]|set\(\))$/.exec(context.text(site));
    if (match !== null) yield [at(site, `${match[1]} = ${match[2]}.setdefault(${match[3]}, ${match[4]})`)];
  },
};

const otherSide: Slip = {
  language: "python",
  why: "the position before equal items, or after them",
  chance: "ordinary",
  kinds: ["call"],
  examples: [
    [
      "from bisect import bisect\n\nx = bisect(xs, x)\n",
      "from bisect import bisect\nfrom bisect import bisect_left\n\nx = bisect_left(xs, x)\n",
    ],
    ["import bisect\nx = bisect.bisect_left(xs, x)\n", "import bisect\nx = bisect.bisect_right(xs, x)\n"],
  ],
  *correct(site, context) {
    const call = callOf(site, context);
    const other = /^(?:bisect|bisect_right)$/.test(call?.name ?? "") ? "bisect_left" : "bisect_right";
    if (call === null || !/^bisect(?:_left|_right)?$/.test(call.name)) return;
    const imports = call.object === null ? importing("bisect", other, context) : [];
    yield [...imports, at(call.property, other)];
  },
};

const besideTheHeap: Slip = {
  language: "python",
  why: "an item that is appended to a heap is not in order",
  chance: "shown",
  kinds: ["call"],
  examples: [
    [
      "import heapq\ndef f(h, x):\n    heapq.heappop(h)\n    h.append(x)\n",
      "import heapq\ndef f(h, x):\n    heapq.heappop(h)\n    heapq.heappush(h, x)\n",
    ],
  ],
  leaves: ["h.append(x)"],
  *correct(site, context) {
    const [, heap = "", item] = /^([\w.]+)\.append\((.+)\)$/s.exec(context.text(site)) ?? [];
    const prefix = /\b(heapq\.)?heap(?:pop|push|replace|pushpop)\(([\w.]+)/g;
    const use = [...context.source.matchAll(prefix)].find((match) => match[2] === heap);
    if (item !== undefined && use !== undefined)
      yield [
        ...(use[1] === undefined ? importing("heapq", "heappush", context) : []),
        at(site, `${use[1] ?? ""}heappush(${heap}, ${item})`),
      ];
  },
};

const containedSpan: Slip = {
  language: "python",
  why: "a span that contains another one neither starts nor ends inside it",
  chance: "shown",
  kinds: ["logical"],
  examples: [
    ["x = (a >= c and a < d) or (b > c and b <= d)", "x = a < d and c < b"],
    ["x = c <= a < d or c < b <= d", "x = a < d and c < b"],
  ],
  leaves: ["x = (a >= c and a < d) or (b > e and b <= d)"],
  *correct(site, context) {
    const proper = properOverlap(context.text(site));
    if (proper !== null) yield [at(site, proper)];
  },
};

export const pythonResultSlips: readonly Slip[] = [
  ...[beyondTheLast, wordsAfterMarks, nestedGenerator, handedOutAndKept, unpaddedHex, halfDayHours],
  ...[absentOrEmpty, emptiedSection, otherSide, besideTheHeap, containedSpan],
];
