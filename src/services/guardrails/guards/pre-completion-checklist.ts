import { deny, warn } from "../answers.ts";
import { edit, edited, green } from "../example-events.ts";
import type { Guard, GuardInput } from "../guard.ts";
import type { HarnessState } from "../harness/state.ts";
import { canBeTested, currentTask, verificationCommands } from "../project-facts.ts";
import { budgetUse, isSpent } from "../spent-budget.ts";

/** Refused stops without a tool call in between; after that, the brain has nothing left to try. */
const MAX_IDLE_REFUSALS = 2;
const stop = { event: "stop", continued: false } as const;

export const preCompletionChecklist: Guard = {
  meta: {
    id: "pre_completion_checklist",
    title: "Done means verified",
    why: "The most common failure of an agent is to claim that it is done when it is not. It may stop once the code it changed has passed its tests and the plan has no open task. A second attempt to stop is checked again.",
    examples: [
      { title: "changed and never tested", after: [edit], event: stop, effect: "deny" },
      { title: "tested before the last edit", after: [green, edit], event: stop, effect: "deny" },
      { title: "tested after the last edit", after: [edit, green], event: stop, effect: "allow" },
      { title: "nothing was changed", event: stop, effect: "allow" },
      {
        title: "open tasks in the plan after an edit",
        after: [edited("README.md")],
        event: stop,
        files: { "IMPLEMENTATION_PLAN.md": "- [x] one\n- [ ] two\n" },
        effect: "deny",
      },
      {
        title: "a plain question with an open plan",
        event: stop,
        files: { "IMPLEMENTATION_PLAN.md": "- [ ] two\n" },
        effect: "allow",
      },
      {
        title: "a background command is still running",
        after: [edit],
        event: { ...stop, background: 1 },
        effect: "allow",
      },
      {
        title: "a spent budget ends everything",
        after: [{ event: "before_tool", tool: { kind: "other", name: "x" } }, edit],
        event: stop,
        settings: { middleware: { budget: { max_steps: 1 } } },
        effect: "allow",
      },
    ],
  },
  onStop(input) {
    const { event, state, settings } = input;
    const { max_refusals } = settings.middleware.pre_completion_checklist;
    if ((event.background ?? 0) > 0 || state.edited_since_stop === false) return null;
    const blockers = blockersOf(input);
    if (blockers.length === 0) return null;
    const text = blockers.map((blocker) => `- ${blocker}`).join("\n");
    if (budgetUse(event, state, settings).some(isSpent))
      return warn(`Stopping because the budget is spent. Left open:\n${text}`);
    const untestable = state.refusals > 0 && !hasTests(input);
    if (untestable || state.refusals >= max_refusals || state.idle_refusals >= MAX_IDLE_REFUSALS)
      return warn(`Stopping although the checklist is open:\n${text}`);
    return deny("checklist", `Not done yet:\n${text}\nFix these, then stop.`);
  },
};

function blockersOf({ event, state, settings, files }: GuardInput<"stop">): string[] {
  const { require_verification, require_tests_pass, require_plan_check } =
    settings.middleware.pre_completion_checklist;
  const { tests_run, tests_passed } = state.verification_status;
  const blockers: string[] = [];
  const commands = verificationCommands(event.root, files);
  const how = commands.length === 0 ? "Run the tests." : `Run: ${commands.join("; ")}`;
  const tracked = settings.middleware.verification_tracker.enabled && state.unverified;
  if (tracked && !tests_run && require_verification) blockers.push(`${openTests(state)} ${how}`);
  else if (tracked && state.partly_verified && require_verification)
    blockers.push(`${openTests(state)} ${how}`);
  else if (tracked && tests_run && !tests_passed && require_tests_pass)
    blockers.push(`The tests have not passed since the last change. ${how}`);
  const plan = require_plan_check ? currentTask(event.root, files) : null;
  if (plan && plan.remaining > 0)
    blockers.push(
      `${plan.remaining} task${plan.remaining === 1 ? " is" : "s are"} open in IMPLEMENTATION_PLAN.md. Next: ${plan.next}`,
    );
  return blockers;
}

/** Whether a test run was seen, or the repository has tests. Without any, one refusal is enough. */
function hasTests({ event, state, files }: GuardInput<"stop">): boolean {
  return (
    state.verification_status.tests_run || state.partly_verified === true || canBeTested(event.root, files)
  );
}

function openTests({ partly_verified }: HarnessState): string {
  return partly_verified
    ? "Only part of the tests ran since the last change."
    : "Code was changed and no test run has been seen since.";
}
