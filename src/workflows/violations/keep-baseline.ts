import type { ViolationBaseline } from "../../domain/entities/violation-baseline.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import { compareWithBaseline, makeBaseline } from "../../domain/rules/violations/baseline.ts";
import type { Ports } from "../ports.ts";
import { live } from "../proof/check-requirement.ts";
import { check } from "./check.ts";

export interface BaselineKept {
  /** How many violations the baseline holds now. */
  readonly kept: number;
  /** How many were removed from it, because they are no longer found. */
  readonly gone: number;
  /** How many were added to it. */
  readonly added: number;
  /** Violations that are not in it, and that `check` reports. */
  readonly fresh: number;
}

/**
 * Writes the first baseline with everything that is found; from then on it only shrinks, unless new violations are
 * accepted.
 */
export async function keepBaseline(
  ports: Parameters<typeof check>[0] & Pick<Ports, "conformance">,
  { acceptNew, signal }: { readonly acceptNew: boolean; readonly signal: AbortSignal },
): Promise<BaselineKept> {
  const before = await ports.conformance.baseline();
  const { run } = await check(ports, { baseline: false, signal });
  const [problem] = run.problems;
  if (problem)
    throw new AgentForgeError(
      "bad_config",
      `no baseline was written, because ${problem.contract}/${problem.check} could not run: ${problem.why}`,
      { hint: "Its violations would be missing from the baseline. Fix the check, or remove it." },
    );
  const found = live(run);
  const { sha256 } = ports.conformance;
  const { fresh, known } = compareWithBaseline(before ?? makeBaseline(found, sha256), found, sha256);
  const isAll = acceptNew || before === null;
  const baseline = makeBaseline(isAll ? found : known, sha256);
  await ports.conformance.keepBaseline(baseline);
  const added = before === null ? found.length : acceptNew ? fresh.length : 0;
  ports.journal.record({
    traceId: null,
    actor: "human",
    actionType: "checks.baseline",
    metadata: { kept: sizeOf(baseline), added },
  });
  await ports.journal.flush();
  return {
    kept: sizeOf(baseline),
    gone: before === null ? 0 : sizeOf(before) - known.length,
    added,
    fresh: isAll ? 0 : fresh.length,
  };
}

function sizeOf({ violations }: ViolationBaseline): number {
  return violations.reduce((sum, { count }) => sum + count, 0);
}
