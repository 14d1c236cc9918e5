import { equipRecorded } from "../../../../app/brains/brains.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import { findInterrupted, resumeSession } from "../../../../workflows/sessions/resume-session.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { inRepository } from "../../in-repository.ts";
import { describe as describeFix, showPhase } from "../fix.ts";
import { describe as describeRepair, showEvent } from "../repair/repair.ts";

export interface ResumeOptions {
  readonly repeat?: boolean;
  readonly skip?: boolean;
  readonly brain?: string;
}

export async function runResume(
  context: CommandContext,
  id: string | undefined,
  options: ResumeOptions,
): Promise<CommandResult> {
  if (options.repeat && options.skip) {
    throw new AgentForgeError("bad_input", "--repeat and --skip cannot be combined", {
      hint: "Use only one of them.",
    });
  }
  return inRepository(context, async (app) => {
    const interrupted = await findInterrupted(app.ports, id ?? null);
    const { ports } = equipRecorded(app, interrupted.memory, options.brain ?? null);
    const answer = options.repeat ? "repeat" : options.skip ? "skip" : null;
    context.progress.keep(`Resuming ${interrupted.run.session_id}: ${interrupted.run.task_description}`);
    const resumed = await resumeSession(ports, interrupted, answer, context.signal, (event) => {
      if ("kind" in event) showEvent(event, context.progress);
      else showPhase(event, context);
    });
    context.progress.end();
    return resumed.kind === "repair"
      ? describeRepair(resumed.outcome, context)
      : describeFix(resumed.outcome, context);
  });
}
