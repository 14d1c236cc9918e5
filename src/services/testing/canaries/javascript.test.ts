import { describe, expect, test } from "vitest";
import { canaryOf, failingTest } from "./list.ts";

const suite = (framework: string) => ({ framework, root: ".", why: "a test" });
const canary = (framework: string, text: string, path = "a.test.js") =>
  canaryOf(suite(framework), { path, text }, { accepted: "ab", reached: "yz" });
const A = 'throw new Error("a" + "b")';
const Z = 'throw new Error("y" + "z")';
const NODE = 'import assert, { equal as same, throws } from "node:assert";\n';

/** A statement in a test before, and after. */
const STATEMENTS: readonly (readonly [string, string])[] = [
  ["assert.equal(f(1), 2);", `assert.equal(f(1), 1); ${A};`],
  ["assert.equal(2, f(1));", `assert.equal(1, f(1)); ${A};`],
  ["assert.equal(f(1), -0.5);", `assert.equal(f(1), -10.5); ${A};`],
  ["assert.equal(f(1), 0xff);", `assert.equal(f(1), 0xfe); ${A};`],
  ["assert.equal(f(1), 9007199254740993);", `assert.equal(f(1), 19007199254740993); ${A};`],
  ["assert.equal(f(1), `é😀`)", `assert.equal(f(1), \`é😀~\`); ${A};`],
  ["assert.equal(f(1), null);", `assert.equal(f(1), "~"); ${A};`],
  ["assert.deepEqual(f(1), []);", `assert.deepEqual(f(1), ["~", ]); ${A};`],
  ["assert.deepEqual(f(1), { a });", `assert.deepEqual(f(1), { "~": 1,  a }); ${A};`],
  ["assert.strictEqual(f(1), b);", `assert.strictEqual(f(1), [b, 1]); ${A};`],
  ["assert.strictEqual(b, f(1));", `assert.strictEqual([b, 1], f(1)); ${A};`],
  ["same(f(1), 2);", `same(f(1), 1); ${A};`],
  ["t.assert.notEqual(f(1), 2);", `t.assert.equal(f(1), 2); ${A};`],
  ["assert(f(1), 'why');", `assert(!(f(1)), 'why'); ${A};`],
  ["if (x) assert.ok(f(1));", `if (x) { assert.ok(!(f(1))); ${A}; }`],
  ["assert.throws(() => f(1), E);", `assert.doesNotThrow(() => f(1), E); ${A};`],
  ["await assert.rejects(f(1));", `await assert.doesNotReject(f(1)); ${A};`],
  ["assert.rejects(f(1));", "assert.doesNotReject(f(1));"],
  ["assert.throws(() => assert.equal(1, 2));", `assert.doesNotThrow(() => assert.equal(1, 2)); ${A};`],
  ["throws(() => f(1));", "throws(() => f(1));"],
  ["try { assert.ok(f(1)) } catch {}", "try { assert.ok(f(1)) } catch {}"],
  ["expect(f(1)).toBe(2);", `expect(f(1)).toBe(1); ${A};`],
  ["expect(f(1)).toEqual(b);", `expect(f(1)).toEqual([b, 1]); ${A};`],
  ["expect(f(1)).not.toBe(2);", `expect(f(1)).toBe(2); ${A};`],
  ["expect(f(1)).toHaveLength(n);", `expect(f(1)).not.toHaveLength(n); ${A};`],
  ["expect(f).toThrow(E);", `expect(f).not.toThrow(E); ${A};`],
  ["await expect(p).rejects.toThrow(E);", `await expect(p).rejects.not.toThrow(E); ${A};`],
  ["expect(p).resolves.toBe(1);", "expect(p).resolves.toBe(0);"],
  ["expect.soft(f(1)).toBe(1);", "expect.soft(f(1)).toBe(0);"],
  ["expect(f(1)).to.be.true;", `expect(f(1)).not.to.be.true; ${A};`],
  ["expect(f(1)).to.deep.equal([1]);", `expect(f(1)).to.deep.equal(["~", 1]); ${A};`],
  ["f(1).should.be.above(2);", `f(1).should.not.be.above(2); ${A};`],
  ["if (x) return;", `if (x) ${Z};`],
  ["return f(1);", `return Promise.resolve((f(1))).then(() => { ${Z}; });`],
];

