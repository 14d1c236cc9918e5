import type { ConfidenceBand, ConfidenceBreakdown, Signal } from "../../entities/confidence.ts";

export const WEIGHTS = { diagnostic: 0.3, fix: 0.3, test_coverage: 0.4 } as const;

/**
 * Combines the three components. Each is the product of its signals, because the weakest one limits the
 * others; without signals, it is 0.5 (unknown).
 */
export function weighConfidence(signals: {
  readonly diagnostic: readonly Signal[];
  readonly fix: readonly Signal[];
  readonly test_coverage: readonly Signal[];
}): ConfidenceBreakdown {
  const diagnostic = product(signals.diagnostic);
  const fix = product(signals.fix);
  const coverage = product(signals.test_coverage);
  const overall = diagnostic * WEIGHTS.diagnostic + fix * WEIGHTS.fix + coverage * WEIGHTS.test_coverage;
  return {
    diagnostic_confidence: diagnostic,
    fix_confidence: fix,
    test_coverage_confidence: coverage,
    overall: round(overall),
    signals: {
      diagnostic: [...signals.diagnostic],
      fix: [...signals.fix],
      test_coverage: [...signals.test_coverage],
    },
  };
}

/** A change below this confidence is rejected and not shown to a person: it would waste their time. */
export const LEAST_SHOWN = 0.3;

/** The bands of docs/gate.md, from the highest. */
const BANDS: readonly (readonly [least: number, band: ConfidenceBand])[] = [
  [0.9, "apply"],
  [0.7, "apply_and_watch"],
  [0.5, "consider_asking"],
  [LEAST_SHOWN, "ask"],
];

export function bandOf(confidence: number): ConfidenceBand {
  return BANDS.find(([least]) => confidence >= least)?.[1] ?? "reject";
}

function product(signals: readonly Signal[]): number {
  if (signals.length === 0) return 0.5;
  return round(signals.reduce((all, signal) => all * round(signal.score), 1));
}

function round(value: number): number {
  return Math.min(1, Math.max(0, Math.round(value * 1000) / 1000));
}
