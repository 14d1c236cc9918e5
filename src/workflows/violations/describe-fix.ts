import type { Evidence } from "../../domain/entities/evidence.ts";
import type { Patch } from "../../domain/entities/patch.ts";
import type { Violation } from "../../domain/entities/violation.ts";
import type { CheckRun } from "../../domain/ports/conformance.ts";
import { LONGEST_SUBJECT } from "../../domain/rules/changes/commit-message.ts";
import type { Verdict } from "../../domain/rules/proof/verdict.ts";
import { oneLine } from "../../domain/rules/text/plain-text.ts";
import { live } from "../proof/check-requirement.ts";
import type { ChangeDescription } from "../proof/conclude.ts";
import type { RecordedStep } from "../sessions/run-record.ts";

/** Describes the fix for a violation for the person who answers, and for its commit. */
export function describeFix(violation: Violation, patch: Patch): ChangeDescription {
  const place = `${violation.file_path}${violation.line === null ? "" : `:${violation.line}`}`;
  const check = `${violation.contract_id}/${violation.check_id}`;
  const head = `fix(${violation.violation_id}): `;
  const what = oneLine(violation.message).replace(/\.$/, "");
  return {
    title: `${violation.check_id} in ${place}: ${what}`,
    diagnosis: `${check} (${violation.severity}) at ${place}: ${oneLine(violation.message)}`,
    subject: () => {
      const whole = `${head}${what}`;
      return whole.length <= LONGEST_SUBJECT ? whole : `${head}${violation.check_id} in ${basename(place)}`;
    },
    body: (evidence) =>
      [
        `${oneLine(violation.message)}`,
        `Check: ${check}\nPlace: ${place}\nBy: ${patch.source}, ${patch.operator}`,
        `Violations: ${evidence.checks_before} before, ${evidence.checks_after} after.\n${testsLine(evidence)}`,
      ].join("\n\n"),
    violationId: violation.violation_id,
    madeBy: [patch.source],
  };
}

export function analysisStep(violation: Violation, run: CheckRun, found: boolean): RecordedStep {
  return {
    tool: "run_full_check",
    parameters: { contracts: "all" },
    reasoning: "Run every check on the untouched copy.",
    said: "checks.run",
    phase: "analyze",
    summary: {
      violation: violation.violation_id,
      found,
      violations: live(run).length,
      problems: run.problems.map((problem) => `${problem.contract}/${problem.check}: ${problem.why}`),
    },
  };
}

export function candidateStep(patch: Patch, verdict: Verdict): RecordedStep {
  const accepted = verdict.status === "accepted";
  return {
    tool: "edit_file",
    parameters: { edits: patch.edits.map((edit) => ({ ...edit })) },
    reasoning: `Try the patch from ${patch.source} (${patch.operator}): ${patch.description}`,
    said: accepted ? "candidate.accepted" : "candidate.refused",
    phase: accepted ? "verify" : "implement",
    success: accepted,
    summary: {
      operator: patch.operator,
      files: [...new Set(patch.edits.map((edit) => edit.path))],
      why: accepted ? null : verdict.reasons.join("; "),
    },
  };
}

function testsLine({ tests_after: after, checks_gone: gone }: Evidence): string {
  if (after.status !== "no_tests") return `Tests: ${after.passed} pass, none broke.`;
  return gone.length > 0
    ? "There are no tests here: proven by the checks alone."
    : "There are no tests here, and no check detects it.";
}

function basename(place: string): string {
  return place.slice(place.lastIndexOf("/") + 1);
}
