import { isObject } from "../../../domain/rules/settings/is-object.ts";
import { complain, type HookAnswer, type HookClient, type Json, QUIET, say } from "../client.ts";
import { contextOf, outputOf, unpacked } from "../payload.ts";
import { ended, type Outcome, readEvent } from "../read-event.ts";
import { type ClientSetup, hookLine, SECONDS, samplePayload } from "../setup.ts";

/**
 * Cursor, from its published hook reference: flat answers in snake_case, and a stop that is answered with the next
 * message instead of a refusal. The general tool events are used; the shell events would fire in addition to them.
 */
export const cursor: HookClient = {
  id: "cursor",
  events: {
    sessionStart: "start",
    preToolUse: "before_tool",
    postToolUse: "after_tool",
    postToolUseFailure: "tool_failed",
    stop: "stop",
    sessionEnd: "end",
  },
  fields(payload) {
    const folder = Array.isArray(payload.workspace_roots) ? payload.workspace_roots[0] : undefined;
    return {
      ...payload,
      session_id: payload.conversation_id ?? payload.session_id,
      cwd: typeof payload.cwd === "string" && payload.cwd !== "" ? payload.cwd : folder,
      project_folder: folder,
      tool_input: unpacked(payload.tool_input),
      tool_response: unpacked(payload.tool_output),
      error: payload.error_message,
      stop_hook_active: typeof payload.loop_count === "number" && payload.loop_count > 0,
    };
  },
  read(payload, place) {
    // Our own denial is reported back as a failure; it is already in the trace.
    if (payload.failure_type === "permission_denied") return null;
    return readEvent(payload, place, {
      events: cursor.events,
      outcome: outcomeOf,
      // A turn that the person ended, or that failed, has nothing to finish.
      pending: ({ status }) => (status === undefined || status === "completed" ? 0 : null),
    });
  },
  answer(_payload, event, { decision, notes }) {
    if (decision.effect !== "allow" && (event.event === "before_tool" || event.event === "stop"))
      return refusal(event.event, decision.reason);
    if (notes.length === 0 || (event.event !== "start" && event.event !== "after_tool")) return QUIET;
    return say({ additional_context: contextOf(notes) });
  },
  // Text with exit code 2 is shown verbatim; the plain denial is easier to read.
  refuse: (eventName, reason) => refusal(eventName === "stop" ? "stop" : "before_tool", reason),
  remark: complain,
};

function refusal(event: "before_tool" | "stop", reason: string): HookAnswer {
  if (event === "stop") return say({ followup_message: reason });
  return say({ permission: "deny", user_message: reason, agent_message: reason });
}

function outcomeOf({ tool_response }: Json): Outcome {
  const fields = isObject(tool_response) ? tool_response : {};
  const code = fields.exitCode ?? fields.exit_code;
  const output = typeof fields.output === "string" ? fields.output : outputOf(tool_response);
  return ended(typeof code === "number" ? code : null, output);
}

export const cursorSetup: ClientSetup = {
  id: "cursor",
  title: "Cursor",
  file: ".cursor/hooks.json",
  remark:
    "Cursor runs a project's hooks only in a workspace you trust; Settings > Hooks shows whether they ran.",
  limits: [
    "The client cannot ask a person, so a question becomes a denial.",
    "Secrets in the output of a built-in tool cannot be masked.",
    "A hook that does not answer in time lets the call through.",
    "The client cannot be started against a scripted model, so it was not tested live.",
  ],
  events: Object.keys(cursor.events),
  preamble: { version: 1 },
  entry: (event, invocation) => ({
    command: hookLine(invocation, cursor, event),
    timeout: SECONDS,
  }),
  sample(call, at) {
    const event = { before_tool: "preToolUse", after_tool: "postToolUse", stop: "stop" }[call.event];
    const {
      session_id,
      tool_response: _,
      ...fields
    } = samplePayload(call, at, { command: "Shell", write: "Write" });
    const more = call.event === "stop" ? { status: "completed", loop_count: 0 } : {};
    return {
      event,
      payload: {
        hook_event_name: event,
        conversation_id: session_id,
        workspace_roots: [at.root],
        ...fields,
        ...more,
        ...(call.event === "after_tool" ? { tool_output: "{}" } : {}),
      },
    };
  },
  live: null,
};
