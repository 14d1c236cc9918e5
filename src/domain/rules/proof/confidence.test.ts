import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bandOf, weighConfidence } from "./confidence.ts";

const signal = (score: number) => ({ name: "n", value: "v", score });

describe("weighConfidence", () => {
  it("weighs 0.3, 0.3 and 0.4", () => {
    const result = weighConfidence({
      diagnostic: [signal(1)],
      fix: [signal(0.5)],
      test_coverage: [signal(0.25)],
    });
    expect(result.overall).toBeCloseTo(0.3 + 0.15 + 0.1);
  });

  it("takes the product of each component, to three digits, and keeps the signals", () => {
    const signals = {
      diagnostic: [signal(1), signal(0.5), signal(0.5)],
      fix: [signal(0.2), signal(0.4)],
      test_coverage: [signal(0)],
    };
    expect(weighConfidence(signals)).toEqual({
      diagnostic_confidence: 0.25,
      fix_confidence: 0.08,
      test_coverage_confidence: 0,
      overall: 0.099,
      signals,
    });
  });

  it.each([
    [-3, 0],
    [7, 1],
  ])("keeps a score of %d within bounds", (score, wanted) => {
    const all = { diagnostic: [signal(score)], fix: [signal(score)], test_coverage: [signal(score)] };
    expect(weighConfidence(all)).toMatchObject({ diagnostic_confidence: wanted, overall: wanted });
  });

  it("is 0.5 if nothing is known", () => {
    expect(weighConfidence({ diagnostic: [], fix: [], test_coverage: [] }).overall).toBe(0.5);
  });

  it("stays between 0 and 1 and grows with every signal", () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(score, score, score, score, (a, b, c, more) => {
        const low = weighConfidence({
          diagnostic: [signal(a)],
          fix: [signal(b)],
          test_coverage: [signal(c)],
        });
        const raised = Math.max(a, more);
        const high = weighConfidence({
          diagnostic: [signal(raised)],
          fix: [signal(b)],
          test_coverage: [signal(c)],
        });
        expect(low.overall).toBeGreaterThanOrEqual(0);
        expect(high.overall).toBeLessThanOrEqual(1);
        expect(high.overall).toBeGreaterThanOrEqual(low.overall);
      }),
    );
  });

  it.each([
    [1, "apply"],
    [0.9, "apply"],
    [0.899, "apply_and_watch"],
    [0.7, "apply_and_watch"],
    [0.699, "consider_asking"],
    [0.5, "consider_asking"],
    [0.499, "ask"],
    [0.3, "ask"],
    [0.299, "reject"],
    [0, "reject"],
  ])("band of %d is %s", (confidence, band) => {
    expect(bandOf(confidence)).toBe(band);
  });
});