describe("JavaScript", () => {
  test.each(STATEMENTS)("%s", (before, after) => {
    expect(canary("node:test", `${NODE}test("a", async (t) => { ${before} });\n`)).toBe(
      `${NODE}test("a", async (t) => { ${after} ; ${Z}; });\n`,
    );
  });

  test.each([
    [
      "vitest",
      'it("a", () => expect(f(1)).toBe(2));',
      `it("a", () => Promise.resolve(expect(f(1)).toBe(1)).then(() => { ${A}; }));`,
    ],
    ["vitest", 'it("a", () => check(1));', `it("a", () => Promise.resolve(check(1)).then(() => { ${Z}; }));`],
    ["vitest", 'it.each([1])("%i", (n) => {}, 9);', `it.each([1])("%i", (n) => {; ${Z}; }, 9);`],
    [
      "vitest",
      'test.fails("a", () => { expect(1).toBe(2); });',
      `test("a", () => { expect(1).toBe(2); ; ${Z}; });`,
    ],
    [
      "mocha",
      'it("a", named);',
      `it("a", async function (...given) { await (named).apply(this, given); ${Z}; });`,
    ],
    [
      "mocha",
      'it("a", (done) => { f(() => done()); });',
      'it("a", (done) => { f(() => done(new Error("y" + "z"))); });',
    ],
    [
      "mocha",
      'it("a", (done) => { f((e) => done(e)); });',
      'it("a", (done) => { f((e) => done((e) || new Error("y" + "z"))); });',
    ],
    ["mocha", 'it("a", (done) => { f(done); });', `it("a", (done) => { f(done); ; ${Z}; });`],
    [
      "node:test",
      'test("a", (t, done) => { done(); });',
      'test("a", (t, done) => { done(new Error("y" + "z")); });',
    ],
    [
      "jest",
      'describe("a", () => { expect(1).toBe(1); it("b", function () {}) });',
      `describe("a", () => { expect(1).toBe(1); it("b", function () {; ${Z}; }) });`,
    ],
    [
      "jest",
      'beforeEach(() => { expect(1).toBe(1); }); test("b", () => {});',
      `beforeEach(() => { expect(1).toBe(1); }); test("b", () => {; ${Z}; });`,
    ],
    ["jest", 'if (/a/.test(x)) test("b", () => {});', `if (/a/.test(x)) test("b", () => {; ${Z}; });`],
  ])("%s: %s", (framework, before, after) => {
    expect(canary(framework, before)).toBe(after);
  });

  test("supports TypeScript and JSX", () => {
    expect(
      canary("vitest", 'test("a", (): void => { expect(f<A>(1) as B).toBe(2 as B); });', "a.test.ts"),
    ).toContain("toBe([2 as B, 1])");
    expect(canary("vitest", 'test("a", () => { expect(<A b={1} />).toBe(2); });', "a.test.tsx")).toContain(
      "toBe(1)",
    );
  });

  test.each([
    [
      "node:test",
      "test/a.test.mjs",
      'import test from "node:test";',
      "test/x.test.mjs",
      'import test from "node:test";',
    ],
    [
      "node:test",
      "test-a.js",
      'const { it } = require("node:test");\nit("a", f);',
      "test-x.js",
      'const { it } = require("node:test");',
    ],
    [
      "vitest",
      "src/a.spec.ts",
      'import { expect } from "vitest";',
      "src/x.spec.ts",
      'import { expect, test } from "vitest";',
    ],
    ["jest", "__tests__/a.js", "test('a', f)", "__tests__/x.js", 'test("x", () => {'],
    [
      "mocha",
      "test/a.js",
      "describe('a', () => { it('b', f) })",
      "test/x.js",
      'const assert = require("node:assert");\n\nit("x", ',
    ],
  ])("a failing test for %s next to %s", (framework, path, text, name, part) => {
    const made = failingTest(suite(framework), { path, text }, "x");
    expect(made?.path).toBe(name);
    expect(made?.text).toContain(part);
  });
});
