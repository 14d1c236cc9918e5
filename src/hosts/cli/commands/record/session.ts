import type { Session } from "../../../../domain/entities/session.ts";
import { dismissSession } from "../../../../workflows/inbox/inbox-sections.ts";
import { findSession } from "../../../../workflows/sessions/find-session.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { inRepository } from "../../in-repository.ts";
import { outcomeOf, renderStep, renderUnderWay } from "../../render/session.ts";
import { visible } from "../../terminal.ts";

export async function listSessions(
  context: CommandContext,
  options: { limit?: number },
): Promise<CommandResult> {
  return inRepository(context, async (app) => {
    const sessions = await app.ports.sessions.list({ limit: options.limit ?? 20 });
    const line = (session: Session) =>
      `${context.paint("cyan", session.session_id)}  ${session.status.padEnd(11)}  ${session.started_at}  ${session.brain}  ${outcomeOf(session)}`;
    const text =
      sessions.length === 0
        ? "No sessions yet. Run `agentforge repair` to start one."
        : sessions.map(line).join("\n");
    return { exitCode: 0, text, data: sessions };
  });
}

export async function showSession(
  context: CommandContext,
  sessionId: string,
  options: { readonly full?: boolean } = {},
): Promise<CommandResult> {
  return inRepository(context, async (app) => {
    const session = await findSession(app.ports, sessionId);
    const steps = await app.ports.sessions.history(sessionId);
    const underWay = await app.ports.sessions.underWay(sessionId);
    const view = { paint: context.paint, full: options.full ?? false };
    const text = [
      header(session, context),
      ...steps.map((step, index) => renderStep(step, index + 1, view)),
      ...renderUnderWay(underWay, steps.length + 1),
    ].join("\n");
    return { exitCode: 0, text, data: { session, steps, under_way: underWay } };
  });
}

export async function dropSession(context: CommandContext, sessionId: string): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const session = await dismissSession(ports, sessionId);
    return { exitCode: 0, text: `${sessionId} was dismissed and can no longer be resumed.`, data: session };
  });
}

function header(session: Session, context: CommandContext): string {
  const outcome = session.outcome ? `, ${outcomeOf(session)}` : "";
  return `${context.paint("bold", session.session_id)}  ${session.status}${outcome}\n${visible(session.task_description)}\ntrace ${session.trace_id}\n`;
}
