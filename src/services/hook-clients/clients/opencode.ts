import { isObject } from "../../../domain/rules/settings/is-object.ts";
import { complain, type HookClient, type Json, QUIET, say } from "../client.ts";
import { contextOf, outputOf } from "../payload.ts";
import { ended, type Outcome, readEvent } from "../read-event.ts";
import { type ClientSetup, type Invocation, NO_COMPILER, samplePayload } from "../setup.ts";

/**
 * opencode, measured on 1.18.33: its hooks are functions of a plugin, which is ours and calls this program.
 */
export const opencode: HookClient = {
  id: "opencode",
  events: {
    "session.start": "start",
    "tool.execute.before": "before_tool",
    "tool.execute.after": "after_tool",
    "session.compacting": "compact",
  },
  read: (payload, place) => readEvent(payload, place, { events: opencode.events, outcome: outcomeOf }),
  answer(_payload, event, { decision, notes, masked }) {
    if (event.event === "before_tool" && decision.effect !== "allow") return say({ deny: decision.reason });
    const answer = {
      ...(masked === null ? {} : { output: masked }),
      ...(notes.length === 0 ? {} : { context: contextOf(notes) }),
    };
    return Object.keys(answer).length === 0 ? QUIET : say(answer);
  },
  remark: complain,
};

function outcomeOf({ tool_response }: Json): Outcome {
  const fields = isObject(tool_response) ? tool_response : {};
  return ended(typeof fields.exit === "number" ? fields.exit : null, outputOf(fields.output));
}

export const opencodeSetup: ClientSetup = {
  id: "opencode",
  title: "opencode",
  file: ".opencode/plugins/agentforge.js",
  remark: null,
  limits: [
    "The end of a turn cannot be refused, so “done means tested” is not enforced.",
    "A call that the client itself refuses is not reported.",
  ],
  events: Object.keys(opencode.events),
  entry: () => null,
  program: pluginText,
  sample(call, at) {
    if (call.event === "stop") return null;
    const event = { before_tool: "tool.execute.before", after_tool: "tool.execute.after" }[call.event];
    const payload = samplePayload(call, at, { command: "bash", write: "write" });
    const tool_input = "write" in call ? { filePath: call.write, content: "" } : payload.tool_input;
    return { event, payload: { ...payload, hook_event_name: event, tool_input } };
  },
  live: {
    program: "opencode",
    npm: "opencode-ai",
    shell: ["bash", "command"],
    args: ["run", "--format", "json", "--auto", "-m", "scripted/scripted", "go"],
    environment: (port) => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify(scriptedConfig(port)),
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
    }),
    home: () => installed(".config/opencode"),
    project: installed(".opencode"),
    remedy: "Check for --pure, and for OPENCODE_PURE in the environment: they disable plugins.",
  },
};

/** Keeps the client from installing the types of its plugins from the registry before it starts. */
function installed(folder: string): Record<string, string> {
  const lock = { packages: { "": { dependencies: { "@opencode-ai/plugin": "*" } } } };
  return {
    [`${folder}/node_modules/.keep`]: "",
    [`${folder}/package-lock.json`]: JSON.stringify(lock),
  };
}

function scriptedConfig(port: number): object {
  const models = {
    scripted: { name: "scripted", tool_call: true, limit: { context: 200_000, output: 8_000 } },
  };
  const options = { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: "scripted" };
  return {
    autoupdate: false,
    share: "disabled",
    enabled_providers: ["scripted"],
    model: "scripted/scripted",
    small_model: "scripted/scripted",
    provider: { scripted: { npm: "@ai-sdk/openai-compatible", name: "scripted", options, models } },
  };
}

/** A gate without an answer refuses; anything else continues. */
function pluginText({ node, bundle }: Invocation): string {
  return `// Written by AgentForge: its guards judge every tool call. To remove it: agentforge hooks uninstall
import { spawn } from "node:child_process";

const [NODE, BUNDLE] = ${JSON.stringify([node, bundle])};

function ask(event, payload) {
  return new Promise((resolve) => {
    const child = spawn(NODE, ["${NO_COMPILER}", BUNDLE, "opencode", event], { timeout: 10_000 });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (part) => { stdout += part; });
    child.stderr.on("data", (part) => { stderr += part; });
    child.stdin.on("error", () => {});
    child.on("error", (error) => resolve({ failure: error.message }));
    child.on("close", (code) => {
      if (code !== 0) return resolve({ failure: stderr.trim() || "exit code " + code });
      try { resolve(stdout === "" ? {} : JSON.parse(stdout)); } catch (error) { resolve({ failure: error.message }); }
    });
    child.stdin.end(JSON.stringify({ hook_event_name: event, ...payload }));
  });
}

${HOOKS}`;
}

const HOOKS = `export const AgentForge = async ({ directory }) => {
  const contexts = new Map();
  const base = ({ sessionID }) => ({ session_id: sessionID, cwd: directory, project_folder: directory });
  return {
    "tool.execute.before": async (input, output) => {
      const call = { tool_name: input.tool, tool_input: output.args ?? {} };
      const { deny, failure } = await ask("tool.execute.before", { ...base(input), ...call });
      if (deny || failure) throw new Error(deny ?? "AgentForge's hook failed, so the call is refused: " + failure);
    },
    "tool.execute.after": async (input, output) => {
      const tool_response = { output: output.output, exit: output.metadata?.exit };
      const call = { tool_name: input.tool, tool_input: input.args ?? {}, tool_response };
      const answer = await ask("tool.execute.after", { ...base(input), ...call });
      if (answer.output !== undefined) output.output = answer.output;
      if (answer.context) output.output += "\\n\\n" + answer.context;
    },
    "experimental.chat.system.transform": async (input, output) => {
      const id = input.sessionID;
      if (id === undefined) return;
      if (!contexts.has(id)) contexts.set(id, ask("session.start", { ...base(input), source: "startup" }));
      const { context } = await contexts.get(id);
      if (context) output.system.push(context);
    },
    "experimental.session.compacting": async (input, output) => {
      const { context } = await ask("session.compacting", { ...base(input), trigger: "auto" });
      if (context) output.context.push(context);
    },
  };
};
`;
