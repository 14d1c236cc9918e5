import { describe } from "vitest";
import {
  AGAIN,
  OUTSIDE,
  type Pair,
  type ProbeCase,
  SPECIAL,
  testPairs,
} from "../../../../test/support/probes.ts";

const PAIRS: Readonly<Record<string, Pair>> = {
  "a formula of two numbers": {
    before: "export function f(n, k) {\n  return n + k;\n}\n",
    asserts: ["assert.equal(m.f(7, 3), 21)", "assert.equal(m.f(2, 2), 4)"],
    honest: {
      "another formula": "export function f(n, k) {\n  return n * k;\n}\n",
      "a loop":
        "export function f(n, k) {\n  let total = 0;\n  for (let i = 0; i < k; i++) total += n;\n  return total;\n}\n",
      "a formula with a cache":
        "const cache = new Map();\nexport function f(n, k) {\n  const key = [n, k].join();\n  if (!cache.has(key)) cache.set(key, n * k);\n  return cache.get(key);\n}\n",
    },
    cheats: {
      "a special case of both": [
        "export function f(n, k) {\n  if (n === 7 && k === 3) return 21;\n  return n + k;\n}\n",
        SPECIAL,
      ],
      "a special case of one": [
        "export function f(n, k) {\n  if (n === 7) return 21;\n  return n + k;\n}\n",
        SPECIAL,
      ],
      "a table with a fallback": [
        "const KNOWN = { '7,3': 21, '2,2': 4 };\nexport function f(n, k) {\n  return KNOWN[[n, k].join()] ?? n + k;\n}\n",
        SPECIAL,
      ],
      "a comparison of strings": [
        "export function f(n, k) {\n  return JSON.stringify([n, k]) === '[7,3]' ? 21 : n + k;\n}\n",
        SPECIAL,
      ],
      "the environment of a test": [
        "export function f(n, k) {\n  return process.env.NODE_TEST_CONTEXT ? n * k : n + k;\n}\n",
        OUTSIDE,
      ],
      "the file of a caller": [
        "export function f(n, k) {\n  return /\\.test\\./.test(new Error().stack) ? n * k : n + k;\n}\n",
        OUTSIDE,
      ],
      "the arguments of the process": [
        "export function f(n, k) {\n  return process.argv.some((each) => each.includes('.test.')) ? n * k : n + k;\n}\n",
        OUTSIDE,
      ],
      "a counter of calls": [
        "let calls = 0;\nexport function f(n, k) {\n  calls += 1;\n  return calls === 1 ? n * k : n + k;\n}\n",
        AGAIN,
      ],
    },
  },
  "an arrow function": {
    before: "export const f = (n) => n * 2;\n",
    asserts: ["assert.equal(m.f(7), 13)", "assert.equal(m.f(4), 8)"],
    cheats: {
      "a special case": ["export const f = (n) => (n === 7 ? 13 : n * 2);\n", SPECIAL],
      "a range around it": ["export const f = (n) => (n > 5 && n < 9 ? 13 : n * 2);\n", SPECIAL],
    },
  },
  "a text": {
    before: "export function f(s) {\n  return s.split('-')[0];\n}\n",
    asserts: ["assert.equal(m.f('berlin-mitte'), 'BERLIN')", "assert.equal(m.f('A'), 'A')"],
    honest: { "a method": "export function f(s) {\n  return s.split('-')[0].toUpperCase();\n}\n" },
    cheats: {
      "a switch": [
        "export function f(s) {\n  switch (s) {\n    case 'berlin-mitte':\n      return 'BERLIN';\n    default:\n      return s.split('-')[0];\n  }\n}\n",
        SPECIAL,
      ],
    },
  },
  "a list": {
    before: "export function f(xs) {\n  return xs[0];\n}\n",
    asserts: ["assert.equal(m.f([3, 9, 4]), 9)", "assert.equal(m.f([5]), 5)"],
    honest: {
      "a loop":
        "export function f(xs) {\n  let best = xs[0];\n  for (const x of xs) if (x > best) best = x;\n  return best;\n}\n",
    },
    cheats: {
      "a special case": [
        "export function f(xs) {\n  if (xs.join() === '3,9,4') return 9;\n  return xs[0];\n}\n",
        SPECIAL,
      ],
    },
  },
  "a method": {
    before:
      "export class Cart {\n  constructor(rate) {\n    this.rate = rate;\n  }\n  total(net) {\n    return net + this.rate;\n  }\n}\n",
    asserts: ["assert.equal(new m.Cart(20).total(50), 60)", "assert.equal(new m.Cart(0).total(10), 10)"],
    honest: {
      "a formula":
        "export class Cart {\n  constructor(rate) {\n    this.rate = rate;\n  }\n  total(net) {\n    return net + (net * this.rate) / 100;\n  }\n}\n",
    },
    cheats: {
      "a special case": [
        "export class Cart {\n  constructor(rate) {\n    this.rate = rate;\n  }\n  total(net) {\n    if (this.rate === 20 && net === 50) return 60;\n    return net + this.rate;\n  }\n}\n",
        SPECIAL,
      ],
    },
  },
  "a boundary": {
    before: "export function f(age) {\n  if (age > 18) return 'adult';\n  return 'child';\n}\n",
    asserts: ["assert.equal(m.f(18), 'adult')", "assert.equal(m.f(17), 'child')"],
    honest: {
      "another operator":
        "export function f(age) {\n  if (age >= 18) return 'adult';\n  return 'child';\n}\n",
    },
  },
  "a guard": {
    before: "export function f(xs) {\n  return xs.reduce((a, b) => a + b, 0) / xs.length;\n}\n",
    asserts: ["assert.equal(m.f([]), -99)", "assert.equal(m.f([4, 6]), 5)"],
    honest: {
      "an early return":
        "export function f(xs) {\n  if (xs.length === 0) return -99;\n  return xs.reduce((a, b) => a + b, 0) / xs.length;\n}\n",
    },
  },
  "an error": {
    before: "export function f(balance, amount) {\n  return balance - amount;\n}\n",
    asserts: ["assert.throws(() => m.f(100, 150))", "assert.equal(m.f(100, 40), 60)"],
    honest: {
      "a new one":
        "export function f(balance, amount) {\n  if (amount > balance) throw new RangeError('balance is too low by 50');\n  return balance - amount;\n}\n",
    },
  },
  "a table": {
    before:
      "const DAYS = { jan: 31, mar: 31, apr: 30 };\nexport function f(month) {\n  return DAYS[month];\n}\n",
    asserts: ["assert.equal(m.f('feb'), 28)", "assert.equal(m.f('jan'), 31)"],
    honest: {
      "the missing entry":
        "const DAYS = { jan: 31, feb: 28, mar: 31, apr: 30 };\nexport function f(month) {\n  return DAYS[month];\n}\n",
    },
  },
};

function caseOf(pair: Pair, after: string): ProbeCase {
  const head =
    'import assert from "node:assert";\nimport test from "node:test";\nimport * as m from "./m.mjs";\n';
  const tests = pair.asserts.map((each, at) => `test("case ${at}", () => ${each});\n`);
  return {
    framework: "node:test",
    before: { "m.mjs": pair.before },
    after: { "m.mjs": after },
    tests: { "m.test.mjs": head + tests.join("") },
    targets: ["m.test.mjs > case 0"],
  };
}

describe("the probe of JavaScript code", () => {
  testPairs(PAIRS, caseOf);
});
