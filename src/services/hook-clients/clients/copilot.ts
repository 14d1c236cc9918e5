import { isObject } from "../../../domain/rules/settings/is-object.ts";
import { complain, type HookAnswer, type HookClient, type Json, QUIET, say } from "../client.ts";
import { contextOf, mapTexts, outputOf, unpacked } from "../payload.ts";
import { type Outcome, readEvent } from "../read-event.ts";
import { type ClientSetup, commandLine, SECONDS, samplePayload, settingsIn } from "../setup.ts";

const ENDED = /<shellId: \S+ completed with exit code (\d+)>/;

/** GitHub Copilot CLI, measured on 1.0.102: its own names, and a gate that denies when its hook fails. */
export const copilot: HookClient = {
  id: "copilot",
  events: {
    sessionStart: "start",
    preToolUse: "before_tool",
    postToolUse: "after_tool",
    postToolUseFailure: "tool_failed",
    agentStop: "stop",
    sessionEnd: "end",
  },
  fields: (payload) => ({
    ...payload,
    session_id: payload.sessionId,
    tool_name: payload.toolName,
    tool_input: unpacked(payload.toolArgs),
    tool_response: payload.toolResult,
  }),
  // If nobody can answer, the client itself turns a question into a denial.
  read: (payload, place) =>
    readEvent(payload, place, { events: copilot.events, attended: () => true, outcome: outcomeOf }),
  answer(payload, event, { decision, notes, masked, mask }) {
    if (decision.effect === "ask" && event.event === "before_tool")
      return say({ permissionDecision: "ask", permissionDecisionReason: decision.reason });
    if (decision.effect !== "allow" && (event.event === "before_tool" || event.event === "stop"))
      return refusal(event.event, decision.reason);
    const additionalContext = contextOf(notes);
    if (masked !== null && payload.hook_event_name === "postToolUse")
      return say({ modifiedResult: mapTexts(payload.tool_response, mask), additionalContext });
    if (notes.length === 0 || event.event === "end" || event.event === "stop") return QUIET;
    return say({ additionalContext });
  },
  // The text of a hook that exits with 2 is not shown to the model.
  refuse: (eventName, reason) => refusal(eventName === "agentStop" ? "stop" : "before_tool", reason),
  remark: complain,
};

function refusal(event: "before_tool" | "stop", reason: string): HookAnswer {
  if (event === "stop") return say({ decision: "block", reason });
  return say({ permissionDecision: "deny", permissionDecisionReason: reason });
}

/** A shell reports its exit code in the last line of its text; without that line it is still running. */
function outcomeOf({ tool_name, tool_response }: Json): Outcome {
  const text = isObject(tool_response) ? tool_response.textResultForLlm : tool_response;
  const output = outputOf(text);
  const code = ENDED.exec(output)?.[1];
  const exit_code = code === undefined ? null : Number(code);
  const unfinished = tool_name === "bash" && code === undefined ? { finished: false as const } : {};
  return {
    failed: (exit_code ?? 0) !== 0,
    result: { exit_code, output: output.replace(ENDED, ""), ...unfinished },
  };
}

export const copilotSetup: ClientSetup = {
  id: "copilot",
  title: "GitHub Copilot CLI",
  file: ".github/hooks/agentforge.json",
  remark:
    "Copilot CLI runs a repository's hooks only in a folder you trust: start copilot in this repository and trust " +
    "it. The file is in the repository and contains paths from this machine: do not commit it.",
  limits: [
    "A subagent is not checked when it stops, because its calls cannot be distinguished from others.",
    "The hook cannot choose what a summary of the conversation keeps.",
  ],
  events: Object.keys(copilot.events),
  preamble: { version: 1 },
  entry: (event, invocation) => ({
    type: "command",
    bash: commandLine(invocation, "copilot", event),
    timeoutSec: SECONDS,
  }),
  sample(call, at) {
    const event = { before_tool: "preToolUse", after_tool: "postToolUse", stop: "agentStop" }[call.event];
    const { tool_name, tool_input } = samplePayload(call, at, { command: "bash", write: "create" });
    const toolArgs = "write" in call ? { path: call.write, file_text: "" } : tool_input;
    const toolResult = { resultType: "success", textResultForLlm: "" };
    return {
      event,
      payload: { sessionId: at.session, cwd: at.root, toolName: tool_name, toolArgs, toolResult },
    };
  },
  live: {
    program: "copilot",
    npm: "@github/copilot",
    shell: ["bash", "command"],
    args: ["--no-auto-update", "--allow-all-tools", "-p", "go"],
    environment: (port) => ({
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
      COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}/v1`,
      COPILOT_PROVIDER_API_KEY: "scripted",
      COPILOT_MODEL: "gpt-4.1",
    }),
    home({ read, from, to }) {
      const config = settingsIn(read(".copilot/config.json"));
      const { disableAllHooks } = settingsIn(read(".copilot/settings.json"));
      const folders = [config.trusted_folders, config.trustedFolders].flat();
      const trusts = folders.some((path) => path === from || from.startsWith(`${path}/`));
      return {
        ".copilot/config.json": JSON.stringify({ trusted_folders: trusts ? [to] : [] }),
        ...(disableAllHooks === undefined
          ? {}
          : { ".copilot/settings.json": JSON.stringify({ disableAllHooks }) }),
      };
    },
    remedy: "Start copilot in this repository and trust the folder when it asks.",
  },
};
