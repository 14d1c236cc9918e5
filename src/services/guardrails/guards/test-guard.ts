import { deny, warn } from "../answers.ts";
import { edit, green } from "../example-events.ts";
import type { Guard } from "../guard.ts";
import { weakenedKey } from "../harness/record.ts";
import { budgetUse, isSpent } from "../spent-budget.ts";

const weakened_tests = [
  "tests/test_app.py, which judges this change, was edited: has 1 assertion instead of 2",
] as const;
const stop = { event: "stop", continued: false, weakened_tests } as const;

export const testGuard: Guard = {
  meta: {
    id: "test_guard",
    title: "Weakened tests lead to a question",
    why: "Tests pass when they are deleted, skipped or weakened. Editing tests is normal work, so no edit is refused. Before it stops, the agent is asked once about every existing test that it weakened.",
    examples: [
      { title: "a weakened test, and a green run", after: [edit, green], event: stop, effect: "deny" },
      {
        title: "the same, after it was asked about",
        after: [edit, green, stop],
        event: { ...stop, continued: true },
        effect: "allow",
        says: "1 assertion instead of 2",
      },
      {
        title: "a green run does not hide it",
        after: [edit],
        event: { ...green, weakened_tests },
        effect: "allow",
        says: "prove less",
      },
      {
        title: "tests that check as much as before",
        after: [edit, green],
        event: { event: "stop", continued: false },
        effect: "allow",
      },
    ],
  },
  after({ event, state }) {
    const sentences = event.weakened_tests ?? [];
    if (sentences.length === 0 || state.verification_status.last_verified_at !== event.at) return null;
    return warn(`The tests passed, but they prove less than before:\n${listed(sentences)}`);
  },
  onStop({ event, state, settings }) {
    const sentences = event.weakened_tests ?? [];
    if (sentences.length === 0) return null;
    const wasTold = state.told_weakened === weakenedKey(sentences);
    if (wasTold || budgetUse(event, state, settings).some(isSpent))
      return warn(`Tests check less than before this session:\n${listed(sentences)}`);
    return deny(
      "weakened_tests",
      `This session weakened tests:\n${listed(sentences)}\nRestore them and fix the code. If an expectation was wrong, tell the person which one and why, then stop.`,
    );
  },
};

function listed(sentences: readonly string[]): string {
  return sentences.map((sentence) => `- ${sentence}`).join("\n");
}
