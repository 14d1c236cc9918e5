import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { execa } from "execa";
import {
  type ModelServer,
  type Reply,
  type SeenRequest,
  startModelServer,
} from "../../support/model-server.ts";
import { sandboxOptions } from "../../support/nested.ts";
import { makeRepository, type Repository } from "../../support/repository.ts";
import { startTraceReceiver, type TraceReceiver } from "../../support/trace-receiver.ts";
import { type Canary, environmentCanaries, sourceCanaries, strayCanaries } from "./canaries.ts";
import { type Outlet, stateOutlets } from "./scan.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const PROGRAMS = {
  redacted: [join(root, "bin/agentforge.js")],
  unredacted: [join(root, "test/battery/secrets/unredacted.ts")],
};

export interface Scenario {
  readonly repository: Repository;
  readonly outlets: readonly Outlet[];
  readonly secrets: readonly { readonly kind: string; readonly value: string }[];
  readonly source: readonly Canary[];
  /** Deviations from the scenario. */
  readonly troubles: readonly string[];
  close(): Promise<void>;
}

/** One day of work in a repository full of secrets, through every host. */
export async function play(manner: keyof typeof PROGRAMS): Promise<Scenario> {
  const source = sourceCanaries();
  const environment = environmentCanaries();
  const stray = strayCanaries();
  const repository = makeRepository((folder) => fill(folder, source, environment, stray.fileName));
  repository.git("commit", "--allow-empty", "-q", "-m", `rotate ${stray.commit}`);
  const server = await startModelServer(modelFor(stray));
  const receiver = await startTraceReceiver();
  const outlets: Outlet[] = [];
  const troubles: string[] = [];
  const rig = { manner, repository, server, receiver, environment, outlets, troubles };

  await work(rig, stray);
  await overMcp(rig);

  outlets.push(
    ...server.requests.map((request, index) => ({
      exit: "prompt",
      place: `request ${index + 1}`,
      text: JSON.stringify(request.body),
    })),
    ...Object.entries(receiver.spans).map(([place, spans]) => ({
      exit: "telemetry",
      place,
      text: JSON.stringify(spans),
    })),
    ...stateOutlets(join(repository.path, ".agentforge")),
    { exit: "commit", place: "git log", text: repository.git("log", "--all", "-1", "--format=%B", "HEAD") },
  );
  const secrets = [
    ...source,
    ...environment.map(({ name, value }) => ({ kind: `environment ${name}`, value })),
    ...Object.entries(stray).map(([kind, value]) => ({ kind: `stray: ${kind}`, value })),
  ];
  return {
    repository,
    outlets,
    secrets,
    source,
    troubles,
    async close() {
      await Promise.all([server.close(), receiver.close()]);
      repository.remove();
    },
  };
}

function fill(
  folder: string,
  source: readonly Canary[],
  environment: readonly { readonly value: string }[],
  fileName: string,
): void {
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  write("package.json", '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n');
  const guarded = `export const add = (a, b, key = "${source[2]?.value}") => (key === "" ? 0 : a - b);`;
  const lines = [
    ...source.map(({ line }) => line),
    ...environment.map(({ value }, index) => `  field${index}: "${value}",`),
  ];
  write("shop.js", `export const settings = {\n${lines.join("\n")}\n};\n\n${guarded}\n`);
  write(
    "shop.test.js",
    [
      'import assert from "node:assert/strict";',
      'import { it } from "node:test";',
      'import { add, settings } from "./shop.js";',
      'it("adds", () => {',
      "  for (const value of Object.values(settings)) console.log(value);",
      "  assert.equal(add(2, 3), 5, JSON.stringify(settings));",
      "});",
      "",
    ].join("\n"),
  );
  write(`${fileName}.js`, "export const nothing = 0;\n");
}

type Stray = ReturnType<typeof strayCanaries>;

/** A model that reads, leaks what it makes up, misuses a placeholder, and then repairs the line with a secret. */
function modelFor(stray: Stray): (request: SeenRequest) => Reply {
  let turn = 0;
  return (request) => {
    if (request.transcript.includes("Write a plan")) {
      return { calls: [{ name: "decline_plan", input: { reason: `I would need ${stray.model}` } }] };
    }
    turn += 1;
    const edit = (path: string, search: string, replace: string): Reply => ({
      say: `I found ${stray.model}.`,
      calls: [{ name: "edit_file", input: { files: [{ path, changes: [{ search, replace }] }] } }],
    });
    const shown = /key = \\*"(<secret:[a-z0-9-]+:[0-9a-f]{6}>|[^"\\]+)\\*"\) => /.exec(
      request.transcript,
    )?.[1];
    switch (turn) {
      case 1:
        return { calls: [{ name: "read_file", input: { path: "shop.js" } }] };
      case 2:
        return { calls: [{ name: "search_code", input: { query: "settings|key" } }] };
      case 3:
        return {
          calls: [
            { name: "write_file", input: { path: "copy.js", content: `export default "${shown}";\n` } },
          ],
        };
      case 4:
        return { calls: [{ name: "run_tests", input: {} }] };
      case 5:
        return edit(
          "shop.js",
          `"${shown}") => (key === "" ? 0 : a - b)`,
          `"${shown}") => (key === "" ? 0 : a + b)`,
        );
      case 6:
        return { calls: [{ name: "git_diff", input: {} }] };
      case 7:
        return {
          calls: [{ name: "complete", input: { summary: `add() adds now (${stray.modelSummary})` } }],
        };
      default:
        return {
          calls: [
            {
              name: "escalate",
              input: {
                reason: `${stray.model} does not work any more, says the service`,
                constraints: [stray.model],
                alternatives: [],
              },
            },
          ],
        };
    }
  };
}

