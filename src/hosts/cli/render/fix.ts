import { whyNotLanded } from "../../../workflows/reviews/proven-outcome.ts";
import type { FixOutcome } from "../../../workflows/violations/fix-request.ts";
import { whyOf } from "../../../workflows/violations/fix-violation.ts";
import type { FixManyReport } from "../../../workflows/violations/fix-violations.ts";
import { type Paint, visible } from "../terminal.ts";
import { rows } from "./review.ts";
import { placeOf } from "./violation.ts";

/** One line for one of many violations. A dry run creates no escalation, so it names none. */
export function lineOf(outcome: FixOutcome, paint: Paint, isDry = false): string {
  const { violation } = outcome;
  const what = `${violation.violation_id}  ${violation.severity.padEnd(8)}  ${visible(placeOf(violation))}  ${violation.check_id}`;
  switch (outcome.status) {
    case "landed":
      return `${paint("green", "✔")} ${what}  ${outcome.commit.slice(0, 12)}`;
    case "already_gone":
      return `${paint("green", "✔")} ${what}  already gone`;
    case "dry_run":
      return `${paint("cyan", "?")} ${what}  ${visible(outcome.review.title)}`;
    case "waiting_for_review":
      return `${paint("cyan", "?")} ${what}  ${outcome.review.review_id}`;
    case "cannot_fix":
      return `${paint("yellow", "▲")} ${what}  ${isDry ? "" : `${outcome.escalation.escalation_id}: `}${visible(outcome.escalation.reason)}`;
    case "landing_conflict":
    case "no_longer_proven":
      return `${paint("yellow", "▲")} ${what}  ${visible(whyNotLanded(outcome) ?? "")}`;
    case "no_verdict":
      return `${paint("red", "✖")} ${what}  ${visible(outcome.why)}`;
  }
}

/** The same for programs: the status, and the ids for details. */
function dataOf(outcome: FixOutcome) {
  const { status, violation } = outcome;
  const { violation_id, check_id, contract_id, severity, file_path, line } = violation;
  return {
    status,
    violation_id,
    contract_id,
    check_id,
    severity,
    file_path,
    line,
    commit: outcome.status === "landed" ? outcome.commit : null,
    review_id: "review" in outcome ? outcome.review.review_id : null,
    escalation_id: outcome.status === "cannot_fix" ? outcome.escalation.escalation_id : null,
    why: whyOf(outcome),
  };
}

export function reportData({ outcomes, left, stopped }: FixManyReport) {
  return {
    outcomes: outcomes.map(dataOf),
    left: left.map(({ violation, why }) => ({ violation_id: violation.violation_id, why })),
    stopped,
  };
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
    `  ${paint("cyan", `agentforge escalation resolve ${escalation.escalation_id} --guidance "…"`)}   tells the next attempt what to do`,
  ].join("\n");
}
