import type { Violation } from "../../domain/entities/violation.ts";
import { exemptionOf } from "./exemptions.ts";
import type { Identified } from "./identity.ts";
import { IN_CODE } from "./judge-suppressions.ts";
import { BY_TOOL } from "./linter-output.ts";
import type { RuleViolation } from "./run-checks.ts";

export type Suppression = NonNullable<Violation["suppression"]>;

const LONGEST_SNIPPET = 400;
/** Prefix of the reason for suppressions that come from a contract, so that they end with it. */
const EXEMPT = "exempt: ";
/** Prefixes of suppressions in the repository's files or a tool's report, which each run must find again. */
const GIVEN_BY_RUNS = [EXEMPT, IN_CODE, BY_TOOL];

/**
 * The record of a violation after a run: `before` is the previous record, null if it is new; `found` is the
 * run's result, null if it is gone.
 */
export function nextState(before: Violation | null, found: Identified | null, now: string): Violation {
  if (found === null) {
    if (before === null) throw new RangeError("a violation was neither recorded before nor found");
    return withStatus({ ...before, resolved_at: now, suppression: null }, "resolved", now, null);
  }
  const suppression = suppressionOf(before, found.raw, now);
  const described: Violation = {
    ...describe(found),
    detected_at: before?.detected_at ?? now,
    ...historyOf(before),
  };
  if (suppression !== null) {
    const suppressed = { ...described, suppression };
    return before?.status === "suppressed"
      ? { ...suppressed, status: "suppressed" }
      : withStatus(suppressed, "suppressed", now, suppression.reason);
  }
  if (before === null) return withStatus(described, "open", now, null);
  if (before.status === "resolved") return withStatus(described, "reopened", now, null);
  if (before.status === "suppressed") return withStatus(described, "open", now, "the suppression ended");
  return { ...described, status: before.status };
}

/** The violation before anything is recorded. */
function describe(identified: Identified): Violation {
  const { raw } = identified;
  const { contract, check } = raw.rule;
  return {
    violation_id: identified.id,
    fingerprint: identified.fingerprint,
    contract_id: contract.id,
    check_id: check.id,
    severity: check.severity,
    file_path: raw.path,
    line: raw.range?.line ?? null,
    column: raw.range?.column ?? null,
    snippet: raw.snippet === "" ? null : raw.snippet.slice(0, LONGEST_SNIPPET),
    message: raw.message ?? check.message,
    fix_hint: check.fix_hint ?? null,
    status: "open",
    detected_at: "",
    resolved_at: null,
    suppression: null,
    history: [],
  };
}

function suppressionOf(before: Violation | null, raw: RuleViolation, now: string): Suppression | null {
  const exemption = exemptionOf(raw, now.slice(0, 10));
  if (exemption !== null) {
    return { reason: EXEMPT + exemption.reason, expires_at: endOf(exemption.expires) };
  }
  if (raw.suppressed !== undefined) {
    const { reason, until } = raw.suppressed;
    return { reason, expires_at: until && endOf(until) };
  }
  const current = before?.status === "suppressed" ? before.suppression : null;
  if (current === null || GIVEN_BY_RUNS.some((given) => current.reason.startsWith(given))) return null;
  return current.expires_at === null || Date.parse(now) <= Date.parse(current.expires_at) ? current : null;
}

function endOf(day: string): string {
  return `${day}T23:59:59Z`;
}

function historyOf(before: Violation | null): Pick<Violation, "history"> {
  return { history: before?.history ?? [] };
}

function withStatus(
  violation: Violation,
  status: Violation["status"],
  at: string,
  note: string | null,
): Violation {
  return { ...violation, status, history: [...violation.history, { status, at, note }] };
}
