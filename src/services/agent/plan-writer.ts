import { z } from "zod";
import { Plan } from "../../domain/entities/plan.ts";
import type { ToolCall } from "../../domain/entities/tool.ts";
import type { ModelMessage, ModelTool } from "../../domain/ports/model.ts";
import type { PlanRequest, PlanWriter } from "../../domain/ports/plan-writer.ts";
import { toolSchema } from "../../domain/rules/runs/tool-schema.ts";
import { type Limits, startMeter } from "./connection/meter.ts";
import { runLoop } from "./loop/loop.ts";
import type { Ending, ToolCaller } from "./loop/loop-options.ts";
import { openLog } from "./loop/session-log.ts";
import { beginSession, type SessionCopy, type WorkOptions } from "./loop/work-session.ts";
import { introduceProject } from "./project.ts";
import { fence } from "./prompts.ts";

export interface PlanWriterOptions extends Omit<WorkOptions, "attempts"> {
  readonly limits: Limits;
  /** The tools a plan may use as actions; `tools` are the writer's own, for reading. */
  readonly actions: readonly ModelTool[];
  /** Why a call is invalid; null if it is valid. */
  readonly checkCall: (call: ToolCall) => string | null;
}

const Draft = Plan.pick({
  goal: true,
  reasoning: true,
  steps: true,
  files_touched: true,
  risks: true,
}).extend({
  goal: z.string().min(1),
  steps: z.array(z.string().min(1)).min(1),
  actions: z.array(z.object({ name: z.string().min(1), parameters: z.record(z.string(), z.json()) })).min(1),
});
type Draft = z.infer<typeof Draft>;

const SUBMIT: ModelTool = {
  name: "submit_plan",
  description: "Submit the plan. Its actions are rehearsed on a copy.",
  parameters: toolSchema(Draft),
};
const DECLINE: ModelTool = {
  name: "decline_plan",
  description: "Report that no plan can be written, and what a person must decide first.",
  parameters: toolSchema(z.object({ reason: z.string().min(1) })),
};

/** An invalid plan is sent back once. */
const SUBMISSIONS = 2;

export function createPlanWriter(options: PlanWriterOptions): PlanWriter {
  return {
    async write(request, { signal, say }) {
      const sessionId = options.newId("S");
      const { traceId } = request;
      const task = `plan ${request.requestId}`;
      await beginSession(options, { sessionId, traceId, attemptId: null, task });
      const meter = startMeter(options.model.id, options.limits, options.elapsed);
      let outcome = "interrupted";
      try {
        await using copy = await options.openCopy({
          ...{ traceId, sessionId, subject: null },
          ...{ files: [], gone: [] },
        });
        const submission = openSubmission(options, copy);
        const messages = await openConversation(options, request, await introduceProject(copy.tree));
        const session = { id: sessionId, traceId, task };
        const equipped = { ...options, tools: [...options.tools, SUBMIT, DECLINE], session, meter };
        const log = openLog({ ...equipped, base: copy.base });
        await log.snapshot(messages);
        const loop = { ...equipped, log, toolCaller: submission.toolCaller, say };
        const ending = await runLoop(messages, loop, signal);
        const draft = submission.accepted();
        outcome = draft === null ? "not planned" : "planned";
        const about = { sessionId, account: [`the model ${options.model.id} used ${meter}`] };
        if (draft === null)
          return { status: "not_written", why: submission.why() ?? whyOf(ending), ...about };
        return { status: "written", plan: planOf(request, draft, options.now()), ...about };
      } finally {
        await options.sessions.end(sessionId, outcome === "planned" ? "completed" : "failed", outcome);
      }
    },
  };
}

