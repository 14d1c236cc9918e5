import { openApp } from "../../../app.ts";
import { counted } from "../../../domain/rules/text/counted.ts";
import type { Ports } from "../../../workflows/ports.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { outcomeOf } from "../render/session.ts";
import { visible } from "../terminal.ts";
import { describeRecovery, showRecovery } from "./recovery.ts";

/** What is pending, what is running, what was interrupted and what was done last. */
export async function showStatus(context: CommandContext): Promise<CommandResult> {
  await using app = await openApp(context);
  const progress = { ...context.progress, keep() {} };
  const recovery = await showRecovery(app.ports, { ...context, progress });
  const status = await readStatus(app.ports);
  const { root, state, violations, escalations, pending, sessions, interrupted } = status;
  return {
    exitCode: 0,
    text: describe(status, describeRecovery(recovery), context).join("\n"),
    data: {
      root,
      state,
      violations,
      escalations: escalations.map(({ escalation_id, violation_id, reason }) => ({
        escalation_id,
        violation_id,
        reason,
      })),
      pending: pending.map(({ review_id, title }) => ({ review_id, title })),
      sessions,
      interrupted,
      recovered: recovery.repairs,
    },
  };
}

type Status = Awaited<ReturnType<typeof readStatus>>;

async function readStatus({ workspace, reviews, sessions, conformance, escalations }: Ports) {
  return {
    root: workspace.root,
    state: await workspace.state(),
    pending: await reviews.list("pending"),
    sessions: await sessions.list({ limit: 5 }),
    interrupted: await sessions.list({ status: "interrupted", limit: 5 }),
    violations: (await conformance.violations({ status: "open", limit: 1 })).total,
    escalations: await escalations.list("pending"),
  };
}

function describe(
  { root, state, pending, escalations, violations, sessions, interrupted }: Status,
  recovered: readonly string[],
  { paint }: CommandContext,
): string[] {
  const branch = state.branch ?? (state.head ? `detached at ${state.head.slice(0, 12)}` : "no commits yet");
  const where = `${branch}${state.underWay ? `, ${state.underWay} in progress` : ""}`;
  const waiting =
    pending.length + escalations.length === 0
      ? "Nothing is waiting for your answer."
      : "Waiting for your answer (run `agentforge inbox`):";
  const last =
    sessions.length === 0 ? "No sessions yet. Run `agentforge repair` to start one." : "Last sessions";
  const recorded = `${counted(violations, "violation")} recorded. Run \`agentforge conformance violations list\` to see them.`;
  const resume =
    "Interrupted. Run `agentforge session resume` to continue the newest run, or `agentforge repair` to start over.";
  return [
    `${paint("bold", "Repository")}  ${root} (${where})`,
    ...recovered.map((line) => `${paint("yellow", "▲")} ${visible(line)}`),
    "",
    paint("bold", waiting),
    ...pending.map((review) => `  ${paint("cyan", review.review_id)}  ${visible(review.title)}`),
    ...escalations.map((each) => `  ${paint("yellow", each.escalation_id)}  ${visible(each.reason)}`),
    ...(violations > 0 ? ["", recorded] : []),
    "",
    paint("bold", last),
    ...sessions.map(
      (session) => `  ${session.session_id}  ${session.status.padEnd(11)}  ${outcomeOf(session)}`,
    ),
    ...(interrupted.length > 0 ? ["", resume] : []),
  ];
}
