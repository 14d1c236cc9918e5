import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parse, stringify } from "smol-toml";
import { installHooks } from "../../src/app/hooks/install.ts";
import type { Json } from "../../src/services/hook-clients/client.ts";
import { type ClientId, SETUPS } from "../../src/services/hook-clients/clients/list.ts";
import {
  type Conversation,
  openClientRoom,
  runClient,
} from "../../src/services/hook-clients/live/client-run.ts";
import type { Script } from "../../src/services/hook-clients/live/scripted-server.ts";
import type { Turn } from "../../src/services/hook-clients/live/wire-formats.ts";
import type { LiveRun } from "../../src/services/hook-clients/setup.ts";
import { PATH } from "./client-programs.ts";

export type { Turn } from "../../src/services/hook-clients/live/wire-formats.ts";
export type Check = readonly [name: string, holds: boolean];

export const repository = fileURLToPath(new URL("../..", import.meta.url));
export const bundle = join(repository, "dist", "hook.cjs");

export interface ClientBench extends Disposable {
  readonly project: string;
  readonly home: string;
  at(path: string): string;
  has(path: string): boolean;
  shell(command: string): Turn;
  write(path: string, content: string): Turn;
  /** Registers the hooks, as `hooks install` does. */
  install(bundle?: string): void;
  /** Does what a person does in the client: trusts the folder, and each hook if the client asks. */
  trust(): Promise<void>;
  converse(script: Script, args?: readonly string[]): Promise<Conversation>;
  /** Runs a command of the client, or any other program, that needs no model. */
  run(program: string, args: readonly string[]): { readonly status: number | null; readonly output: string };
}

/** The real client in a small repository and an empty home. */
export function openBench(
  client: ClientId,
  program: string,
  files: Readonly<Record<string, string>> = {},
): ClientBench {
  const setup = SETUPS[client];
  const live = setup.live as LiveRun;
  const room = openClientRoom(tmpdir());
  const { project, home } = room;
  const user = new Map<string, string>();
  room.write("project", { ...live.project, ...files });
  writeFileSync(
    join(home, "agentforge"),
    `#!/bin/sh\nexec '${process.execPath}' '${repository}bin/agentforge.js' "$@"\n`,
    {
      mode: 0o755,
    },
  );
  const path = [home, PATH].join(delimiter);
  const [tool, field] = live.shell;
  return {
    project,
    home,
    at: (path) => join(project, path),
    has: (path) => existsSync(join(project, path)),
    shell: (command) => [{ tool, input: { [field]: command, description: "step" } }],
    write: (path, content) => [writeCall(client, project, path, content)],
    install: (at = bundle) => {
      const invocation = { node: process.execPath, bundle: at };
      const request = {
        root: project,
        client,
        invocation,
        denyRules: false,
        instructions: false,
        dryRun: false,
      };
      installHooks(request);
    },
    async trust() {
      user.set(".gemini/trustedFolders.json", JSON.stringify({ [project]: "TRUST_FOLDER" }));
      user.set(".copilot/config.json", JSON.stringify({ trusted_folders: [project] }));
      const projects = { [project]: { trust_level: "trusted" } };
      user.set(".codex/config.toml", stringify({ projects }));
      if (client !== "codex") return;
      room.write("home", { ".codex/config.toml": stringify({ projects }) });
      const state = await hookHashes(program, home, project);
      user.set(".codex/config.toml", stringify({ projects, hooks: { state } }));
    },
    converse(script, args) {
      const toml = { parse: (text: string) => parse(text) as Json, stringify };
      const files = live.home({ read: (path) => user.get(path) ?? null, toml, from: project, to: project });
      const more = args === undefined ? {} : { args };
      return runClient(room, files, { live, program, path, script, timeoutMs: 120_000, ...more });
    },
    run(command, args) {
      const env = { PATH: path, HOME: home, PWD: project, ...live.environment(9) };
      const options = { cwd: project, env, encoding: "utf8", timeout: 60_000 } as const;
      const { status, stdout, stderr } = spawnSync(command, args, options);
      return { status, output: `${stdout}${stderr}` };
    },
    [Symbol.dispose]: () => room[Symbol.dispose](),
  };
}

function writeCall(client: ClientId, project: string, path: string, content: string) {
  const file = join(project, path);
  if (client === "codex") {
    const lines = content.split("\n").slice(0, -1);
    const patch = [
      "*** Begin Patch",
      `*** Add File: ${path}`,
      ...lines.map((line) => `+${line}`),
      "*** End Patch",
    ];
    return { tool: "apply_patch", input: `${patch.join("\n")}\n` };
  }
  if (client === "gemini") return { tool: "write_file", input: { file_path: file, content } };
  if (client === "copilot") return { tool: "create", input: { path: file, file_text: content } };
  if (client === "opencode") return { tool: "write", input: { filePath: file, content } };
  return { tool: "Write", input: { file_path: file, content } };
}

/** The hash of each hook as Codex itself computes it and stores when a person trusts the hook. */
async function hookHashes(program: string, home: string, project: string): Promise<Record<string, Json>> {
  const child = spawn(program, ["app-server"], {
    cwd: project,
    env: { PATH, HOME: home },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const lines = createInterface({ input: child.stdout });
  const timer = setTimeout(() => child.kill("SIGKILL"), 30_000);
  try {
    const send = (message: Json) => child.stdin.write(`${JSON.stringify(message)}\n`);
    send({
      id: 1,
      method: "initialize",
      params: { clientInfo: { name: "battery", title: "", version: "1" } },
    });
    send({ method: "initialized" });
    send({ id: 2, method: "hooks/list", params: { cwds: [project] } });
    for await (const line of lines) {
      const { id, result } = JSON.parse(line);
      if (id !== 2) continue;
      const hooks: { key: string; currentHash: string }[] = result.data.flatMap(
        (each: { hooks: [] }) => each.hooks,
      );
      return Object.fromEntries(hooks.map(({ key, currentHash }) => [key, { trusted_hash: currentHash }]));
    }
    throw new Error("Codex did not list its hooks");
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  }
}

/** What the model was last told before the given turn. */
export function toldBefore(conversation: Conversation, turn: number): string {
  const body = conversation.requests[turn] ?? "";
  const marks = [
    '"tool_result"',
    '"function_call_output"',
    '"custom_tool_call_output"',
    '"functionResponse"',
    '"role":"tool"',
  ];
  const last = Math.max(...marks.map((mark) => body.lastIndexOf(mark)));
  return last === -1 ? "" : body.slice(last);
}

/** The lines of every session's trace. */
export function traceOf(project: string): Json[] {
  const { stdout } = spawnSync("sh", ["-c", "cat .agentforge/harness/*/trace-log.jsonl"], {
    cwd: project,
    encoding: "utf8",
  });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
