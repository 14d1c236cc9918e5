import { asMetadata, type Metadata } from "../../domain/entities/common.ts";
import type { Kept } from "../../domain/entities/task.ts";
import { LONGEST_SUBJECT } from "../../domain/rules/changes/commit-message.ts";
import { fixSubject } from "../../domain/rules/changes/fix-subject.ts";
import { countFailing } from "../../domain/rules/proof/failing.ts";
import { withoutCopyPath } from "../../domain/rules/text/copy-path.ts";
import { oneLine } from "../../domain/rules/text/plain-text.ts";
import type { Baseline, Failing } from "../proof/baseline.ts";
import type { ChangeDescription } from "../proof/conclude.ts";
import type { RecordedStep } from "../sessions/run-record.ts";
import type { FixSearch } from "./fix-search.ts";

/** A shorter subject, such as "done", tells a reader of the log nothing. */
const SHORTEST_SUMMARY = 10;
/** A commit lists up to this many tests and counts the rest; the record has them all. */
const MOST_LISTED = 5;

/** The record lists this many suspected places. */
const MOST_SUSPECTS = 5;
const LONGEST_CAUSE = 500;

type Found = FixSearch & { status: "found" };

/** Describes a repair for the person who answers, and for its commit. */
export function describeRepair(baseline: Failing, found: Found): ChangeDescription {
  const fix = found.patches.map((patch) => patch.description).join("; ");
  return {
    title: fix,
    diagnosis: diagnose(baseline, found),
    subject: (files) => {
      const short = oneLine(fix);
      const isOurs = found.patches.every((patch) => patch.source === "search");
      const said = isOurs ? fixSubject(files, failureOf(baseline)?.test_name ?? "") : null;
      if (said !== null) return said;
      const says = short.length >= SHORTEST_SUMMARY && `fix: ${short}`.length <= LONGEST_SUBJECT;
      return says ? `fix: ${short}` : `fix: repair ${files.join(", ")}`;
    },
    body: ({ fixed, still_failing: left }) =>
      `${fix}\n\nThese tests failed before and pass now:\n${list(fixed)}${left.length > 0 ? `\n\nThese still fail:\n${list(left)}` : ""}`,
    violationId: null,
    madeBy: found.patches.map((patch) => patch.source),
  };
}

function list(ids: readonly string[]): string {
  const more = ids.length - MOST_LISTED;
  return [
    ...ids.slice(0, more === 1 ? undefined : MOST_LISTED).map((id) => `- ${id}`),
    ...(more > 1 ? [`- and ${more} more`] : []),
  ].join("\n");
}

export function baselineStep(baseline: Baseline): RecordedStep {
  const { result } = baseline;
  return {
    tool: "run_tests",
    parameters: { tests: "all" },
    reasoning: "Run the tests on the untouched copy.",
    said: "tests.run",
    phase: "plan",
    summary: {
      status: baseline.status,
      framework: result?.framework ?? null,
      passed: result?.passed ?? 0,
      failed: result === null ? 0 : countFailing(result),
      failing: baseline.status === "failing" ? [...baseline.targets] : [],
      why: baseline.status === "no_verdict" ? baseline.why : null,
    },
  };
}

/** The whole patch, so that it can be applied again after an interruption. */
export function keptStep({ patch, rivals, stands, search }: Kept): RecordedStep {
  return {
    tool: "edit_file",
    parameters: { edits: patch.edits.map((edit) => ({ ...edit })) },
    reasoning: patch.description,
    said: "change.kept",
    phase: "implement",
    summary: asMetadata({ kept: { patch, rivals, stands, search } }),
  };
}

export function searchStep(found: FixSearch): RecordedStep {
  return {
    tool: "edit_file",
    parameters: { suspects: suspectedPlaces(found) },
    reasoning: "Try edits at the suspected places, cheapest first.",
    said: "candidates.tried",
    phase: found.status === "found" ? "verify" : "implement",
    success: found.status === "found",
    summary: summarizeSearch(found),
  };
}

function summarizeSearch(found: FixSearch): Metadata {
  return {
    status: found.status,
    tried: found.tried,
    seconds: Math.round(found.seconds * 10) / 10,
    operators: { ...found.operators },
    suspects: suspectedPlaces(found),
    accepted: found.status === "found" ? found.patches.map((patch) => patch.description) : [],
    operator: found.status === "found" ? found.patches.map((patch) => patch.operator).join("+") : null,
    why: found.status === "none" ? found.why : null,
    brain: found.status === "found" ? [...new Set(found.patches.map((patch) => patch.source))] : [],
    notes: [...found.notes],
  };
}

function suspectedPlaces({ suspects }: FixSearch): string[] {
  return suspects.slice(0, MOST_SUSPECTS).map((suspect) => `${suspect.path}:${suspect.line}`);
}

function failureOf({ result, targets }: Failing) {
  return result.failures.find((candidate) => targets.includes(candidate.test_id));
}

/** The model's explanation if it found the cause; otherwise the failure and the suspected place. */
function diagnose(baseline: Failing, found: Found): string {
  const cause = found.patches.find((patch) => patch.cause)?.cause;
  if (cause) return oneLine(cause, LONGEST_CAUSE);
  const failure = failureOf(baseline);
  const what = failure
    ? `${failure.test_name}: ${firstWords(failure.error_message)}`
    : baseline.targets.join(", ");
  const suspect = nearestSuspect(found);
  return suspect ? `${what} (suspected: ${suspect.path}:${suspect.line}, ${suspect.why})` : what;
}

const MOST_READ = 2000;
/** Assertion libraries put the values on a separate line, below the first. */
const MESSAGE_LINES = 2;
const LONGEST_MESSAGE = 200;

function firstWords(message: string): string {
  const lines = message
    .slice(0, MOST_READ)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return withoutCopyPath(lines.slice(0, MESSAGE_LINES).join(" ")).slice(0, LONGEST_MESSAGE);
}

/** Why the changed place was suspected; the top suspect if the change is elsewhere. */
function nearestSuspect({ suspects, patches }: Found) {
  const paths = patches.flatMap((patch) => patch.edits.map((edit) => edit.path));
  return suspects.find((suspect) => paths.includes(suspect.path)) ?? suspects[0];
}
