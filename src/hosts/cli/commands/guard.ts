import { createInterface } from "node:readline";
import { judgeEvents } from "../../../app/guards.ts";
import type { CommandContext, CommandResult } from "../context.ts";

/** Neutral events as JSON lines on standard input, one decision a line on standard output. */
export async function evaluateEvents(context: CommandContext): Promise<CommandResult> {
  let denied = 0;
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const answer of judgeEvents(context, lines)) {
    if (answer.includes('"effect":"deny"')) denied += 1;
    process.stdout.write(`${answer}\n`);
  }
  return { exitCode: denied > 0 ? 1 : 0, text: "", data: null };
}
