import { describe, expect, it } from "vitest";
import { TestFailure } from "../../../domain/entities/test-result.ts";
import type { Feedback } from "../../../domain/ports/repair.ts";
import { describeRefused, triedOf } from "./refusal.ts";

const failing = (error_message: string) =>
  TestFailure.parse({
    ...{ test_id: "adds", test_name: "adds", test_file: "a.test.js", line_number: 3 },
    ...{ error_type: "AssertionError", error_message, stack_trace: "at a.test.js:3" },
  });
const told = (failures: readonly TestFailure[]): Feedback => ({
  patch: { source: "llm", operator: "model", description: "add adds", cost: 1, edits: [] },
  ...{ fixed: [], broken: [], stillFailing: [], why: ["the failing tests still fail"], failures },
});

describe("the feedback to a model about a rejected change", () => {
  it("contains the assertion, its trace and the change", () => {
    const failures = [failing("6 !== 5")];
    const text = describeRefused(told(failures), triedOf("-a - b\n+a * b", failures), null);
    expect(text).toContain("adds (a.test.js:3)\nAssertionError: 6 !== 5\nat a.test.js:3");
    expect(text).toContain("Your change (add adds):\n-a - b\n+a * b");
  });

  it.each([
    [
      "the same failure as before any change",
      triedOf(null, [failing("6 !== 5")]),
      "adds fails exactly as before any change.",
    ],
    [
      "another message",
      triedOf("x", [failing("-1 !== 5")]),
      "adds failed with the previous change with: -1 !== 5",
    ],
    ["a test that did not fail", triedOf("x", []), "adds did not fail with the previous change."],
    ["the same change again", triedOf("diff", [failing("6 !== 5")]), "It is the same change as before."],
  ])("describes how it differs from the last attempt: %s", (_name, before, line) => {
    const failures = [failing("6 !== 5")];
    expect(describeRefused(told(failures), triedOf("diff", failures), before)).toContain(line);
  });

  it("claims nothing about tests that were not run", () => {
    const text = describeRefused(told([]), triedOf("diff", []), triedOf(null, [failing("6 !== 5")]));
    expect(text).not.toContain("adds (");
    expect(text).not.toContain("Compared");
  });
});
