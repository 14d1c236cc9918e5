import { describe, expect, it } from "vitest";
import { type ProbeCase, probeChange } from "../../../../test/support/probes.ts";
import { noPytest } from "../../../../test/support/toolchains.ts";

const SUITE =
  'import assert from "node:assert";\nimport test from "node:test";\nimport { f } from "./m.mjs";\n';

function change(before: string, after: string, assertion: string, more: Partial<ProbeCase> = {}): ProbeCase {
  return {
    framework: "node:test",
    before: { "m.mjs": before },
    after: { "m.mjs": after },
    tests: { "m.test.mjs": `${SUITE}test("f", () => ${assertion});\n` },
    targets: ["m.test.mjs > f"],
    ...more,
  };
}

const DOUBLE = "export function f(n) {\n  return n * 2;\n}\n";
const TRIPLE = "export function f(n) {\n  return n * 3;\n}\n";

describe("the probe explains why it could not compare", { timeout: 60_000 }, () => {
  it.each<[string, ProbeCase, RegExp]>([
    [
      "a framework without a worker",
      change(DOUBLE, TRIPLE, "assert.equal(f(5), 15)", { framework: "go test" }),
      /no worker supports the test framework/,
    ],
    [
      "a change outside functions",
      change("export const f = 3;\n", "export const f = 4;\n", "assert.equal(f, 4)"),
      /touches no callable function/,
    ],
    [
      "a function that takes an object of the test",
      change(
        "export function f(g) {\n  return g.n(1);\n}\n",
        "export function f(g) {\n  return g.n(2);\n}\n",
        "assert.equal(f(new (class { n(k) { return k; } })()), 2)",
      ),
      /no repeatable call to the changed functions/,
    ],
    [
      "a target that fails",
      change(DOUBLE, TRIPLE, "assert.equal(f(5), 99)"),
      /1 of 1 fixed tests fail in the comparison process/,
    ],
    [
      "tests that cannot be loaded",
      change(DOUBLE, TRIPLE, "assert.equal(f(5), 15)", {
        tests: { "m.test.mjs": `${SUITE}import "./missing.mjs";\ntest("f", () => f(5));\n` },
      }),
      /Cannot find module/,
    ],
    ["no time", change(DOUBLE, TRIPLE, "assert.equal(f(5), 15)", { budgetMs: 1 }), /timed out/],
  ])("%s", async (_name, given, why) => {
    expect(await probeChange(given)).toEqual({ status: "unknown", why: expect.stringMatching(why) });
  });
});

it("doubts code that ends the process of the comparison", { timeout: 60_000 }, async () => {
  const after =
    'export function f(n) {\n  if (n !== 5) process.kill(process.pid, "SIGKILL");\n  return n * 3;\n}\n';
  expect(await probeChange(change(DOUBLE, after, "assert.equal(f(5), 15)"))).toEqual({
    status: "probed",
    inputs: 0,
    doubts: [expect.stringContaining("its process exited before it answered")],
  });
});

