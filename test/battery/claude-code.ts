import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/**
 * The plugin in the real client, headless, against a scripted server on loopback: what is forbidden is refused
 * by every way, "done" is refused until a real test run is green, and the reasons reach the model.
 * Needs Claude Code (`CLAUDE_CODE=<path>` or `claude` on the path); skipped with a word where it is absent.
 */
const client = process.env.CLAUDE_CODE ?? "claude";
let turn = 0;
const plugin = fileURLToPath(new URL("../../plugin", import.meta.url));

if (spawnSync(client, ["--version"]).status !== 0) {
  console.log("skipped: Claude Code is not installed (CLAUDE_CODE=<path> names it)");
} else {
  process.exitCode = await run();
}

type Step = { readonly tool: string; readonly input: object } | { readonly say: string };

async function run(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-claude-"));
  const project = join(folder, "project");
  for (const path of ["project/src", "project/.git", "home"])
    mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(project, "a.test.mjs"), 'import test from "node:test";\ntest("holds", () => {});\n');
  const bash = (command: string): Step => ({ tool: "Bash", input: { command, description: "step" } });
  const script: Step[] = [
    { tool: "Write", input: { file_path: join(project, ".env"), content: "A=1" } },
    bash("echo A=1 > .env"),
    bash("printf x | tee .env"),
    bash("cp a.test.mjs .env"),
    { tool: "Write", input: { file_path: join(project, "src/app.mjs"), content: "export const a = 1;\n" } },
    { say: "done too early" },
    bash("node --test"),
    { say: "done at last" },
  ];
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    const isTurn = body.includes('"tools":[{');
    const step = isTurn ? script[requests.length] : undefined;
    if (isTurn) requests.push(body);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(events(step ?? { say: "ok" }));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  try {
    const output = await headless(project, join(folder, "home"), port);
    return judge(requests, output, project);
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function judge(requests: readonly string[], output: string, project: string): number {
  const after = (turn: number) => requests[turn] ?? "";
  const trace = existsSync(join(project, ".agentforge/harness"));
  const checks: [string, boolean][] = [
    [
      "the plugin loads without errors",
      output.includes('"subtype":"init"') && !/"plugin_errors":\[\{/.test(output),
    ],
    ["context reaches the model", after(0).includes("Enforced around you")],
    ["write .env: denied, and the model hears why", after(1).includes("is protected")],
    ["echo > .env: denied", lastResult(after(2)).includes("protected")],
    ["tee .env: denied", lastResult(after(3)).includes("protected")],
    ["cp to .env: denied", lastResult(after(4)).includes("protected")],
    [".env was never written", !existsSync(join(project, ".env"))],
    ["control: an ordinary file was written", existsSync(join(project, "src/app.mjs"))],
    ["done without a test run: refused", after(6).includes("Not done yet")],
    ["control: done after a green run: allowed", requests.length === 8 && output.includes("done at last")],
    ["a trace was left", trace],
  ];
  for (const [name, holds] of checks) console.log(`${holds ? "✔" : "✖"} ${name}`);
  return checks.every(([, holds]) => holds) ? 0 : 1;
}

/** The last thing a tool answered, in what the client sent. */
function lastResult(body: string): string {
  return body.slice(body.lastIndexOf('"tool_result"'));
}

function headless(project: string, home: string, port: number): Promise<string> {
  const args = ["-p", "go", "--plugin-dir", plugin, "--permission-mode", "acceptEdits"];
  const child = spawn(
    client,
    [...args, "--allowedTools", "Bash Write Edit Read", "--output-format", "stream-json", "--verbose"],
    {
      cwd: project,
      timeout: 120_000,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
        HOME: home,
        ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
        ANTHROPIC_API_KEY: "dummy",
        DISABLE_TELEMETRY: "1",
        DISABLE_ERROR_REPORTING: "1",
        DISABLE_AUTOUPDATER: "1",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      },
    },
  );
  return readAll(child.stdout);
}

function events(step: Step): string {
  turn += 1;
  const isTool = "tool" in step;
  const block = isTool
    ? { type: "tool_use", id: `toolu_${turn}`, name: step.tool, input: {} }
    : { type: "text", text: "" };
  const delta = isTool
    ? { type: "input_json_delta", partial_json: JSON.stringify(step.input) }
    : { type: "text_delta", text: step.say };
  const usage = { input_tokens: 10, output_tokens: 5 };
  const message = {
    id: `msg_${turn}`,
    type: "message",
    role: "assistant",
    model: "claude-sonnet-5-5",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const stream = [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: isTool ? "tool_use" : "end_turn", stop_sequence: null },
      usage,
    },
    { type: "message_stop" },
  ];
  return stream.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
