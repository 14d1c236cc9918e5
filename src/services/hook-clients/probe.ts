import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { basename, isAbsolute, join, resolve } from "node:path";
import { counted } from "../../domain/rules/text/counted.ts";
import type { Json } from "./client.ts";
import { type ClientId, SETUPS } from "./clients/list.ts";
import { registeredCommands } from "./registration.ts";
import { type ClientSetup, hookOf, type SampleCall } from "./setup.ts";

export interface ProbeResult {
  readonly client: ClientId;
  readonly subject: string;
  /** Null if it could not be observed. */
  readonly good: boolean | null;
  readonly detail: string;
}

interface Probe {
  readonly title: string;
  readonly event: string;
  readonly payload: Json | string;
  readonly refused: boolean;
}

const REFUSAL = /"(?:permissionDecision|permission|decision)":"(?:deny|block)"|"(?:followup_message|deny)":/;

/**
 * Starts the hook exactly as registered, with calls that must be refused and, as a control, calls that must
 * not. This shows what the hook answers; `tryClient` shows whether the client starts it.
 */
export function probeHooks(root: string, client: ClientId, ownBundle: string | null = null): ProbeResult[] {
  const setup = SETUPS[client];
  const commands = registeredCommands(join(root, setup.file), setup);
  if (commands.size === 0) return [];
  const foreign = [...commands.values()].find((command) => !isStartable(command, root, ownBundle));
  if (foreign)
    return [
      {
        client,
        subject: setup.file,
        good: false,
        detail: `registers a program that is not AgentForge's and was not started: ${foreign.join(" ")}`,
      },
    ];
  const missing = setup.events.filter((event) => !commands.has(event));
  const registered: ProbeResult = {
    client,
    subject: setup.file,
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
      ...probesFor(setup, root, session).map((probe) => runProbe(probe, client, root, commands)),
    ];
  } finally {
    rmSync(join(root, ".agentforge", "harness", session), { recursive: true, force: true });
  }
}

/**
 * The registration is a file in the repository, so only our own hook is started, or Node with a hook from
 * outside the repository.
 */
function isStartable(command: readonly string[], root: string, ownBundle: string | null) {
  const [[program = ""], [bundle = ""]] = [command, hookOf(command)];
  const isOutside = (path: string) => isAbsolute(path) && !resolve(path).startsWith(`${resolve(root)}/`);
  const isNode =
    program === process.execPath || (isOutside(program) && /^node(?:\.exe)?$/.test(basename(program)));
  return isNode && (bundle === ownBundle || isOutside(bundle));
}

function runProbe(
  probe: Probe,
  client: ClientId,
  root: string,
  commands: ReadonlyMap<string, string[]>,
): ProbeResult {
  const [program, ...args] = commands.get(probe.event) ?? [];
  if (program === undefined)
    return { client, subject: probe.title, good: false, detail: `${probe.event} is not registered` };
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
  const refused = status === 2 || REFUSAL.test(stdout);
  const word = refused ? "refused" : "let through";
  return { client, subject: probe.title, good: refused === probe.refused, detail: word };
}

function probesFor(setup: ClientSetup, root: string, session: string): Probe[] {
  const make = (title: string, refused: boolean, call: SampleCall): Probe[] => {
    const sample = setup.sample(call, { root, session });
    return sample === null ? [] : [{ title, refused, ...sample }];
  };
  const before = { event: "before_tool" } as const;
  const [gate] = make("", true, { ...before, command: "" });
  const source = join(root, "src", "agentforge-probe.py");
  return [
    ...make("control: git status", false, { ...before, command: "git status" }),
    ...make("write .env", true, { ...before, write: join(root, ".env") }),
    ...make("echo > .env", true, { ...before, command: "echo A=1 > .env" }),
    ...make("rm -rf /", true, { ...before, command: "rm -rf /" }),
    ...(gate ? [{ ...gate, title: "a truncated payload", payload: '{"hook_event_name":' }] : []),
    // Open tasks in a plan are a separate reason not to stop.
    ...(existsSync(join(root, "IMPLEMENTATION_PLAN.md"))
      ? []
      : make("control: nothing to verify", false, { event: "stop" })),
    ...make("control: an edit is seen", false, { event: "after_tool", write: source }),
    ...make("done without a test run", true, { event: "stop" }),
  ];
}
