import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, isAbsolute, join, resolve } from "node:path";
import { counted } from "../../domain/rules/counted.ts";
import type { Json } from "./client.ts";
import type { ClientId } from "./clients.ts";
import { isRecord } from "./payload.ts";
import { ourCommand, REGISTRATIONS } from "./registration.ts";

export interface ProbeFinding {
  readonly client: ClientId;
  readonly subject: string;
  readonly good: boolean;
  readonly detail: string;
}

interface Probe {
  readonly title: string;
  readonly event: "before" | "after" | "stop";
  readonly payload: Json | string;
  readonly refused: boolean;
}

/**
 * Starts the hook exactly as it is registered, with calls that must be refused and, as a control, calls that
 * must not. Being registered proves nothing.
 */
export function probeHooks(root: string, client: ClientId, ownBundle: string | null = null): ProbeFinding[] {
  const registration = REGISTRATIONS[client];
  const commands = registeredCommands(join(root, registration.file), client);
  if (commands.size === 0) return [];
  const foreign = [...commands.values()].find((command) => !isStartable(command, root, ownBundle));
  if (foreign)
    return [
      {
        client,
        subject: registration.file,
        good: false,
        detail: `registers a program that is not ours, which was not started: ${foreign.join(" ")}`,
      },
    ];
  const missing = registration.events.filter((event) => !commands.has(event));
  const registered: ProbeFinding = {
    client,
    subject: registration.file,
    good: missing.length === 0,
    detail:
      missing.length === 0
        ? `${counted(commands.size, "event")} registered`
        : `not registered: ${missing.join(", ")}`,
  };
  const session = `agentforge-doctor-${process.pid}`;
  try {
    return [
      registered,
      ...probesFor(client, root, session).map((probe) => runProbe(probe, client, root, commands)),
    ];
  } finally {
    rmSync(join(root, ".agentforge", "harness", session), { recursive: true, force: true });
  }
}

/** The registration is a file of the repository: only Node with a hook from outside of it, or our own, is started. */
function isStartable([program = "", bundle = ""]: readonly string[], root: string, ownBundle: string | null) {
  const isOutside = (path: string) => isAbsolute(path) && !resolve(path).startsWith(`${resolve(root)}/`);
  const isNode =
    program === process.execPath || (isOutside(program) && /^node(?:\.exe)?$/.test(basename(program)));
  return isNode && (bundle === ownBundle || isOutside(bundle));
}

function runProbe(
  probe: Probe,
  client: ClientId,
  root: string,
  commands: Map<string, string[]>,
): ProbeFinding {
  const event = EVENTS[client][probe.event];
  const [program, ...args] = commands.get(event) ?? [];
  if (program === undefined)
    return { client, subject: probe.title, good: false, detail: `${event} is not registered` };
  const input = typeof probe.payload === "string" ? probe.payload : JSON.stringify(probe.payload);
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    input,
    encoding: "utf8",
    timeout: 10_000,
  });
  if (error || (status !== 0 && status !== 2))
    return {
      client,
      subject: probe.title,
      good: false,
      detail: error?.message ?? `exit code ${status}: ${stderr.trim()}`,
    };
  const refused = status === 2 || /"(?:permissionDecision|decision)":"(?:deny|block)"/.test(stdout);
  const word = refused ? "refused" : "let through";
  return { client, subject: probe.title, good: refused === probe.refused, detail: word };
}

const EVENTS = {
  claude: { before: "PreToolUse", after: "PostToolUse", stop: "Stop" },
  codex: { before: "PreToolUse", after: "PostToolUse", stop: "Stop" },
  gemini: { before: "BeforeTool", after: "AfterTool", stop: "AfterAgent" },
} as const;

function probesFor(client: ClientId, root: string, session_id: string): Probe[] {
  const shell = client === "gemini" ? "run_shell_command" : "Bash";
  const write = client === "gemini" ? "write_file" : "Write";
  const make = (title: string, event: Probe["event"], refused: boolean, fields: Json): Probe => ({
    title,
    event,
    refused,
    payload: { session_id, cwd: root, hook_event_name: EVENTS[client][event], ...fields },
  });
  const source = join(root, "src", "agentforge-probe.py");
  return [
    make("control: git status", "before", false, { tool_name: shell, tool_input: { command: "git status" } }),
    make("write .env", "before", true, {
      tool_name: write,
      tool_input: { file_path: join(root, ".env"), content: "" },
    }),
    make("echo > .env", "before", true, { tool_name: shell, tool_input: { command: "echo A=1 > .env" } }),
    make("rm -rf /", "before", true, { tool_name: shell, tool_input: { command: "rm -rf /" } }),
    { title: "a torn payload", event: "before", refused: true, payload: '{"hook_event_name":' },
    // Open tasks of a plan are a reason of their own not to stop.
    ...(existsSync(join(root, "IMPLEMENTATION_PLAN.md"))
      ? []
      : [make("control: nothing to verify", "stop", false, { stop_hook_active: false })]),
    make("control: an edit is seen", "after", false, {
      tool_name: write,
      tool_input: { file_path: source, content: "" },
      tool_response: {},
    }),
    make("done without a test run", "stop", true, { stop_hook_active: false }),
  ];
}

function registeredCommands(file: string, client: ClientId): Map<string, string[]> {
  const settings: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const hooks = isRecord(settings) && isRecord(settings.hooks) ? settings.hooks : {};
  const found = new Map<string, string[]>();
  for (const [event, groups] of Object.entries(hooks))
    for (const group of Array.isArray(groups) ? groups : [])
      for (const handler of isRecord(group) && Array.isArray(group.hooks) ? group.hooks : []) {
        const command = ourCommand(handler, client);
        if (command) found.set(event, command);
      }
  return found;
}
