import { analyzeTraces, traceHtml, traceText } from "../../../app/traces.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { visible } from "../terminal.ts";

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
  const { report, comparison } = analysis;
  const text = {
    text: () => visible(traceText(report, comparison)),
    json: () => JSON.stringify(analysis, null, 2),
    html: () => traceHtml(report, comparison),
  }[options.format]();
  return { exitCode: 0, text, data: analysis };
}
