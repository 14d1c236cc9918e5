import type { Violation } from "../../domain/entities/violation.ts";
import { identify } from "./identity.ts";
import { nextState } from "./life-cycle.ts";
import type { CheckOutcome } from "./run-checks.ts";
import { type StoredViolation, toKnown, toStored } from "./violation-rows.ts";

export interface RecordReport {
  readonly opened: readonly string[];
  readonly reopened: readonly string[];
  readonly resolved: readonly string[];
  readonly suppressed: readonly string[];
  /** Found before and still found. */
  readonly unchanged: number;
  /** Everything that was found, as recorded; for a repeated run without what is in the baseline. */
  readonly violations: readonly Violation[];
  /** Everything whose record changed, for export. */
  readonly changed: readonly Violation[];
}

/** Applies a run to the record: new violations open, those no longer found resolve, those found again reopen. */
export function recordRun(
  stored: readonly StoredViolation[],
  outcome: CheckOutcome,
  now: string,
): { readonly report: RecordReport; readonly writes: readonly StoredViolation[] } {
  const before = new Map(stored.map((each) => [each.violation.violation_id, each]));
  const identified = identify(outcome.findings, stored.map(toKnown), outcome);
  const found = identified.map((each) => {
    const last = before.get(each.id);
    // An older log of our own checks cannot change their recorded violations.
    if (last !== undefined && each.raw.fingerprint !== undefined) return { last, next: last };
    return { last, next: toStored(nextState(last?.violation ?? null, each, now), each) };
  });
  const present = new Set(identified.map((each) => each.id));
  const gone = stored
    .filter((each) => !present.has(each.violation.violation_id) && isResolvedBy(each.violation, outcome))
    .map((last) => ({ last, next: { ...last, violation: nextState(last.violation, null, now) } }));

  const steps = [...found, ...gone];
  const writes = steps
    .filter(({ last, next }) => last === undefined || JSON.stringify(last) !== JSON.stringify(next))
    .map(({ next }) => next);
  const turned = (status: Violation["status"]) =>
    steps
      .filter(({ last, next }) => next.violation.status === status && last?.violation.status !== status)
      .map(({ next }) => next.violation.violation_id);
  return {
    writes,
    report: {
      opened: turned("open"),
      reopened: turned("reopened"),
      resolved: turned("resolved"),
      suppressed: turned("suppressed"),
      unchanged: found.filter(({ last, next }) => last?.violation.status === next.violation.status).length,
      violations: found.map(({ next }) => next.violation),
      changed: writes.map(({ violation }) => violation),
    },
  };
}

/** A violation that was not found is resolved only if the rule ran on its file, or the file is gone. */
function isResolvedBy(violation: Violation, outcome: CheckOutcome): boolean {
  if (violation.status === "resolved") return false;
  const ran =
    outcome.wholeContracts?.includes(violation.contract_id) === true ||
    outcome.rules.some(
      ({ contract, check }) => contract.id === violation.contract_id && check.id === violation.check_id,
    );
  return ran && (outcome.covers(violation.file_path) || !outcome.present.has(violation.file_path));
}