/** Receives submitted plans; of the other calls, only read-only tools pass through. */
function openSubmission(options: PlanWriterOptions, copy: SessionCopy) {
  const readable = new Set(options.tools.map((tool) => tool.name));
  let accepted: Draft | null = null;
  let why: string | null = null;
  let submissions = 0;

  async function submit(call: ToolCall, signal: AbortSignal): ReturnType<ToolCaller["call"]> {
    submissions += 1;
    const problem = await examine(call.parameters);
    if (problem === null) return { result: result(call, null), ends: "complete" };
    signal.throwIfAborted();
    why = `the plan is invalid: ${problem}`;
    const told = `${problem}\nCorrect it and call ${SUBMIT.name} again with all of it.`;
    return { result: result(call, told), ends: submissions >= SUBMISSIONS ? "cannot_fix" : null };

    async function examine(parameters: unknown): Promise<string | null> {
      const read = Draft.safeParse(parameters);
      if (!read.success) return z.prettifyError(read.error);
      const bad = checkActions(options, read.data) ?? (await rehearse(copy, read.data, signal));
      if (bad === null) accepted = read.data;
      return bad;
    }
  }

  const toolCaller: ToolCaller = {
    async call(call, signal, usage) {
      if (call.name === SUBMIT.name) return submit(call, signal);
      if (call.name === DECLINE.name) {
        why = String(call.parameters.reason ?? "it declined");
        return { result: result(call, null), ends: "cannot_fix" };
      }
      if (readable.has(call.name)) return copy.toolCaller.call(call, signal, usage);
      return { result: result(call, `there is no tool "${call.name}" here; you may only read`) };
    },
  };
  return { toolCaller, accepted: () => accepted, why: () => why };
}

function checkActions(options: PlanWriterOptions, { actions }: Draft): string | null {
  const known = options.actions.map((tool) => tool.name);
  for (const [index, action] of actions.entries()) {
    const place = `action ${index + 1} (${action.name})`;
    if (!known.includes(action.name))
      return `${place} is not a tool for plans; available: ${known.join(", ")}`;
    const bad = options.checkCall({ ...action, category: null });
    if (bad !== null) return `${place}: ${bad}`;
  }
  return null;
}

/** Makes the changes of a plan in the writer's own copy, under the guards, and reverts them. */
async function rehearse(copy: SessionCopy, draft: Draft, signal: AbortSignal): Promise<string | null> {
  try {
    for (const [index, action] of draft.actions.entries()) {
      if (action.name !== "edit_file" && action.name !== "write_file") continue;
      const { result } = await copy.toolCaller.call({ ...action, category: null }, signal);
      if (!result.success) return `action ${index + 1} (${action.name}) fails on a copy: ${result.error}`;
    }
    const { files } = await copy.tree.changes();
    const unnamed = files.map((file) => file.path).filter((path) => !draft.files_touched.includes(path));
    return unnamed.length === 0 ? null : `files_touched lacks ${unnamed.join(", ")}`;
  } finally {
    await copy.tree.restore();
  }
}

function result({ name }: ToolCall, error: string | null) {
  const output = error === null ? { status: "accepted" } : null;
  return { tool_name: name, success: error === null, output, error, duration_seconds: 0 };
}

async function openConversation(
  options: PlanWriterOptions,
  request: PlanRequest,
  project: string,
): Promise<ModelMessage[]> {
  const actions = options.actions.map(
    ({ name, description, parameters }) =>
      `- \`${name}\`: ${description} Parameters: ${JSON.stringify(parameters)}`,
  );
  const before = request.revise;
  const revision = before
    ? `\n\nYour plan was sent back. It was:\n${fence("earlier plan", JSON.stringify(earlier(before.plan), null, 1))}\n\nWhat the person says about it:\n${before.comments}`
    : "";
  return [
    { role: "system", text: await options.prompts("plan_writer_v3", { actions: actions.join("\n") }) },
    { role: "user", text: `Write a plan for this request.\n\n${request.text}${revision}\n\n${project}` },
  ];
}

function earlier({ goal, reasoning, steps, files_touched, risks, actions }: Plan) {
  return { goal, reasoning, steps, files_touched, risks, actions };
}

function planOf(request: PlanRequest, draft: Draft, now: string): Plan {
  return Plan.parse({
    ...draft,
    request_id: request.requestId,
    trace_id: request.traceId,
    status: "review",
    created_at: now,
    revision: (request.revise?.plan.revision ?? 0) + 1,
  });
}

function whyOf(ending: Ending): string {
  return "why" in ending ? ending.why : "it submitted no plan";
}