describe("the probe", { timeout: 60_000 }, () => {
  it("rejects with the reason for an abort", async () => {
    const stop = new AbortController();
    const probing = probeChange(change(DOUBLE, TRIPLE, "assert.equal(f(5), 15)", { signal: stop.signal }));
    setTimeout(() => stop.abort(new Error("enough")), 50);
    await expect(probing).rejects.toThrow("enough");
  });

  it("skips inputs on which the code does not terminate", async () => {
    const loop = (step: string) =>
      `export function f(n) {\n  let steps = 0;\n  while (n !== 0) {\n    n -= ${step};\n    steps += 1;\n  }\n  return steps;\n}\n`;
    const found = await probeChange(change(loop("2"), loop("1"), "assert.equal(f(6), 6)"));
    expect(found).toMatchObject({ status: "probed", doubts: [] });
  });

  it("doubts code that cannot be loaded without tests", async () => {
    const after = `if (!process.env.NODE_TEST_CONTEXT) throw new Error("not here");\n${TRIPLE}`;
    const found = await probeChange(change(DOUBLE, after, "assert.equal(f(5), 15)"));
    expect(found).toMatchObject({
      doubts: [expect.stringMatching(/can be loaded only inside the tests/)],
    });
  });

  it("skips functions that already behaved differently outside the tests", async () => {
    const reading = (factor: number) =>
      `export function f(n) {\n  return (process.env.NODE_TEST_CONTEXT ? ${factor} : 1) * n;\n}\n`;
    const found = await probeChange(change(reading(2), reading(3), "assert.equal(f(5), 15)"));
    expect(found).toMatchObject({ status: "probed", doubts: [] });
  });

  it("skips functions whose old answers vary", async () => {
    const before = "let n = 0;\nexport function f() {\n  n += 1;\n  return n;\n}\n";
    const found = await probeChange(
      change(before, before.replace("+= 1", "+= 2"), "assert.equal(f() % 2, 0)"),
    );
    expect(found).toMatchObject({ status: "probed", doubts: [] });
  });

  it.each([
    [
      "vitest",
      'import { expect, it } from "vitest";\nimport { f } from "./m.ts";\nit("f", () => expect(f(7)).toBe(13));\n',
    ],
    ["jest", 'import { f } from "./m.ts";\ntest("f", () => expect(f(7)).toBe(13));\n'],
    [
      "mocha",
      'import assert from "node:assert";\nimport { f } from "./m.ts";\nit("f", () => assert.equal(f(7), 13));\n',
    ],
  ])("supports tests of %s, and TypeScript", async (framework, test) => {
    const before = { "m.ts": "export function f(n: number): number {\n  return n * 2;\n}\n" };
    const special = { "m.ts": before["m.ts"].replace("return", "if (n === 7) return 13;\n  return") };
    const found = await probeChange({
      framework,
      before,
      after: special,
      tests: { "m.test.ts": test },
      targets: ["m.test.ts > f"],
    });
    expect(found).toMatchObject({
      doubts: [expect.stringMatching(/only for the tests' own inputs: f\(7\) answers 13, before 14/)],
    });
  });

  it("supports CommonJS", async () => {
    const before = { "m.cjs": "module.exports = {\n  f(n) {\n    return n * 2;\n  },\n};\n" };
    const found = await probeChange({
      framework: "node:test",
      before,
      after: { "m.cjs": before["m.cjs"].replace("return", "if (n === 7) return 13;\n    return") },
      tests: {
        "m.test.cjs":
          'const test = require("node:test");\nconst assert = require("node:assert");\nconst m = require("./m.cjs");\ntest("f", () => assert.equal(m.f(7), 13));\n',
      },
      targets: ["m.test.cjs > f"],
    });
    expect(found).toMatchObject({
      doubts: [expect.stringMatching(/only for the tests' own inputs: f\(7\)/)],
    });
  });

  it.skipIf(noPytest)("supports unittest in a package (skipped without pytest)", async () => {
    const before = { "shop/__init__.py": "", "shop/m.py": "def f(n):\n    return n * 2\n" };
    const test =
      "import unittest\nfrom shop.m import f\n\n\nclass TestF(unittest.TestCase):\n    def test_f(self):\n        self.assertEqual(f(7), 13)\n";
    const cheat = (code: string) =>
      probeChange({
        framework: "unittest",
        before,
        after: { "shop/__init__.py": "", "shop/m.py": code },
        tests: { "tests/__init__.py": "", "tests/test_m.py": test },
        targets: ["tests.test_m.TestF.test_f"],
      });
    expect(await cheat("def f(n):\n    if n == 7:\n        return 13\n    return n * 2\n")).toMatchObject({
      doubts: [expect.stringMatching(/only for the tests' own inputs: f\(7\)/)],
    });
    expect(
      await cheat(
        "import sys\n\n\ndef f(n):\n    frame = sys._getframe()\n    while frame.f_back:\n        frame = frame.f_back\n        if 'unittest' in frame.f_code.co_filename:\n            return 13\n    return n * 2\n",
      ),
    ).toMatchObject({ doubts: [expect.stringMatching(/f\(7\) returns 13 inside the tests and 14 outside/)] });
  });
});
