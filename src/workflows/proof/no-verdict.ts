import type { TestResult } from "../../domain/entities/test-result.ts";
import { firstFew } from "../../domain/rules/text/first-few.ts";

/** Why the tests do not say whether anything is broken, and what a person can do about it. */
export interface NoVerdict {
  readonly cause:
    | "no_framework"
    | "all_excluded"
    | "no_tests"
    | "no_match"
    | "timed_out"
    | "could_not_run"
    /** The tests run, but not with any of the changes that were tried. */
    | "only_without_change";
  readonly why: string;
  /** What to do next. */
  readonly hint: string;
}

const LONGER = "raise tests.timeout_seconds in your config.yaml";
/** A person chooses one of these names. */
const MOST_NAMED = 5;

/** No suite takes part: none was found, or the user's settings exclude all of them. */
export function noSuites(excluded: readonly string[]): NoVerdict {
  if (excluded.length > 0) {
    return {
      cause: "all_excluded",
      why: `every suite is excluded by your settings: ${excluded.join(", ")}`,
      hint: "Remove one from tests.exclude in your config.yaml.",
    };
  }
  return {
    cause: "no_framework",
    why: "no test framework was recognized here",
    hint: "Add a test. docs/testing.md explains how each framework is recognized; run `agentforge doctor` to see what is installed.",
  };
}

/** A run that says nothing, because nothing was executed or it did not finish. */
export function notJudged(result: TestResult, why: string = whyNotJudged(result)): NoVerdict {
  switch (result.status) {
    case "no_tests":
      return {
        ...{ cause: "no_tests", why },
        hint: "Add a test. If there are some, run `agentforge test` to see the command and its output.",
      };
    case "timed_out":
      return {
        ...{ cause: "timed_out", why },
        hint: `Run \`agentforge test\` to see which tests hang. If they only need longer, ${LONGER}.`,
      };
    default:
      return {
        ...{ cause: "could_not_run", why },
        hint: "Make the tests start first. Run `agentforge doctor` to see what is missing on this machine.",
      };
  }
}

/** The tests ran, but none that fails has one of the names a person asked for. */
export function noMatch(failing: readonly string[], wanted: readonly string[]): NoVerdict {
  return {
    cause: "no_match",
    why: `no failing test matches ${wanted.map((name) => `"${name}"`).join(", ")}`,
    hint: `Name a test by its id, its name or its file, or name none to repair all. Failing: ${firstFew(failing, MOST_NAMED)}.`,
  };
}

/** The tests run on the untouched code, but gave no result with any change that was tried. */
export function onlyWithoutChange(reasons: readonly string[]): NoVerdict {
  return {
    cause: "only_without_change",
    why: [...new Set(reasons)].join("; "),
    hint: `The tests finish without the change, but not with it. If they only need longer, ${LONGER}, and try again.`,
  };
}

/** Whether there is simply nothing that could judge, as opposed to tests that do not work. */
export function isWithoutTests({ cause }: NoVerdict): boolean {
  return cause === "no_framework" || cause === "all_excluded" || cause === "no_tests";
}

function whyNotJudged(result: TestResult): string {
  switch (result.status) {
    case "no_tests":
      return `${result.framework} ran and found no tests`;
    case "timed_out":
      return result.suites.find(({ why }) => why !== null)?.why ?? `${result.framework} timed out`;
    default:
      return `${result.framework} could not run the tests (exit code ${result.exit_code ?? "none"})`;
  }
}
