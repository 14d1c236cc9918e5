import { inform } from "../answers.ts";
import { edit, edited, failed, green, ran } from "../example-events.ts";
import type { Guard } from "../guard.ts";

const red = failed("pytest -q", 1, "1 failed, 4 passed in 0.12s");

export const verificationTracker: Guard = {
  meta: {
    id: "verification_tracker",
    title: "A test run counts only if it passed after the last change",
    why: "Judging by the text of a command would count `echo pytest` as a test run. Here the result decides, and an edit or a later failure invalidates it.",
    examples: [
      { title: "a green run after an edit", after: [edit], event: green, effect: "allow", says: "verified" },
      {
        title: "an edit invalidates it",
        after: [green],
        event: edit,
        effect: "allow",
        says: "no longer verified",
      },
      {
        title: "a failure invalidates it",
        after: [green],
        event: red,
        effect: "allow",
        says: "no longer verified",
      },
      {
        title: "printing the name of a runner is not a run",
        after: [edit],
        event: ran("echo pytest: 5 passed in 0.1s", "pytest: 5 passed in 0.1s"),
        effect: "allow",
      },
      {
        title: "documentation does not need tests",
        after: [green],
        event: edited("README.md"),
        effect: "allow",
      },
    ],
  },
  after({ event, state }) {
    if (event.event === "batch") return null;
    const verified = state.verification_status.tests_passed;
    const isWeakened = (event.weakened_tests ?? []).length > 0;
    if (verified && !isWeakened && state.verification_status.last_verified_at === event.at)
      return inform("Tests ran and passed: the current code is verified.");
    const wasVerified = state.verification_status.last_verified_at !== null;
    return !verified && state.unverified && wasVerified && isTurn(event)
      ? inform("The code is no longer verified: run the tests again before you finish.")
      : null;
  },
};

function isTurn(event: { readonly event: string; readonly tool: { readonly kind: string } }): boolean {
  return event.event === "tool_failed" || event.tool.kind === "write" || event.tool.kind === "shell";
}
