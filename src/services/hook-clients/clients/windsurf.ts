import { isObject } from "../../../domain/rules/settings/is-object.ts";
import { complain, type HookClient, type Json, QUIET } from "../client.ts";
import { readEvent } from "../read-event.ts";
import { type ClientSetup, hookLine, type SampleCall } from "../setup.ts";

/**
 * Windsurf, from its published reference of Cascade hooks: an event for each kind of call, exit code 2 with
 * the reason on standard error as the only response, and no events at the start, after the result or at the
 * end of a turn.
 */
export const windsurf: HookClient = {
  id: "windsurf",
  events: {
    pre_run_command: "before_tool",
    pre_write_code: "before_tool",
    pre_read_code: "before_tool",
    pre_mcp_tool_use: "before_tool",
    post_run_command: "after_tool",
    post_write_code: "after_tool",
    post_mcp_tool_use: "after_tool",
  },
  startsInProject: true,
  fields(payload) {
    const info = isObject(payload.tool_info) ? payload.tool_info : {};
    const name = payload.agent_action_name ?? payload.hook_event_name;
    return {
      ...payload,
      hook_event_name: name,
      session_id: payload.trajectory_id,
      cwd: info.cwd,
      ...toolIn(String(name), info),
    };
  },
  read: (payload, place) =>
    readEvent(payload, place, {
      events: windsurf.events,
      // Neither the output nor the exit status of a command is reported, so it proves nothing.
      outcome: () => ({ failed: false, result: { exit_code: null, output: "", finished: false } }),
    }),
  answer(_payload, event, { decision }) {
    if (event.event !== "before_tool" || decision.effect === "allow") return QUIET;
    return complain(decision.reason, 2);
  },
  remark: complain,
};

function toolIn(event: string, info: Json): Json {
  if (event.endsWith("run_command"))
    return { tool_name: "Shell", tool_input: { command: info.command_line } };
  if (event.endsWith("write_code")) return { tool_name: "Write", tool_input: { file_path: info.file_path } };
  if (event.endsWith("read_code")) return { tool_name: "Read", tool_input: { file_path: info.file_path } };
  const name = `mcp__${info.mcp_server_name}__${info.mcp_tool_name}`;
  return { tool_name: name, tool_input: info.mcp_tool_arguments };
}

export const windsurfSetup: ClientSetup = {
  id: "windsurf",
  title: "Windsurf",
  file: ".windsurf/hooks.json",
  remark: null,
  limits: [
    "The end of a turn cannot be refused, and the results of commands are not reported, so “done means tested” is not enforced.",
    "The model only sees the reasons for denials: no context at the start, no warnings about loops.",
    "The client cannot ask a person, so a question becomes a denial.",
    "The client cannot be started against a scripted model, so it was not tested live.",
  ],
  events: Object.keys(windsurf.events),
  entry: (event, invocation) => ({
    command: hookLine(invocation, windsurf, event),
    show_output: false,
  }),
  sample(call, { root, session }) {
    if (call.event === "stop") return null;
    const event = `${call.event === "before_tool" ? "pre" : "post"}_${"command" in call ? "run_command" : "write_code"}`;
    return {
      event,
      payload: { agent_action_name: event, trajectory_id: session, tool_info: infoOf(call, root) },
    };
  },
  live: null,
};

function infoOf(call: Exclude<SampleCall, { event: "stop" }>, cwd: string): Json {
  return "command" in call ? { command_line: call.command, cwd } : { file_path: call.write, edits: [] };
}
