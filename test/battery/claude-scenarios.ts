import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Check, openBench, repository, type Turn, toldBefore, traceOf } from "./client-bench.ts";
import type { Scenario, Tested } from "./client-scenarios.ts";

const plugin = ["--plugin-dir", join(repository, "plugin")];
const OPTIONS = ["--permission-mode", "acceptEdits", "--allowedTools", "Bash Write Edit Read Agent"];
const FORMAT = ["--output-format", "stream-json", "--verbose"];
const ask = (prompt: string, ...more: readonly string[]) => ["-p", prompt, ...more, ...OPTIONS, ...FORMAT];
const bash = (command: string, more: object = {}): Turn => [
  { tool: "Bash", input: { command, description: "step", ...more } },
];
const GREEN = 'import test from "node:test";\ntest("holds", () => {});\n';

/** Features that only Claude Code has: the plugin, subagents, background tasks, compaction. */
export const CLAUDE_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "the plugin": inPlugin,
  "a subagent": subagent,
  "a background server": backgroundServer,
  loops,
  compaction,
  "twelve calls at once": manyAtOnce,
  "trace and transcript": transcript,
  "a local marketplace": marketplace,
};

async function inPlugin({ program }: Tested): Promise<Check[]> {
  using bench = openBench("claude", program, { "a.test.mjs": GREEN });
  const conversation = await bench.converse(
    [bench.write(".env", "A=1\n"), bash("echo A=1 > .env"), bash("echo plain"), { say: "done" }],
    ask("go", ...plugin),
  );
  const denied = (turn: number) => toldBefore(conversation, turn).includes("is protected");
  const strict = ["plugin", "validate", join(repository, "plugin"), "--strict"];
  const validated = bench.run(program, strict);
  const directory = bench.run(program, [...strict, "--profile", "directory"]);
  return [
    ["it loads without errors", loadsCleanly(conversation.output)],
    ["context reaches the model", conversation.requests[0]?.includes("Enforced limits") ?? false],
    ["Write .env: denied", denied(1)],
    ["echo > .env: denied", denied(2)],
    ["control: an ordinary command ran", toldBefore(conversation, 3).includes("plain")],
    ["its MCP server is available", /"mcp_servers":\[[^\]]*agentforge/.test(conversation.output)],
    ["it passes the strict validation", validated.status === 0],
    ["and that of the directory", directory.status === 0],
  ];
}

/** The client lists the stopping subagent as a task that is still running. */
async function subagent({ program }: Tested): Promise<Check[]> {
  const run = async (edits: boolean) => {
    using bench = openBench("claude", program, { "a.test.mjs": GREEN });
    bench.install();
    const part = edits ? bench.write("src/part.mjs", "export const a = 1;\n") : bash("echo nothing");
    const input = {
      description: "part",
      prompt: "the part of the subagent",
      subagent_type: "general-purpose",
    };
    await bench.converse((request) => {
      const isParent =
        request.includes('"subagent_type":"general-purpose"') || !request.includes(input.prompt);
      if (isParent) return request.includes('"tool_use_id"') ? { say: "ok" } : [{ tool: "Agent", input }];
      return request.includes('"tool_use_id"') ? { say: "finished" } : part;
    });
    return traceOf(bench.project).filter((line) => line.event === "stop" && line.agent_id !== undefined);
  };
  const [edited, idle] = [await run(true), await run(false)];
  return [
    ["a subagent that changed code and ran no test: refused", edited[0]?.result === "denied"],
    ["control: one that changed nothing is not held up", idle.every((line) => line.result !== "denied")],
  ];
}

/** A development server runs for as long as someone works: it proves nothing about the tests. */
async function backgroundServer({ program }: Tested): Promise<Check[]> {
  const run = async (command: string) => {
    using bench = openBench("claude", program, {
      "a.test.mjs": GREEN,
      "serve.mjs": "setTimeout(() => {}, 15_000);\n",
    });
    bench.install();
    const { requests } = await bench.converse([
      bash(command, { run_in_background: true }),
      bench.write("src/app.mjs", "export const a = 1;\n"),
      { say: "done" },
      { say: "still done" },
    ]);
    return requests[3]?.includes("Not done yet") ?? false;
  };
  return [
    ["a server in the background: done is still refused", await run("node serve.mjs")],
    ["control: tests in the background are waited for", !(await run("node --test && sleep 8"))],
  ];
}

async function loops({ program }: Tested): Promise<Check[]> {
  using bench = openBench("claude", program, { "a.test.mjs": GREEN });
  const edits = Array.from({ length: 6 }, (_, index) =>
    bench.write("src/app.mjs", `export const a = ${index};\n`),
  );
  const { requests } = await bench.converse(
    [...edits, bash("node --test"), { say: "done" }],
    ask("go", ...plugin),
  );
  const warned = requests.findIndex((body) =>
    /src\/app\.mjs[^"]*5 times|5 times[^"]*src\/app\.mjs/.test(body),
  );
  return [
    ["control: no warning after four edits", warned > 4],
    ["a fifth edit to one file: the model is warned", warned === 5],
  ];
}

