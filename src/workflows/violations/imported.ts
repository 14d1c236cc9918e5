import type { Violation } from "../../domain/entities/violation.ts";
import type { CheckRun } from "../../domain/ports/conformance.ts";
import type { Ports } from "../ports.ts";
import { type CheckRequirement, live } from "../proof/check-requirement.ts";

/** The requirements for a fix, and the violation that patches must remove. */
export interface FixRequirement extends CheckRequirement {
  readonly subject: Violation;
  /** The same violation in an imported report, with the report's fix. */
  readonly reportedAs?: Violation;
  /** How we know that the violation is gone, for readers of the evidence. */
  readonly notes: readonly string[];
}

export type Judged =
  | { readonly status: "found"; readonly requirement: FixRequirement }
  | { readonly status: "gone" }
  | { readonly status: "cannot_run"; readonly why: string };

/**
 * Finds a violation in a run of the checks. One that another tool's log reported has no check: a check that
 * runs the same tool stands in for it. If there is none, only the log's own fix shows that it is gone.
 */
export async function findJudged(
  ports: Pick<Ports, "conformance">,
  violation: Violation,
  before: CheckRun,
): Promise<Judged> {
  if (before.covers(violation)) {
    const found = live(before).find((each) => each.violation_id === violation.violation_id);
    return found ? judgedBy({ violation: found, before, subject: found, notes: [] }) : { status: "gone" };
  }
  const { contract_id: tool, check_id: rule } = violation;
  const isKnown = await ports.conformance.knownChecks();
  if (isKnown(violation)) {
    const problem = before.problems.find((each) => each.contract === tool && each.check === rule);
    const why = `${tool}/${rule} is not among the checks that can run here, so a fix could not be proven`;
    return { status: "cannot_run", why: problem ? `${why}: ${problem.why}` : why };
  }
  const rerun = (await ports.conformance.checksOfTool(tool)).filter((check) => before.covers(check));
  const [by] = rerun;
  if (by === undefined) {
    const note = `imported from a ${tool} log; ${tool} was not run again: ${rule} counts as fixed because the fix from the log was applied`;
    return judgedBy({ violation: null, before, subject: violation, notes: [note] });
  }
  const twin = live(before).find((each) => rerun.some((check) => isSame(each, violation, check)));
  if (!twin) return { status: "gone" };
  const note = `imported from a ${tool} log; ${by.contract_id}/${by.check_id} ran ${tool} again, before and after`;
  return judgedBy({ violation: twin, before, subject: twin, reportedAs: violation, notes: [note] });
}

function judgedBy(requirement: FixRequirement): Judged {
  return { status: "found", requirement };
}

/** A `command` check ends its message with the tool's name for the rule. */
function isSame(
  found: Violation,
  imported: Violation,
  check: Pick<Violation, "contract_id" | "check_id">,
): boolean {
  return (
    found.contract_id === check.contract_id &&
    found.check_id === check.check_id &&
    found.file_path === imported.file_path &&
    found.snippet === imported.snippet &&
    found.message.endsWith(`(${imported.check_id})`)
  );
}
