import { analyzeTraces, traceHtml, traceText } from "../../../../app/traces.ts";
import { counted } from "../../../../domain/rules/text/counted.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { visible } from "../../terminal.ts";

export interface TraceOptions {
  readonly session?: string;
  readonly against?: string;
  readonly format: "text" | "json" | "html";
}

export async function analyzeTraceCommand(
  context: CommandContext,
  options: TraceOptions,
): Promise<CommandResult> {
  const analysis = await analyzeTraces(context, options);
  const { report, comparison, unread } = analysis;
  const text = {
    text: () => visible(traceText(report, comparison)),
    json: () => JSON.stringify(analysis, null, 2),
    html: () => traceHtml(report, comparison),
  }[options.format]();
  if (unread > 0) context.warn(`${counted(unread, "line")} of the recording could not be read`);
  return { exitCode: 0, text, data: analysis };
}
