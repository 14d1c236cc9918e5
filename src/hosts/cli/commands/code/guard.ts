import { judgeEvents } from "../../../../app/hooks/guards.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { visible } from "../../terminal.ts";

/** Reads neutral events as JSON lines from standard input and prints one decision per line. */
export async function evaluateEvents(context: CommandContext): Promise<CommandResult> {
  let [judged, denied] = [0, 0];
  const say = (notice: string) =>
    process.stderr.write(`${context.paint("yellow", "▲")} ${visible(notice)}\n`);
  for await (const answer of judgeEvents(context, process.stdin, say)) {
    judged += 1;
    if (answer.decision.effect === "deny") denied += 1;
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
  if (judged === 0)
    throw new AgentForgeError("bad_input", "no event was given on standard input", {
      hint: 'Write one JSON object per line, such as {"event": "before_tool", "tool": {"kind": "shell", "command": "npm test"}}.',
    });
  return { exitCode: denied > 0 ? 1 : 0, text: "", data: null };
}
