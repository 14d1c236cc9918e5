import { expect, it } from "vitest";
import { sampleReview } from "../../../test/support/samples.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import { briefOutcome, briefReview } from "./brief.ts";

it("shows a model the diff and the evidence, and no file contents or raw output", () => {
  const brief = briefReview(sampleReview("RV-1"));
  expect(brief).toMatchObject({ diff: expect.stringContaining("+a + b"), evidence: { fixed: ["sum adds"] } });
  expect(JSON.stringify(brief)).not.toMatch(/content_base64|a long output/);
  expect(brief.next).toContain("agentforge review show RV-1");
});

it("shortens the reviews and test runs of an outcome, and keeps everything else", () => {
  const { tests_before } = sampleReview("RV-1").evidence;
  const failure = { test_id: "sum adds", error_message: "3 is not 5", stack: "at sum.js" };
  const result = { ...tests_before, failures: Array.from({ length: 25 }, () => failure) };
  const brief = briefOutcome({ status: "not_repaired", before: null, result, notes: ["a note"] });
  expect(brief).toMatchObject({ status: "not_repaired", before: null, notes: ["a note"] });
  const { failures } = brief.result as Pick<TestResult, "failures">;
  expect(failures).toHaveLength(20);
  expect(failures[0]).toEqual({ test_id: "sum adds", error_message: "3 is not 5" });
});
