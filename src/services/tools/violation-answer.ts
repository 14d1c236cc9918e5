import type { Violation } from "../../domain/entities/violation.ts";
import type { ConformanceDesk } from "../../domain/ports/conformance.ts";
import type { Hands } from "../../domain/ports/hands.ts";
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

/** What a brain reads of a violation. */
export function describeViolation(violation: Violation): Output {
  return Object.fromEntries(READ.map((key) => [key, violation[key]]));
}

export function deskOf(hands: Hands): ConformanceDesk {
  if (hands.conformance) return hands.conformance;
  throw new ToolRefusal("this project has no contracts, so there are no checks to run");
}

/** `4734938a9485` and `V-4734938a9485` mean the same. */
export async function findViolation(hands: Hands, id: string): Promise<Violation> {
  const violationId = id.startsWith("V-") ? id : `V-${id}`;
  const violation = await deskOf(hands).violation(violationId);
  if (violation) return violation;
  throw new ToolRefusal(`there is no violation ${violationId}; list_violations shows those there are`);
}