interface Rig {
  readonly manner: keyof typeof PROGRAMS;
  readonly repository: Repository;
  readonly server: ModelServer;
  readonly receiver: TraceReceiver;
  readonly environment: readonly { readonly name: string; readonly value: string }[];
  readonly outlets: Outlet[];
  readonly troubles: string[];
}

function environmentOf({ environment, server, receiver }: Rig): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "/",
    AGENTFORGE_BRAIN: "anthropic:scripted",
    ANTHROPIC_API_KEY: "sk-ant-scripted",
    ANTHROPIC_BASE_URL: server.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    ...Object.fromEntries(environment.map(({ name, value }) => [name, value])),
  };
}

/** Runs one command; its output counts as having left the process. */
async function run(
  rig: Rig,
  args: readonly string[],
  expected: readonly number[] = [0],
  input = "",
): Promise<string> {
  const { stdout, stderr, exitCode } = await execa(
    process.execPath,
    [...PROGRAMS[rig.manner], ...sandboxOptions, ...args],
    {
      cwd: rig.repository.path,
      env: environmentOf(rig),
      extendEnv: false,
      reject: false,
      timeout: 120_000,
      input,
    },
  );
  const command = args.join(" ");
  const exit = args[0] === "hook" ? "hook" : "terminal";
  rig.outlets.push({ exit, place: command, text: `${stdout}\n${stderr}` });
  if (!expected.includes(exitCode ?? -1))
    rig.troubles.push(`${command}: exit code ${exitCode}\n${stderr.slice(-600)}`);
  return stdout;
}

async function work(rig: Rig, stray: Stray): Promise<void> {
  const { repository } = rig;
  await run(rig, ["init"]);
  repository.write(".agentforge/contracts/shop.yaml", CONTRACT);
  await run(rig, ["conformance", "check"], [1]);
  await run(rig, ["conformance", "check", "--format", "sarif"], [1]);
  await run(rig, ["conformance", "violations", "list"]);
  const repaired = JSON.parse(await run(rig, ["repair", "--brain", "llm", "--json"]));
  const review = String(repaired.review?.review_id ?? "none");
  await run(rig, ["review", "show", review]);
  await run(rig, ["review", "show", review, "--json"]);
  await run(rig, ["inbox", "--json"]);
  const sessions: { session_id: string; brain: string; task_description: string }[] = JSON.parse(
    await run(rig, ["session", "list", "--json"]),
  );
  for (const { session_id } of sessions) await run(rig, ["session", "show", session_id, "--json"]);
  const own = sessions.find(({ task_description }) => task_description.startsWith("make these tests pass"));
  await run(rig, ["session", "replay", own?.session_id ?? "none"]);
  await run(rig, ["review", "approve", review]);
  const commit = repository.git("rev-parse", "HEAD").trim();
  await run(rig, ["certificate", "show", commit]);
  await run(rig, ["certificate", "verify", commit]);
  await run(rig, ["journal", "verify"]);
  await run(rig, ["journal", "export"]);
  await run(rig, ["trace", "analyze"], [0, 1]);
  await run(rig, ["index"]);
  await run(rig, ["search", "settings"], [0, 1]);
  await run(rig, ["tool", "run", "read_file", "--input", '{"path":"shop.js"}'], [0, 1]);
  repository.write("shop.js", repository.read("shop.js").replace("a + b", "a * b"));
  await run(rig, ["repair", "--brain", "llm"], [0, 1]);
  await run(rig, ["escalation", "list"], [0, 1]);
  await run(rig, ["request", `Use the key ${stray.person} in production`], [0, 1]);
  await run(rig, ["plan", "list"], [0, 1]);
  await run(rig, ["status"]);
  await run(rig, ["state", "check"], [0, 1]);
  await run(rig, ["hook", "claude", "PostToolUse"], [0, 2], hookPayload(repository.path, stray.hook));
}

const CONTRACT = `id: shop
description: no settings in the code
applies_to: ["*.js"]
checks:
  - id: no-settings
    severity: minor
    message: a setting in the code
    pattern:
      regex: "^  [A-Za-z_]+: "
`;

function hookPayload(cwd: string, secret: string): string {
  return JSON.stringify({
    session_id: "hooked",
    cwd,
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: `echo ${secret}` },
    tool_response: { stdout: `the key is ${secret}`, stderr: "", interrupted: false, isImage: false },
  });
}

async function overMcp(rig: Rig): Promise<void> {
  const client = new Client({ name: "battery", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...PROGRAMS[rig.manner], ...sandboxOptions, "mcp"],
      cwd: rig.repository.path,
      env: environmentOf(rig),
      stderr: "ignore",
    }),
  );
  const calls = [
    ["read_file", { path: "shop.js" }],
    ["search_code", { query: "settings|key" }],
    ["run_tests", {}],
    ["check", {}],
    ["list_directory", { path: "." }],
  ] as const;
  for (const [name, parameters] of calls) {
    const answer = await client
      .callTool({ name, arguments: parameters })
      .catch((error: Error) => rig.troubles.push(`mcp ${name}: ${error.message}`));
    rig.outlets.push({ exit: "mcp", place: name, text: JSON.stringify(answer) });
  }
  const { resources } = await client.listResources();
  for (const { uri } of resources) {
    const answer = await client.readResource({ uri });
    rig.outlets.push({ exit: "mcp", place: uri, text: JSON.stringify(answer) });
  }
  await client.close();
}
