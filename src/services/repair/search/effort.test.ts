import { describe, expect, it } from "vitest";
import type { SurveyedTest } from "../validate/worker.ts";
import { effortFor } from "./effort.ts";

const test = (id: string, ticks: number, more: Partial<SurveyedTest> = {}): SurveyedTest => ({
  id,
  passed: false,
  seconds: 0,
  ticks,
  lines: {},
  ...more,
});
const effort = (tests: readonly SurveyedTest[], batch?: number) =>
  effortFor({ tests, targets: ["a", "b"], kinds: {}, ...(batch === undefined ? {} : { batch }) });

describe("effortFor", () => {
  it.each<[string, readonly SurveyedTest[], number | undefined, Partial<ReturnType<typeof effort>>]>([
    [
      "uses large batches if a target is quick",
      [test("a", 10), test("b", 15_000)],
      undefined,
      { firstBatch: 24, batch: 120, rivals: 900, plausible: 24 },
    ],
    [
      "ignores tests that are no targets and quicker",
      [test("a", 3000), test("other", 10)],
      undefined,
      { batch: 60, rivals: 450 },
    ],
    [
      "requests fewer if the quickest target does a lot of work",
      [test("a", 3000)],
      undefined,
      { batch: 60, rivals: 450 },
    ],
    [
      "never requests fewer than a dozen",
      [test("a", 1_000_000)],
      undefined,
      { firstBatch: 12, batch: 12, rivals: 120, plausible: 5 },
    ],
    [
      "treats a target that never finished as a quick one",
      [test("a", 1_000_000, { ended: false })],
      undefined,
      { batch: 120, plausible: 24 },
    ],
    [
      "counts the ticks of all tests together",
      [test("a", 1), test("z", 399_999)],
      undefined,
      { plausible: 12 },
    ],
    ["needs at least four patches", [test("a", 1), test("z", 9_999_999)], undefined, { plausible: 4 }],
    ["uses the worker's preferred batch size", [test("a", 3000)], 160, { firstBatch: 40, batch: 160 }],
  ])("%s", (_, tests, batch, wanted) => {
    expect(effort(tests, batch)).toMatchObject(wanted);
  });
});
