import type { ViolationBaseline } from "../../domain/entities/violation-baseline.ts";
import { compareWithBaseline } from "../../domain/rules/violations/baseline.ts";
import type { ReportItem } from "./formats/report.ts";

/** A baseline that is parsed only if the result of comparing with it is not known yet. */
export interface BaselineFile {
  /** Of the file's content. */
  readonly digest: string;
  readonly parse: () => ViolationBaseline;
}

/** Which violations of a run are in the baseline with this digest; null without a baseline. */
export interface Compared {
  readonly baseline: string | null;
  readonly known: ReadonlySet<string>;
}

/** Suppressed violations are never in the baseline. */
export function compareRun(
  items: readonly ReportItem[],
  baseline: BaselineFile | null,
  digestCode: (code: string) => string,
): Compared {
  if (baseline === null) return { baseline: null, known: new Set() };
  const live = items.map((item) => item.violation).filter(({ status }) => status !== "suppressed");
  const { known } = compareWithBaseline(baseline.parse(), live, digestCode);
  return { baseline: baseline.digest, known: new Set(known.map((violation) => violation.violation_id)) };
}
