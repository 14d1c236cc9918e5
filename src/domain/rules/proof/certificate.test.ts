import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TestResult } from "../../entities/test-result.ts";
import { certificateIn, digestOf, pairTests, traceIn, withCertificate } from "./certificate.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const DIGEST = "ab".repeat(32);
const TRACE = "550e8400-e29b-41d4-a716-446655440000";

describe("the digest of a statement", () => {
  it("depends on everything but the order of keys", () => {
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
  it("is written before the trace, once, and is read back", () => {
    const message = withCertificate(`fix: add\n\nbody\n\n[ExoTrace: ${TRACE}]\n`, DIGEST);
    expect(message).toBe(`fix: add\n\nbody\n\n[Certificate: sha256:${DIGEST}]\n[ExoTrace: ${TRACE}]\n`);
    expect([certificateIn(message), traceIn(message)]).toEqual([DIGEST, TRACE]);
  });

  it("is appended if there is no trace, and not detected inside a sentence", () => {
    expect(withCertificate("fix: add", DIGEST)).toBe(`fix: add\n\n[Certificate: sha256:${DIGEST}]\n`);
    expect(certificateIn(`see [Certificate: sha256:${DIGEST}] there`)).toBeNull();
  });
});

describe("pairTests", () => {
  it("pairs both runs by identity", () => {
    const cases = pairTests(run({ a: "failed", gone: "passed" }), run({ a: "passed", c: "passed" }));
    expect(cases).toEqual([
      { id: "a", before: "failed", after: "passed" },
      { id: "c", before: null, after: "passed" },
      { id: "gone", before: "passed", after: null },
    ]);
  });
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
