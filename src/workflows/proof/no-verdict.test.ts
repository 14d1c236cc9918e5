import { describe, expect, it } from "vitest";
import type { TestResult } from "../../domain/entities/test-result.ts";
import { isWithoutTests, noMatch, noSuites, notJudged, onlyWithoutChange } from "./no-verdict.ts";

const result = (status: TestResult["status"]) =>
  ({ status, framework: "node:test", exit_code: 1, suites: [] }) as unknown as TestResult;

describe("why there is no verdict", () => {
  it.each([
    ["no framework", noSuites([]), "no_framework", /no test framework/, /Add a test/],
    [
      "excluded suites",
      noSuites(["vitest@web"]),
      "all_excluded",
      /your settings: vitest@web/,
      /tests\.exclude/,
    ],
    ["no tests", notJudged(result("no_tests")), "no_tests", /found no tests/, /Add a test/],
    ["a timeout", notJudged(result("timed_out")), "timed_out", /timed out/, /tests\.timeout_seconds/],
    ["a crash", notJudged(result("could_not_run")), "could_not_run", /exit code 1/, /doctor/],
    ["an unknown name", noMatch(["a > b", "c"], ["d"]), "no_match", /matches "d"/, /Failing: a > b, c\./],
    [
      "a change that hangs",
      onlyWithoutChange(["the tests timed out", "the tests timed out"]),
      "only_without_change",
      /^the tests timed out$/,
      /tests\.timeout_seconds/,
    ],
  ])("names what to do about %s", (_name, verdict, cause, why, hint) => {
    expect(verdict).toMatchObject({
      cause,
      why: expect.stringMatching(why),
      hint: expect.stringMatching(hint),
    });
  });

  it("distinguishes a repository without tests from tests that do not work", () => {
    const all = [
      noSuites([]),
      noSuites(["x"]),
      notJudged(result("no_tests")),
      notJudged(result("timed_out")),
    ];
    expect(all.map(isWithoutTests)).toEqual([true, true, true, false]);
  });
});
