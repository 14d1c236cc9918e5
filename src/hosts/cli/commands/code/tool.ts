import { text as readAll } from "node:stream/consumers";
import { openToolbox } from "../../../../app/brains/toolbox.ts";
import { listTools } from "../../../../app.ts";
import type { ToolCall } from "../../../../domain/entities/tool.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { inRepository } from "../../in-repository.ts";
import { renderDiff } from "../../render/diff.ts";
import { visible } from "../../terminal.ts";

export async function showTools(context: CommandContext): Promise<CommandResult> {
  const tools = listTools();
  const width = Math.max(...tools.map((tool) => tool.name.length));
  const text = tools
    .map(
      (tool) =>
        `${context.paint("cyan", tool.name.padEnd(width))}  ${tool.effect.padEnd(7)}  ${tool.description}`,
    )
    .join("\n");
  return { exitCode: 0, text, data: tools };
}

/** Runs calls one after another in a fresh copy of the project, under the guardrails, and shows what changed. */
export async function runTools(
  context: CommandContext,
  name: string | undefined,
  options: { input?: string; calls?: boolean },
): Promise<CommandResult> {
  const calls = await readCalls(name, options);
  return inRepository(context, async (app) => {
    const { ports } = app;
    await using tree = await ports.workspace.openAttempt(ports.newId("A"));
    const request = { tree, traceId: ports.newTraceId(), sessionId: ports.newId("T"), attended: false };
    await using toolbox = await openToolbox(app, request);
    const results = [];
    for (const call of calls) results.push((await toolbox.caller.call(call, context.signal)).result);
    const { diff } = await tree.changes();
    const text = [
      ...results.map((result) =>
        result.success
          ? visible(pretty(result.output))
          : `${context.paint("red", "✖")} ${visible(result.error ?? "")}`,
      ),
      ...(diff === ""
        ? []
        : [
            renderDiff(diff, context.paint),
            "Only a copy was changed; your files are unchanged. --json prints a diff for git apply.",
          ]),
    ].join("\n\n");
    return { exitCode: results.every((result) => result.success) ? 0 : 1, text, data: { results, diff } };
  });
}

async function readCalls(
  name: string | undefined,
  options: { input?: string; calls?: boolean },
): Promise<ToolCall[]> {
  if (options.calls) {
    const lines = (await readAll(process.stdin)).split("\n").filter((line) => line.trim() !== "");
    if (lines.length === 0)
      throw new AgentForgeError("bad_input", "no call was given on standard input", {
        hint: 'Write one JSON object per line, such as {"name": "read_file", "parameters": {"path": "x.py"}}.',
      });
    return lines.map((line, index) => toCall(parse(line, `line ${index + 1}`)));
  }
  if (name === undefined) {
    throw new AgentForgeError("bad_input", "no tool was named", {
      hint: "Run `agentforge tool list` to see all tools.",
    });
  }
  const input = options.input === "-" ? await readAll(process.stdin) : (options.input ?? "{}");
  return [toCall({ name, parameters: parse(input, "--input") })];
}

function toCall(given: unknown): ToolCall {
  const call = given as Partial<ToolCall>;
  if (typeof call?.name !== "string") {
    throw new AgentForgeError("bad_input", "a call needs a name", {
      hint: '{"name": "read_file", "parameters": {"path": "x.py"}}',
    });
  }
  return { name: call.name, parameters: call.parameters ?? {}, category: null };
}

function parse(text: string, where: string): ToolCall["parameters"] {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AgentForgeError(
      "bad_input",
      `${where} is not JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function pretty(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output, null, 2);
}
