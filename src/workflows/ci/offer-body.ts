import type { Evidence } from "../../domain/entities/evidence.ts";
import type { Review } from "../../domain/entities/review.ts";
import { countFailing } from "../../domain/rules/proof/failing.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import { inlineCode } from "../../domain/rules/text/markdown.ts";

const MOST_LISTED = 10;

/** A proposed change described for a reviewer, as Markdown. */
export function offerBody(review: Review): string {
  const { evidence, request } = review;
  const rows: [string, string][] = [
    ["Problem", inlineCode(request.diagnostic_summary)],
    ["Fix", inlineCode(request.proposed_fix)],
    ["Tests", testsOf(evidence)],
    ...listed("Fixed", evidence.fixed),
    ...checksOf(evidence),
    ["Coverage", coverageOf(evidence)],
    ["Second run", confirmationOf(evidence)],
    ["Confidence", evidence.confidence.overall.toFixed(2)],
    ["Made by", inlineCode(evidence.made_by.join(", ") || "search")],
    ...listed("Look at", [...new Set([...evidence.doubts, ...review.asked_because])]),
  ];
  return [
    "AgentForge found this change for a red build and proved it in a copy. Nobody has approved it yet; merging approves it.",
    ["## Proof", ...rows.map(([name, text]) => `- **${name}:** ${text}`)].join("\n"),
    "A later build with the same failure updates this branch, unless someone else has pushed to it.",
  ].join("\n\n");
}

/** The same in one sentence, next to a suggestion. */
export function offerNote(review: Review): string {
  const { evidence, request } = review;
  return `${inlineCode(request.proposed_fix)} Proven by AgentForge: ${testsOf(evidence)}; confidence ${evidence.confidence.overall.toFixed(2)}.`;
}

function testsOf({ tests_before: before, tests_after: after }: Evidence): string {
  return `${countFailing(before)} failed before; ${after.passed} pass and ${countFailing(after)} fail with this change`;
}

function checksOf({ checks_before: before, checks_after: after }: Evidence): [string, string][] {
  return before === null || after === null
    ? []
    : [["Checks", `${counted(before, "violation")} before, ${after} after`]];
}

function coverageOf({ changed_lines: { total, covered } }: Evidence): string {
  return covered === null ? "not measured" : `tests run ${covered} of ${counted(total, "changed line")}`;
}

function confirmationOf({ confirmation }: Evidence): string {
  if (confirmation === null) return "none";
  if (confirmation.missing !== null) return `not confirmed: ${inlineCode(confirmation.missing)}`;
  return `an independent run agrees on ${counted(confirmation.tests, "test")}`;
}

function listed(name: string, texts: readonly string[]): [string, string][] {
  const shown = texts.slice(0, MOST_LISTED).map((text): [string, string] => [name, inlineCode(text)]);
  const left = texts.length - shown.length;
  return left === 0 ? shown : [...shown, [name, `and ${left} more`]];
}
