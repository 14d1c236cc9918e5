import type { TestFailure } from "../../../domain/entities/test-result.ts";
import type { Feedback } from "../../../domain/ports/repair.ts";
import { failureText } from "../../../domain/rules/proof/failure-text.ts";
import { withoutIndex } from "../../../domain/rules/text/plain-output.ts";

/** What is remembered about an attempt, to describe how the next one differs. */
export interface Tried {
  /** Null before the first change. */
  readonly diff: string | null;
  /** The messages of the tests that failed, by test. */
  readonly failures: Readonly<Record<string, string>>;
}

const MOST_FAILURES = 5;
const LONGEST_DIFF = 6000;

export function triedOf(diff: string | null, failures: readonly TestFailure[]): Tried {
  const messages = failures.map(({ test_id, error_message }) => [test_id, error_message.slice(0, 500)]);
  return { diff, failures: Object.fromEntries(messages) };
}

/**
 * What a rejected change did: the failures with it, how they differ from the previous attempt, and the change itself.
 */
export function describeRefused(told: Feedback, now: Tried, before: Tried | null): string {
  const failures = (told.failures ?? []).slice(0, MOST_FAILURES);
  return [
    ...(failures.length > 0
      ? [`With your change these tests fail:\n${failures.map(failureText).join("\n\n")}`]
      : []),
    ...compare(now, before, failures.length > 0),
    `Your change (${told.patch.description}):\n${withoutIndex(now.diff ?? "").slice(0, LONGEST_DIFF)}`,
  ].join("\n\n");
}

function compare(now: Tried, before: Tried | null, isMeasured: boolean): string[] {
  if (before === null) return [];
  const since = before.diff === null ? "before any change" : "with the previous change";
  const lines: string[] = [];
  if (before.diff !== null && before.diff === now.diff) lines.push("It is the same change as before.");
  if (isMeasured) {
    for (const [test, message] of Object.entries(now.failures)) {
      const earlier = before.failures[test];
      if (earlier === undefined) lines.push(`${test} did not fail ${since}.`);
      else if (earlier === message) lines.push(`${test} fails exactly as ${since}.`);
      else lines.push(`${test} failed ${since} with: ${earlier}`);
    }
  }
  return lines.length > 0 ? [`Compared with the last attempt:\n${lines.join("\n")}`] : [];
}