async function compaction({ program }: Tested): Promise<Check[]> {
  using bench = openBench("claude", program, { "a.test.mjs": GREEN, "AGENTS.md": "- `node --test`\n" });
  const first = await bench.converse(
    [bench.write("src/app.mjs", "export const a = 1;\n"), bash("node --test"), { say: "half done" }],
    ask("go", ...plugin),
  );
  const compacted = await bench.converse([], ask("/compact", ...plugin, "--continue"));
  const after = await bench.converse([{ say: "done" }], ask("go on", ...plugin, "--continue"));
  const summary = compacted.summaries[0] ?? "";
  const seen = traceOf(bench.project).map(({ event, source }) => (source ? `${event}:${source}` : event));
  return [
    ["control: the first part ran", first.requests.length === 3],
    ["the summary is asked to keep what was edited", /Keep in the summary[^"]*src\/app\.mjs/.test(summary)],
    ["control: the conversation was summarized", after.requests[0]?.includes("Files were edited.") ?? false],
    [
      "the hooks saw it, and the new start after it",
      ["compact", "start:compact"].every((event) => seen.includes(event)),
    ],
    [
      "the model is told where it left off",
      [...compacted.requests, ...after.requests].some((body) => /edited: [^"]*src\/app\.mjs/.test(body)),
    ],
  ];
}

async function manyAtOnce({ program }: Tested): Promise<Check[]> {
  const names = Array.from({ length: 12 }, (_, index) => `file-${index}.txt`);
  using bench = openBench("claude", program, Object.fromEntries(names.map((name) => [name, `${name}\n`])));
  const calls = names.map((name) => ({ tool: "Read", input: { file_path: join(bench.project, name) } }));
  const { requests } = await bench.converse([calls, { say: "done" }], ask("go", ...plugin));
  const records = traceOf(bench.project);
  const seen = (event: string) =>
    new Set(
      records
        .filter((record) => record.event === event)
        .map((record) => (record.input as { file_path?: string } | undefined)?.file_path)
        .filter((path) => path !== undefined),
    ).size;
  return [
    ["control: all twelve were read", names.every((name) => requests[1]?.includes(name))],
    ["twelve calls are in the trace", seen("before_tool") === 12],
    ["and their twelve results", seen("after_tool") === 12],
  ];
}

async function transcript({ program }: Tested): Promise<Check[]> {
  using bench = openBench("claude", program, { "a.test.mjs": GREEN });
  const script = [
    bench.write("src/app.mjs", "export const a = 1;\n"),
    bench.write(".env", "A=1"),
    bash("false"),
    bash("node --test"),
    { say: "done" },
  ];
  await bench.converse(script, ask("go", ...plugin));
  const analyze = (...args: readonly string[]) => {
    const command = [join(repository, "bin/agentforge.js"), "trace", "analyze", "--format", "json", ...args];
    const { stdout } = spawnSync(process.execPath, command, { cwd: bench.project, encoding: "utf8" });
    return JSON.parse(stdout).report;
  };
  const [ours, theirs] = [analyze(), analyze("--session", transcriptIn(bench.home))];
  const same = (key: string) => JSON.stringify(ours[key]) === JSON.stringify(theirs[key]);
  return [
    ["control: an edit, a denial, a failure and a green run", ours.timeline === "edfG"],
    ["both report the same steps", same("timeline") && same("tool_mix") && same("hot_files")],
    ["the transcript reports the cost", theirs.cost.tokens > 0],
  ];
}

async function marketplace({ program }: Tested): Promise<Check[]> {
  using bench = openBench("claude", program, { "a.test.mjs": GREEN });
  const validated = bench.run(program, ["plugin", "validate", join(repository, "plugin")]);
  const added = bench.run(program, ["plugin", "marketplace", "add", repository]);
  const installed = bench.run(program, ["plugin", "install", "agentforge@agentforge"]);
  const { requests, output } = await bench.converse([bench.write(".env", "A=1"), { say: "done" }], ask("go"));
  const removed = bench.run(program, ["plugin", "uninstall", "agentforge@agentforge"]);
  const control = await bench.converse([bench.write(".env", "A=1"), { say: "done" }], ask("go"));
  return [
    ["the plugin is valid", validated.status === 0],
    ["the marketplace is added", added.status === 0],
    ["the plugin is installed", installed.status === 0],
    ["it loads without errors", loadsCleanly(output)],
    ["its hooks fire: .env is denied", toldBefore({ requests } as never, 1).includes("is protected")],
    ["it is removed again", removed.status === 0],
    ["control: without it .env is not protected", !toldBefore(control, 1).includes("is protected")],
  ];
}

function loadsCleanly(output: string): boolean {
  return output.includes('"subtype":"init"') && !/"plugin_errors":\[\{/.test(output);
}

/** The client's own record of the last conversation. */
function transcriptIn(home: string): string {
  const folder = join(home, ".claude", "projects");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return join(folder, files.find((file) => file.endsWith(".jsonl")) ?? "");
}
