import type { Violation } from "../../domain/entities/violation.ts";
import type { ConformanceReader } from "../../domain/ports/conformance.ts";
import type { ToolPorts } from "../../domain/ports/tool-ports.ts";
import { type Output, ToolRefusal } from "./tool.ts";

const READ = [
  "violation_id",
  "contract_id",
  "check_id",
  "severity",
  "status",
  "file_path",
  "line",
  "message",
  "fix_hint",
  "snippet",
] as const satisfies readonly (keyof Violation)[];

/** A violation as a brain sees it. */
export function describeViolation(violation: Violation): Output {
  return Object.fromEntries(READ.map((key) => [key, violation[key]]));
}

export function conformanceOf(toolPorts: ToolPorts): ConformanceReader {
  if (toolPorts.conformance) return toolPorts.conformance;
  throw new ToolRefusal("this project has no contracts, so there are no checks to run");
}

const MOST_VIOLATIONS = 100;

/**
 * The verdict of a run of checks. It never passes if a file does not exist, or if a check had no file to
 * examine or could not run: those found nothing because they examined nothing.
 */
export function checkVerdict(run: Checked): {
  passed: boolean;
  violations: Output[];
  total: number;
  could_not_run: { check: string; why: string }[];
} {
  const { violations, problems, missing } = run;
  if (missing.length > 0)
    throw new ToolRefusal(
      `nothing was checked: not in the project: ${missing.join(", ")}; search_files finds existing files`,
    );
  return {
    passed: violations.length === 0 && problems.length === 0,
    violations: violations.slice(0, MOST_VIOLATIONS).map(describeViolation),
    total: violations.length,
    could_not_run: problems.map(({ contract, check, why }) => ({ check: `${contract}/${check}`, why })),
  };
}

export type Checked = Awaited<ReturnType<ConformanceReader["check"]>>;

/** `4734938a9485` and `V-4734938a9485` mean the same. */
export async function findViolation(toolPorts: ToolPorts, id: string): Promise<Violation> {
  const violationId = id.startsWith("V-") ? id : `V-${id}`;
  const violation = await conformanceOf(toolPorts).violation(violationId);
  if (violation) return violation;
  throw new ToolRefusal(`there is no violation ${violationId}; list_violations shows all of them`);
}
