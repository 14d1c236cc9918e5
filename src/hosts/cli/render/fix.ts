import type { FixOutcome } from "../../../workflows/fix-request.ts";
import { type Paint, visible } from "../terminal.ts";
import { rows } from "./review.ts";
import { placeOf } from "./violation.ts";

/** One line for one violation of many. */
export function lineOf(outcome: FixOutcome, paint: Paint): string {
  const { violation } = outcome;
  const what = `${violation.violation_id}  ${violation.severity.padEnd(8)}  ${visible(placeOf(violation))}  ${violation.check_id}`;
  switch (outcome.status) {
    case "landed":
      return `${paint("green", "✔")} ${what}  ${outcome.commit.slice(0, 12)}`;
    case "already_gone":
      return `${paint("green", "✔")} ${what}  already gone`;
    case "waiting_for_review":
    case "dry_run":
      return `${paint("cyan", "?")} ${what}  ${outcome.review.review_id}`;
    case "cannot_fix":
      return `${paint("yellow", "▲")} ${what}  ${outcome.escalation.escalation_id}: ${visible(outcome.escalation.reason)}`;
    case "landing_conflict":
      return `${paint("yellow", "▲")} ${what}  ${visible(outcome.conflict.why)}`;
    case "no_verdict":
      return `${paint("red", "✖")} ${what}  ${visible(outcome.why)}`;
  }
}

/** What a person needs to take over. */
export function renderEscalation(outcome: FixOutcome & { status: "cannot_fix" }, paint: Paint): string {
  const { escalation, violation, refused } = outcome;
  return [
    `${paint("yellow", "▲ Not fixed:")} ${visible(escalation.reason)}. Nothing was changed.`,
    rows(
      [
        ["Place", placeOf(violation)],
        ["Check", `${violation.contract_id}/${violation.check_id}: ${violation.message}`],
        ...refused.map((fix): [string, string] => ["Tried", `${fix.operator}: ${fix.why}`]),
        ...escalation.constraints.map((text): [string, string] => ["Must", text]),
        ...escalation.alternatives.map((text): [string, string] => ["Or", text]),
        ["Record", `.agentforge/escalations/${escalation.escalation_id}.yaml`],
      ],
      paint,
    ),
  ].join("\n");
}
