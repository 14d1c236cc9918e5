import type { Violation } from "../../domain/entities/violation.ts";
import type { CheckRun } from "../../domain/ports/conformance.ts";
import type { TestTree } from "../../domain/ports/testing.ts";
import type { Ports } from "../ports.ts";

/**
 * The violations before the change, and the one that must disappear; if null, it is enough that the change
 * adds none.
 */
export interface CheckRequirement {
  readonly violation: Violation | null;
  readonly before: CheckRun;
}

export interface ChecksJudged {
  /** Why the change is not acceptable; empty if it is. */
  readonly reasons: readonly string[];
  readonly before: number;
  readonly after: number;
  /** By id. */
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

/** The requirement for a change that is not about a violation; null if there are no contracts. */
export async function noNewViolations(
  ports: Pick<Ports, "conformance">,
  tree: TestTree,
  signal: AbortSignal,
): Promise<CheckRequirement | null> {
  if ((await ports.conformance.countChecks()) === 0) return null;
  return { violation: null, before: await ports.conformance.check(tree, { signal }) };
}

/** Runs every check on the changed tree: the violation must be gone, and no new one may appear anywhere. */
export async function judgeChecks(
  ports: Pick<Ports, "conformance">,
  tree: TestTree,
  requirement: CheckRequirement,
  signal: AbortSignal,
): Promise<ChecksJudged> {
  const after = await ports.conformance.check(tree, { signal });
  signal.throwIfAborted();
  return compareRuns(requirement, after);
}

/**
 * A fix may change the text of a neighboring violation and with it that one's identity. So violations are also
 * counted by check and file: if that count does not fall for the target violation, it was only replaced by
 * another.
 */
export function compareRuns({ violation, before }: CheckRequirement, after: CheckRun): ChecksJudged {
  const [earlier, now] = [live(before), live(after)];
  const reasons: string[] = [];
  const isThere = violation !== null && now.some((each) => each.violation_id === violation.violation_id);
  const counts = Map.groupBy(earlier, placeOf);
  const own = violation && placeOf(violation);
  for (const [place, found] of Map.groupBy(now, placeOf)) {
    const allowed = (counts.get(place)?.length ?? 0) - (place === own ? 1 : 0);
    if (found.length <= allowed) continue;
    if (place === own && isThere) continue;
    reasons.push(`a new violation: ${describe(newest(found, earlier))}`);
  }
  if (isThere) reasons.unshift("the violation still exists");
  else if (isSuppressed(violation, after)) reasons.unshift("the violation is suppressed, not fixed");
  for (const problem of after.problems) {
    if (before.problems.some((known) => known.contract === problem.contract && known.check === problem.check))
      continue;
    reasons.push(`${problem.contract}/${problem.check} can no longer run: ${problem.why}`);
  }
  return { reasons, ...countRuns(before, after) };
}

function countRuns(before: CheckRun, after: CheckRun): Omit<ChecksJudged, "reasons"> {
  const [earlier, now] = [before, after].map((run) => live(run).map((each) => each.violation_id));
  const missing = (from: readonly string[] = [], others: readonly string[] = []) =>
    [...new Set(from)].filter((id) => !others.includes(id)).sort();
  return {
    before: earlier?.length ?? 0,
    after: now?.length ?? 0,
    gone: missing(earlier, now),
    come: missing(now, earlier),
  };
}

export function live(run: CheckRun): readonly Violation[] {
  return run.violations.filter((violation) => violation.status !== "suppressed");
}

function isSuppressed(violation: Violation | null, { violations }: CheckRun): boolean {
  return violations.some((each) => each.violation_id === violation?.violation_id);
}

function placeOf(violation: Violation): string {
  return JSON.stringify([violation.contract_id, violation.check_id, violation.file_path]);
}

function newest(found: readonly Violation[], earlier: readonly Violation[]): Violation | undefined {
  const known = new Set(earlier.map((each) => each.violation_id));
  return found.find((each) => !known.has(each.violation_id)) ?? found[0];
}

function describe(violation: Violation | undefined): string {
  if (!violation) return "unknown";
  const line = violation.line === null ? "" : `:${violation.line}`;
  return `${violation.check_id} in ${violation.file_path}${line}`;
}
