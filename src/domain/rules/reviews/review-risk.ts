import type { ReviewSummary } from "../../entities/review.ts";
import { counted } from "../text/counted.ts";

export type RiskLevel = "low" | "medium" | "high";

export interface Risk {
  readonly level: RiskLevel;
  /** As sentences, most serious first; empty if there is no objection to the change. */
  readonly reasons: readonly string[];
}

export type RiskInput = Pick<
  ReviewSummary,
  | "asked_because"
  | "changed_lines"
  | "confidence"
  | "doubts"
  | "files"
  | "rivals"
  | "still_failing"
  | "unconfirmed"
>;

const LEVELS: readonly RiskLevel[] = ["low", "medium", "high"];
const SURE = 0.85;
const UNSURE = 0.6;
const SMALL = { files: 1, lines: 10 };
const LARGE = { files: 5, lines: 100 };
/** The reason that a supervised gate gives for every change says nothing about this one. */
const ALWAYS_SAID = /\(supervised\)$/;

/** How carefully a person should look at a change before answering. Ranks the inbox; it decides nothing. */
export function judgeRisk(input: RiskInput): Risk {
  const high = gravest(input);
  const medium = notable(input);
  if (high.length > 0) return { level: "high", reasons: [...high, ...medium] };
  return { level: medium.length > 0 ? "medium" : "low", reasons: medium };
}

export function isAtMost(level: RiskLevel, most: RiskLevel): boolean {
  return LEVELS.indexOf(level) <= LEVELS.indexOf(most);
}

/** Most serious first. */
export function compareRisk(left: RiskLevel, right: RiskLevel): number {
  return LEVELS.indexOf(right) - LEVELS.indexOf(left);
}

function gravest(input: RiskInput): string[] {
  const { doubts, confidence, still_failing: left, changed_lines: lines, files } = input;
  const reasons = [...doubts];
  if (left > 0)
    reasons.push(`${left} of the tests it was meant to fix still ${left === 1 ? "fails" : "fail"}`);
  if (confidence < UNSURE) reasons.push(`confidence is ${confidence.toFixed(2)}`);
  if (lines.covered === 0 && lines.total > 0) reasons.push("no test runs the changed lines");
  if (lines.total > LARGE.lines || files.length > LARGE.files) reasons.push(sizeOf(input));
  return reasons;
}

function notable(input: RiskInput): string[] {
  const { confidence, rivals, unconfirmed, changed_lines: lines, files, doubts } = input;
  const reasons = input.asked_because.filter((why) => !ALWAYS_SAID.test(why) && !doubts.includes(why));
  if (confidence >= UNSURE && confidence < SURE) reasons.push(`confidence is ${confidence.toFixed(2)}`);
  if (rivals > 0) reasons.push("other changes pass the tests too");
  if (unconfirmed !== null) reasons.push(`the proof could not be confirmed: ${unconfirmed}`);
  if (lines.covered === null && lines.total > 0)
    reasons.push("it is unknown whether tests run the changed lines");
  else if (lines.covered !== null && lines.covered > 0 && lines.covered < lines.total)
    reasons.push(`tests run ${lines.covered} of ${counted(lines.total, "changed line")}`);
  const isLarge = lines.total > LARGE.lines || files.length > LARGE.files;
  if (!isLarge && (lines.total > SMALL.lines || files.length > SMALL.files)) reasons.push(sizeOf(input));
  return reasons;
}

function sizeOf({ changed_lines: { total }, files }: RiskInput): string {
  const lines = `${total} ${total === 1 ? "line" : "lines"}`;
  return `changes ${lines} in ${files.length} ${files.length === 1 ? "file" : "files"}`;
}
