import type { SuiteResult, TestResult } from "../../entities/test-result.ts";
import { firstFew } from "../text/first-few.ts";
import { isFailing } from "./failing.ts";

export type Verdict =
  | {
      readonly status: "accepted";
      readonly fixed: readonly string[];
      readonly stillFailing: readonly string[];
    }
  | {
      readonly status: "rejected";
      readonly reasons: readonly string[];
      readonly fixed: readonly string[];
      readonly broken: readonly string[];
      /** The run gave no answer: it timed out or did not start. Nothing is known about the change. */
      readonly inconclusive: boolean;
    };

export interface VerdictInput {
  readonly before: TestResult;
  readonly after: TestResult;
  /** Ids of tests that failed before and must pass now; at least one for partial progress. */
  readonly targets: readonly string[];
  /** Ids known to be flaky: neither credited nor blamed. */
  readonly flaky: readonly string[];
  /** Objections of the test guard: judging tests edited, skipped or deleted. */
  readonly tampering: readonly string[];
  /**
   * `whole`: every target must pass. `progress`: one is enough, as long as nothing broke. `no_worse`: there
   * is no target; nothing may break.
   */
  readonly ask: "whole" | "progress" | "no_worse";
}

/** The one place that decides about a change. A test that disappeared counts as broken. */
export function judge(input: VerdictInput): Verdict {
  const passedAfter = new Set(idsWith(input.after, "passed"));
  const flaky = new Set(input.flaky);
  const fixed = fixedTests(input);
  const stillFailing = input.targets.filter((id) => !fixed.includes(id));
  const broken = idsWith(input.before, "passed").filter((id) => !passedAfter.has(id) && !flaky.has(id));

  const reasons: string[] = [...input.tampering, ...lostSuites(input)];
  if (passedAfter.size === 0) reasons.push(`no test passed (${input.after.status.replaceAll("_", " ")})`);
  if (input.after.status === "timed_out") reasons.push("the tests timed out");
  if (broken.length > 0) reasons.push(`broke ${firstFew(broken)}`);
  if (input.ask !== "no_worse" && fixed.length === 0)
    reasons.push(`fixed none of ${firstFew(input.targets)}`);
  else if (input.ask === "whole" && stillFailing.length > 0)
    reasons.push(`still failing: ${firstFew(stillFailing)}`);

  if (reasons.length === 0) return { status: "accepted", fixed, stillFailing };
  const inconclusive = input.tampering.length === 0 && hasNoAnswer(input.after);
  return { status: "rejected", reasons, fixed, broken, inconclusive };
}

/** Suites without a verdict, as sentences: which, and why. */
export function suitesWithoutVerdict({ suites }: Pick<TestResult, "suites">): string[] {
  return suites
    .filter(hasNoVerdict)
    .map(({ name, why }) => `${name.replace(/@\.$/, "")} ${why ?? "gave no verdict"}`);
}

/** A suite that hangs in a test reports that test as failing; one that never got that far reports nothing. */
function hasNoVerdict({ status, executed }: SuiteResult): boolean {
  return status === "could_not_run" || (status === "timed_out" && executed === 0);
}

/** Every suite that ran before the change must run after it. */
function lostSuites({ before, after }: VerdictInput): string[] {
  const lost = before.suites.flatMap(({ name, executed }) => {
    const later = after.suites.find((suite) => suite.name === name);
    if (later === undefined) return [`${name} was not run`];
    if (executed > 0 && later.status === "no_tests") return [`${name} executed no test`];
    return [];
  });
  return [...lost, ...suitesWithoutVerdict(after)];
}

function hasNoAnswer({ status, suites }: TestResult): boolean {
  return status === "timed_out" || status === "could_not_run" || suites.some(hasNoVerdict);
}

/**
 * The targets that a change fixed. A file or package that could not be loaded is listed under its own name, as an
 * error: it is fixed when it is no longer listed, one of its tests passes, and none fails. A change that makes the file
 * skip all of its tests proves nothing.
 */
export function fixedTests({
  before,
  after,
  targets,
}: Pick<VerdictInput, "before" | "after" | "targets">): string[] {
  const passed = new Set(idsWith(after, "passed"));
  const couldNotLoad = new Set(before.tests.filter(isLoadError).map((test) => test.id));
  const listed = new Set(after.tests.map((test) => test.id));
  return targets.filter((id) => {
    if (passed.has(id)) return true;
    if (!couldNotLoad.has(id) || listed.has(id)) return false;
    const inside = after.tests.filter((test) => isInside(test.id, id));
    return inside.some(({ status }) => status === "passed") && !inside.some(isFailing);
  });
}

/** The separator between a file, package or suite and its tests. */
const NESTING_SEPARATORS = ["::", " > ", "."];

export function isInside(test: string, file: string): boolean {
  return NESTING_SEPARATORS.some((separator) => test.startsWith(file + separator));
}

/** A file or package that could not be loaded, listed under its own name. */
export function isLoadError(test: TestResult["tests"][number]): boolean {
  return test.status === "error" && test.name === test.id;
}

function idsWith(result: TestResult, status: "passed"): string[] {
  return result.tests.filter((test) => test.status === status).map((test) => test.id);
}
