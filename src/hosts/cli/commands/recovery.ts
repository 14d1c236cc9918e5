import type { Ports } from "../../../workflows/ports.ts";
import { type Recovery, recover } from "../../../workflows/sessions/recover.ts";
import type { CommandContext } from "../context.ts";

/** Cleans up after a crash, and reports it. */
export async function showRecovery(ports: Ports, context: CommandContext): Promise<Recovery> {
  const recovery = await recover(ports);
  for (const line of describeRecovery(recovery))
    context.progress.keep(`${context.paint("yellow", "▲")} ${line}`);
  return recovery;
}

export function describeRecovery(recovery: Recovery): string[] {
  return [
    ...recovery.interrupted.map(
      (session) =>
        `interrupted: ${session.session_id} (${session.task_description}), started ${session.started_at}; run \`agentforge session resume ${session.session_id}\` to continue it`,
    ),
    ...recovery.repairs,
    ...recovery.notices,
  ];
}
