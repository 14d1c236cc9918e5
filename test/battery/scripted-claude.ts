import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text as readAll } from "node:stream/consumers";

/** One answer of the model: calls, several at once where it says so, or words. */
export type Turn =
  | readonly { readonly tool: string; readonly input: object }[]
  | { readonly say: string; readonly tokens?: number };

export interface Conversation {
  /** What the client sent for each turn: the last entry is what the model was told last. */
  readonly requests: readonly string[];
  /** What it sent to have the conversation summarised. */
  readonly summaries: readonly string[];
  /** The client's own account, one JSON object a line. */
  readonly output: string;
}

export interface Bench extends Disposable {
  readonly project: string;
  converse(script: readonly Turn[], args: readonly string[], prompt?: string): Promise<Conversation>;
  /** The client's own record of the last conversation. */
  transcript(): string;
  /** Runs a command of the client that needs no model. */
  run(args: readonly string[]): { readonly status: number | null; readonly output: string };
}

/** Claude Code in an empty home and a small repository, headless, against a server on loopback that follows a script. */
export function openBench(client: string, files: Readonly<Record<string, string>>): Bench {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-claude-"));
  const [project, home] = [join(folder, "project"), join(folder, "home")];
  for (const path of [project, home]) mkdirSync(path, { recursive: true });
  spawnSync("git", ["init", "-q", project]);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  return {
    project,
    async converse(script, args, prompt = "go") {
      const [requests, summaries]: [string[], string[]] = [[], []];
      const server = createServer(async (request, response) => {
        const body = await readAll(request);
        const turn = answerTo(body, script, requests, summaries);
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(events(turn));
      });
      await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
      try {
        const { port } = server.address() as AddressInfo;
        const options = ["--permission-mode", "acceptEdits", "--allowedTools", "Bash Write Edit Read"];
        const format = ["--output-format", "stream-json", "--verbose"];
        const child = spawn(client, ["-p", prompt, ...args, ...options, ...format], {
          cwd: project,
          timeout: 120_000,
          stdio: ["ignore", "pipe", "inherit"],
          env: environment(home, port),
        });
        return { requests, summaries, output: await readAll(child.stdout) };
      } finally {
        server.closeAllConnections();
        server.close();
      }
    },
    transcript() {
      const folder = join(home, ".claude", "projects");
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
      return join(folder, files.find((file) => file.endsWith(".jsonl")) ?? "");
    },
    run(args) {
      const options = { cwd: project, env: environment(home, 9), encoding: "utf8", timeout: 60_000 } as const;
      const { status, stdout, stderr } = spawnSync(client, args, options);
      return { status, output: `${stdout}${stderr}` };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The last thing a tool answered, in what the client sent. */
export function lastResult(body: string | undefined): string {
  return body === undefined ? "" : body.slice(body.lastIndexOf('"tool_result"'));
}

/** The client also asks for titles and the like; only what offers tools is a turn of the script. */
function answerTo(body: string, script: readonly Turn[], requests: string[], summaries: string[]): Turn {
  if (/create a detailed summary/.test(body.slice(body.lastIndexOf('"role":"user"')))) {
    summaries.push(body);
    return { say: "<summary>Files were edited.</summary>" };
  }
  if (!body.includes('"tools":[{')) return { say: "ok" };
  requests.push(body);
  return script[requests.length - 1] ?? { say: "ok" };
}

function environment(home: string, port: number): Record<string, string> {
  return {
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    ANTHROPIC_API_KEY: "dummy",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
}

let messages = 0;

function events(turn: Turn): string {
  messages += 1;
  const says = "say" in turn;
  const blocks = says
    ? [{ block: { type: "text", text: "" }, delta: { type: "text_delta", text: turn.say } }]
    : turn.map(({ tool, input }, index) => ({
        block: { type: "tool_use", id: `toolu_${messages}_${index}`, name: tool, input: {} },
        delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
      }));
  const usage = { input_tokens: (says ? turn.tokens : undefined) ?? 10, output_tokens: 5 };
  const stop = { stop_reason: says ? "end_turn" : "tool_use", stop_sequence: null };
  const message = {
    id: `msg_${messages}`,
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
    ...blocks.flatMap(({ block, delta }, index) => [
      { type: "content_block_start", index, content_block: block },
      { type: "content_block_delta", index, delta },
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: stop, usage },
    { type: "message_stop" },
  ];
  return stream.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
