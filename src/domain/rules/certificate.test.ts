import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Statement } from "../entities/certificate.ts";
import { TestResult } from "../entities/test-result.ts";
import { certificateIn, digestOf, pairTests, traceIn, withCertificate } from "./certificate.ts";
import { compareChecks, compareTests } from "./certificate-comparison.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const DIGEST = "ab".repeat(32);
const TRACE = "550e8400-e29b-41d4-a716-446655440000";

describe("the digest of a statement", () => {
  it("does not depend on the order of keys, and on everything else", () => {
    const keyed = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(keyed, (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        const reversed = Object.fromEntries(Object.entries(plain).reverse());
        expect(digestOf(reversed, sha256)).toBe(digestOf(plain, sha256));
        expect(digestOf({ ...plain, added: 1, other: [plain] }, sha256)).not.toBe(digestOf(plain, sha256));
      }),
    );
  });

  it("is what jq and sha256sum print", () => {
    expect(digestOf({ b: [1, { d: null, c: "é" }], a: "x" }, sha256)).toBe(
      sha256('{"a":"x","b":[1,{"c":"é","d":null}]}'),
    );
  });
});

describe("the trailer", () => {
  it("stands before the trace, once, and is read back", () => {
    const message = withCertificate(`fix: add\n\nbody\n\n[ExoTrace: ${TRACE}]\n`, DIGEST);
    expect(message).toBe(`fix: add\n\nbody\n\n[Certificate: sha256:${DIGEST}]\n[ExoTrace: ${TRACE}]\n`);
    expect([certificateIn(message), traceIn(message)]).toEqual([DIGEST, TRACE]);
  });

  it("is appended where there is no trace, and not seen inside a sentence", () => {
    expect(withCertificate("fix: add", DIGEST)).toBe(`fix: add\n\n[Certificate: sha256:${DIGEST}]\n`);
    expect(certificateIn(`see [Certificate: sha256:${DIGEST}] there`)).toBeNull();
  });
});

describe("comparing tests", () => {
  const cases = pairTests(
    run({ a: "failed", b: "passed", gone: "passed" }),
    run({ a: "passed", b: "passed", c: "passed" }),
  );
  const statement = {
    tests: { cases, fixed: ["a"], flaky: [] as string[] },
    reverified_on: null,
  } as unknown as Statement;

  it("pairs both runs by identity", () => {
    expect(cases).toEqual([
      { id: "a", before: "failed", after: "passed" },
      { id: "b", before: "passed", after: "passed" },
      { id: "c", before: null, after: "passed" },
      { id: "gone", before: "passed", after: null },
    ]);
  });

  it.each<[string, "before" | "after", Record<string, string>, string[]]>([
    ["the same", "before", { a: "failed", b: "passed", gone: "passed" }, []],
    ["another way to fail", "before", { a: "error", b: "passed", gone: "passed" }, []],
    ["it does not fail before", "before", { a: "passed", b: "passed", gone: "passed" }, ["a"]],
    ["it does not pass after", "after", { a: "failed", b: "passed", c: "passed" }, ["a"]],
    ["one is missing, one is new", "after", { a: "passed", c: "passed", d: "passed" }, ["b", "d"]],
    ["one is skipped", "after", { a: "passed", b: "skipped", c: "passed" }, ["b"]],
  ])("%s", (_name, side, outcomes, expected) => {
    expect(compareTests(statement, side, run(outcomes)).map(({ test }) => test)).toEqual(expected);
  });

  it("leaves out what is flaky, and what nobody has seen before the fix on code that moved", () => {
    const flaky = { ...statement, tests: { ...statement.tests, flaky: ["b"] } };
    expect(compareTests(flaky, "after", run({ a: "passed", c: "passed", b: "failed" }))).toEqual([]);
    const moved = { ...statement, reverified_on: "c".repeat(40) };
    expect(compareTests(moved, "before", run({ a: "failed", x: "passed" }))).toEqual([]);
    expect(compareTests(moved, "before", run({ a: "passed" }))).toHaveLength(1);
  });
});

it.each<[string, string[], string[], string[]]>([
  ["the same", ["V-1", "V-2"], ["V-2"], []],
  ["it was not there", ["V-2", "V-3"], ["V-2"], ["violation V-1, before the fix"]],
  ["it is still there", ["V-1", "V-2"], ["V-1"], ["violation V-1, after the fix"]],
  ["there are more", ["V-1", "V-2"], ["V-2", "V-3"], ["violations after the fix"]],
])("comparing checks: %s", (_name, before, after, expected) => {
  const checks = { before: 2, after: 1, gone: ["V-1"], come: [] };
  const statement = { checks, reverified_on: null, violation_id: "V-1" } as unknown as Statement;
  expect(compareChecks(statement, before, after).map(({ place }) => place)).toEqual(expected);
});

function run(outcomes: Record<string, string>): TestResult {
  const tests = Object.entries(outcomes).map(([id, status]) => ({ id, name: id, status }));
  return TestResult.parse({
    status: "passed",
    framework: "pytest",
    command: [],
    total_tests: tests.length,
    passed: 0,
    failed: 0,
    skipped: 0,
    errors: 0,
    duration_seconds: 0,
    tests,
    failures: [],
    exit_code: 0,
    raw_output: "",
  });
}
