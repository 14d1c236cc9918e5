import { openReplayCopy } from "../../../../app/brains/brains.ts";
import { type ReplayedCall, replaySession } from "../../../../workflows/sessions/replay-session.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { inRepository } from "../../in-repository.ts";
import { visible } from "../../terminal.ts";

export async function runReplay(context: CommandContext, sessionId: string): Promise<CommandResult> {
  return inRepository(context, async (app) => {
    const replay = await replaySession(
      app.ports,
      sessionId,
      (traceId) => openReplayCopy(app, traceId),
      context.signal,
      (step, of) => context.progress.say(`Step ${step} of ${of}`),
    );
    const lines = replay.calls.map((call) => lineOf(call, context));
    const verdict =
      replay.status === "same"
        ? context.paint("green", "✔ Every call returned the recorded result.")
        : context.paint("yellow", "▲ Some results differ from the recording.");
    return {
      exitCode: replay.status === "same" ? 0 : 1,
      text: [...lines, verdict].join("\n"),
      data: replay,
    };
  });
}

function lineOf({ step, tool, status, difference }: ReplayedCall, { paint }: CommandContext): string {
  const mark = { same: paint("green", "✔"), different: paint("yellow", "▲"), skipped: paint("dim", "·") }[
    status
  ];
  const line = `${mark} ${step}. ${visible(tool)}${status === "skipped" ? "  not repeated" : ""}`;
  if (!difference) return line;
  const { place, recorded, now } = difference;
  return `${line}\n    at ${visible(place)}\n    recorded ${visible(recorded)}\n    now      ${visible(now)}`;
}
