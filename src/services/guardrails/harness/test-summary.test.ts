import fc from "fast-check";
import { expect, test } from "vitest";
import { readTestSummary, SUMMARIES } from "./test-summary.ts";

test.each(SUMMARIES)("every match of a summary contains %j", (needle, expression) => {
  // fast-check generates no lookaheads and boundaries; they only narrow what matches
  const source = expression.source.replace(/\(\?[!=](?:[^()]|\([^()]*\))*\)|\\b/g, "");
  fc.assert(
    fc.property(fc.stringMatching(new RegExp(source)), (text) => {
      expect(text.toLowerCase()).toContain(needle);
    }),
  );
});

test("adds up several runs, without colors", () => {
  const output = "\u001b[32m3 passed\u001b[0m in 0.1s\r\n\u001b[31m1 failed, 2 passed\u001b[0m in 2s\r\n";
  expect(readTestSummary(output)).toEqual({ passed: 5, failed: 1, empty: false });
});

test("an output that says nothing about tests is neither green nor empty", () => {
  expect(readTestSummary("done in a moment\n")).toEqual({ passed: 0, failed: 0, empty: false });
  expect(readTestSummary("no tests ran in 0.1s\n")).toEqual({ passed: 0, failed: 0, empty: true });
});
