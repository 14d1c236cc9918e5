import { openApp } from "../../../app.ts";
import { counted } from "../../../domain/rules/text/counted.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { outcomeOf } from "../render/session.ts";
import { visible } from "../terminal.ts";
import { describeRecovery, showRecovery } from "./recovery.ts";

/** What is pending, what is running, what was interrupted and what was done last. */
export async function showStatus(context: CommandContext): Promise<CommandResult> {
  const app = await openApp(context);
  try {
    const recovery = await showRecovery(app.ports, {
      ...context,
      progress: { ...context.progress, keep() {} },
    });
    const { ports } = app;
    const state = await ports.workspace.state();
    const pending = await ports.reviews.list("pending");
    const sessions = await ports.sessions.list({ limit: 5 });
    const interrupted = await ports.sessions.list({ status: "interrupted", limit: 5 });
    const { total: violations } = await ports.conformance.violations({ status: "open", limit: 1 });
    const escalations = await ports.escalations.list("pending");
    const { paint } = context;
    const where = state.branch ?? (state.head ? `detached at ${state.head.slice(0, 12)}` : "no commits yet");
    const lines = [
      `${paint("bold", "Repository")}  ${ports.workspace.root} (${where}${state.underWay ? `, ${state.underWay} in progress` : ""})`,
      ...describeRecovery(recovery).map((line) => `${paint("yellow", "▲")} ${visible(line)}`),
      "",
      paint(
        "bold",
        pending.length + escalations.length === 0
          ? "Nothing is waiting for your answer."
          : "Waiting for your answer (run `agentforge inbox`):",
      ),
      ...pending.map((review) => `  ${paint("cyan", review.review_id)}  ${visible(review.title)}`),
      ...escalations.map((each) => `  ${paint("yellow", each.escalation_id)}  ${visible(each.reason)}`),
      ...(violations > 0
        ? [
            "",
            `${counted(violations, "violation")} recorded. Run \`agentforge conformance violations list\` to see them.`,
          ]
        : []),
      "",
      paint(
        "bold",
        sessions.length === 0 ? "No sessions yet. Run `agentforge repair` to start one." : "Last sessions",
      ),
      ...sessions.map(
        (session) => `  ${session.session_id}  ${session.status.padEnd(11)}  ${outcomeOf(session)}`,
      ),
    ];
    const again =
      interrupted.length > 0
        ? [
            "",
            "Interrupted. Run `agentforge session resume` to continue the newest run, or `agentforge repair` to start over.",
          ]
        : [];
    return {
      exitCode: 0,
      text: [...lines, ...again].join("\n"),
      data: {
        root: ports.workspace.root,
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
  } finally {
    await app.close();
  }
}
