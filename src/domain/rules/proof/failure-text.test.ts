import { describe, expect, it } from "vitest";
import { TestFailure } from "../../entities/test-result.ts";
import { describeFailure, failureText } from "./failure-text.ts";

const failure = TestFailure.parse({
  test_id: "a.test.js > adds",
  test_name: "adds",
  test_file: "a.test.js",
  line_number: 3,
  error_type: "AssertionError",
  error_message: "1 !== 2",
  stack_trace:
    "AssertionError [ERR]: 1 !== 2\n    at f (file:///tmp/x/.agentforge/attempts/A-1/tree/lib/a.js:3:1)\n    at node:internal/test:1\n    at Test.run (node:async_hooks:2:3)",
});

describe("a failed test", () => {
  it("is shown once: without the repeated message, the path of the copy and the frames of the runtime", () => {
    expect(failureText(failure)).toBe(
      "a.test.js > adds (a.test.js:3)\nAssertionError: 1 !== 2\n    at f (lib/a.js:3:1)",
    );
  });

  it("is bounded", () => {
    const long = describeFailure({
      ...failure,
      error_message: "m".repeat(9000),
      stack_trace: "t".repeat(9000),
    });
    expect(long.error.length).toBeLessThan(2100);
    expect(long.trace.length).toBeLessThan(3100);
  });

  it("names no place if none is known", () => {
    expect(describeFailure({ ...failure, test_file: null })).not.toHaveProperty("at");
  });
});
