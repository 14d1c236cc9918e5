import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { parse, stringify } from "smol-toml";
import { readBounded } from "../../../domain/rules/settings/bounded-data.ts";
import { isObject } from "../../../domain/rules/settings/is-object.ts";
import type { Json } from "../client.ts";
import { type ClientId, SETUPS } from "../clients/list.ts";
import type { ProbeResult } from "../probe.ts";
import { handlersOf, ourCommand, registeredCommands } from "../registration.ts";
import type { ClientSetup } from "../setup.ts";
import { type Conversation, openClientRoom, runClient } from "./client-run.ts";
import type { Turn } from "./wire-formats.ts";

export interface TryRequest {
  readonly root: string;
  readonly client: ClientId;
  readonly path: string;
  /** The user's home, from which only the settings that decide about hooks are read. */
  readonly home: string;
  readonly temporary: string;
}

const CONTROL = "agentforge-doctor-was-here";
const PROTECTED = ".env.agentforge-doctor";

/**
 * Starts the real client in a copy of the registration, with a model on loopback that makes one harmless call and one
 * that must be denied, and reports what the client did. Nothing from the repository runs except our own hook.
 */
export async function tryClient(request: TryRequest): Promise<ProbeResult[]> {
  const { root, client } = request;
  const setup = SETUPS[client];
  const file = join(root, setup.file);
  if (registeredCommands(file, setup).size === 0) return [];
  const finding = (good: boolean | null, subject: string, detail: string): ProbeResult[] => [
    { client, subject, good, detail },
  ];
  const { live, title } = setup;
  if (live === null) return finding(null, title, `not tried: ${setup.limits.at(-1)}`);
  const program = findProgram(live.program, request.path);
  if (program === null)
    return finding(
      null,
      title,
      `not tried: ${live.program} is not on the PATH, so it is unknown whether it starts the hook`,
    );
  const version = versionOf(program, request.path);
  using room = openClientRoom(request.temporary);
  room.write("project", { ...live.project, [setup.file]: ownPart(readFileSync(file, "utf8"), setup) });
  let home: Readonly<Record<string, string>>;
  try {
    home = live.home({
      read: (path) => textOf(join(request.home, path)),
      toml: { parse: (text) => readBounded(text, parse) as Json, stringify },
      from: root,
      to: room.project,
    });
  } catch (error) {
    return finding(
      null,
      title,
      `not tried: your settings cannot be read: ${String((error as Error).message)}`,
    );
  }
  const [tool, field] = live.shell;
  const shell = (command: string): Turn => [{ tool, input: { [field]: command, description: "try" } }];
  const script = [shell(`echo ${CONTROL}`), shell(`echo x > ${PROTECTED}`), { say: "done" }];
  const path = [dirname(process.execPath), request.path].join(delimiter);
  const conversation = await runClient(room, home, { live, program, path, script });
  const subject = `${title} ${version}`;
  return judge(setup, conversation, existsSync(join(room.project, PROTECTED)), hasTrace(room.project)).map(
    ([good, detail]) => ({ client, subject, good, detail }),
  );
}

function judge(
  { live }: ClientSetup,
  { requests, errors, output, exitCode }: Conversation,
  wasWritten: boolean,
  fired: boolean,
): [good: boolean | null, detail: string][] {
  const called = (requests[1] ?? "").includes(CONTROL);
  const said = stripVTControlCharacters(`${errors}\n${output}`).trim();
  if (live?.distrust?.test(said)) return [[false, `does not run in an untrusted folder. ${live.remedy}`]];
  if (!called && !fired) {
    const end = said.split("\n").slice(-3).join(" ").slice(-300);
    return [[null, `made no call in a trial run (exit code ${exitCode}): ${end}`]];
  }
  if (!fired) return [[false, `does not start the hook. ${live?.remedy ?? ""}`]];
  const refused = !wasWritten && requests.length > 2;
  return [
    [
      called,
      called
        ? "starts the hook and lets an ordinary call through"
        : "starts the hook, but an ordinary call failed",
    ],
    [refused, refused ? "refuses what the hook refuses" : "starts the hook, but does what the hook refuses"],
  ];
}

/** The hook writes a trace inside the project, which proves that it ran. */
function hasTrace(project: string): boolean {
  const folder = join(project, ".agentforge", "harness");
  if (!existsSync(folder)) return false;
  return readdirSync(folder).some((session) => {
    const trace = join(folder, session, "trace-log.jsonl");
    return existsSync(trace) && readFileSync(trace, "utf8").includes('"before_tool"');
  });
}

/** The registration with our handlers, and with all other commands replaced by one that does nothing. */
function ownPart(text: string, setup: ClientSetup): string {
  if (setup.program) return text;
  const { hooks, disableAllHooks, hooksConfig } = readBounded(text, JSON.parse) as Json;
  const events = Object.entries(isObject(hooks) ? hooks : {}).map(([event, entries]) => [
    event,
    (Array.isArray(entries) ? entries : []).map((entry) => {
      const own = handlersOf(entry).map((handler) => (ourCommand(handler, setup.id) ? handler : IDLE));
      return isObject(entry) && Array.isArray(entry.hooks) ? { ...entry, hooks: own } : own[0];
    }),
  ]);
  return JSON.stringify({
    ...setup.preamble,
    disableAllHooks,
    hooksConfig,
    hooks: Object.fromEntries(events),
  });
}

const IDLE = { type: "command", command: "true", bash: "true" };

export function findProgram(name: string, path: string): string | null {
  for (const folder of path.split(delimiter)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

export function versionOf(program: string, path: string): string {
  const env = { PATH: [dirname(process.execPath), path].join(delimiter), HOME: "/nonexistent" };
  const { stdout, status } = spawnSync(program, ["--version"], { encoding: "utf8", timeout: 60_000, env });
  return status === 0 ? (/\d+\.\d+\.\d+(?:-[\w.]+)?/.exec(stdout)?.[0] ?? "") : "";
}

function textOf(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
