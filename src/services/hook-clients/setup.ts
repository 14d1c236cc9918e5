import { isObject } from "../../domain/rules/settings/is-object.ts";
import type { HookClient, Json } from "./client.ts";

/** How a hook is started: a program and the path of the bundle. */
export interface Invocation {
  readonly node: string;
  readonly bundle: string;
}

/** A synthetic call for `hooks doctor`, without any client's vocabulary. */
export type SampleCall =
  | { readonly event: "before_tool" | "after_tool"; readonly command: string }
  | { readonly event: "before_tool" | "after_tool"; readonly write: string }
  | { readonly event: "stop" };

/** The part of a user's configuration that decides whether hooks run, adapted to another home and project. */
export interface HomeRequest {
  /** A file of the user's home, or null. */
  read(path: string): string | null;
  readonly toml: { parse(text: string): Json; stringify(value: Json): string };
  readonly from: string;
  readonly to: string;
}

/** How to start the real client unattended, against a model on loopback. */
export interface LiveRun {
  /** The program on the PATH, and the package that provides it. */
  readonly program: string;
  readonly npm: string;
  /** The name of its shell tool, and the field that contains the command. */
  readonly shell: readonly [tool: string, field: string];
  readonly args: readonly string[];
  environment(port: number): Readonly<Record<string, string>>;
  /** Files of the temporary home; `{port}` in them is replaced by the model's port. */
  home(request: HomeRequest): Readonly<Record<string, string>>;
  /** Files of the temporary project in addition to the registration. */
  readonly project?: Readonly<Record<string, string>>;
  /** The message with which the client says that it does not run in an untrusted folder. */
  readonly distrust?: RegExp;
  /** What a person has to do if the client runs but does not start the hook. */
  readonly remedy: string;
}

/** How our hook is registered with one client, and what the client supports. */
export interface ClientSetup {
  readonly id: string;
  readonly title: string;
  /** The file the client reads, relative to the root of the repository. */
  readonly file: string;
  /** What a person still has to do after the installation. */
  readonly remark: string | null;
  /** What the client does not support, for people. */
  readonly limits: readonly string[];
  readonly events: readonly string[];
  /** The content of the file besides `hooks`. */
  readonly preamble?: Json;
  /** The entry of an event in `hooks`; null if the file is entirely our own program. */
  entry(event: string, invocation: Invocation): Json | null;
  /** The whole file, for a client whose hooks are a program. */
  program?(invocation: Invocation): string;
  /** The event and payload of a synthetic call; null if the client has no event for it. */
  sample(
    call: SampleCall,
    at: { readonly root: string; readonly session: string },
  ): { event: string; payload: Json } | null;
  /** Null for a client that cannot be started unattended. */
  readonly live: LiveRun | null;
}

/** A settings file as an object; the clients allow comment lines. */
export function settingsIn(text: string | null): Json {
  const value: unknown = JSON.parse((text ?? "{}").replace(/^\s*\/\/.*$/gm, ""));
  return isObject(value) ? value : {};
}

export const SECONDS = 10;

/** A hook ends before compiling its code to machine code pays off. */
export const NO_COMPILER = "--jitless";

/** The arguments for Node. */
export function hookArguments(
  { bundle }: Pick<Invocation, "bundle">,
  client: string,
  event: string,
): string[] {
  return [NO_COMPILER, bundle, client, event];
}

/** The bundle and its arguments in a registered command. An earlier version registered no option. */
export function hookOf([, first = "", ...more]: readonly string[]): readonly string[] {
  return first === NO_COMPILER ? more : [first, ...more];
}

/** The command line as shell text. */
export function commandLine(invocation: Invocation, client: string, event: string): string {
  return [invocation.node, ...hookArguments(invocation, client, event)].map(quoted).join(" ");
}

/** A path below a folder that the shell must expand, as in a plugin, keeps its variable. */
function quoted(part: string): string {
  if (/^\$\{[A-Z_]+\}[\w./-]*$/.test(part)) return `"${part}"`;
  return `'${part.replaceAll("'", "'\\''")}'`;
}

/**
 * The same for a gate. Most clients allow a call when its hook cannot be started or crashes, and all of them
 * refuse it when the hook exits with 2, so every failure becomes a 2.
 */
export function gateLine(invocation: Invocation, client: string, event: string): string {
  return `${commandLine(invocation, client, event)} || exit 2`;
}

/** The line for an event of a client that allows a call when its hook crashes. */
export function hookLine(invocation: Invocation, { id, events }: HookClient, event: string): string {
  return events[event] === "before_tool"
    ? gateLine(invocation, id, event)
    : commandLine(invocation, id, event);
}

/** Splits a text that `commandLine` produced. */
export function splitCommandLine(text: string): string[] {
  return [...text.matchAll(/'((?:[^']|'\\'')*)'(?=\s|$)/g)].map(([, part = ""]) =>
    part.replaceAll("'\\''", "'"),
  );
}

/** A synthetic call for a client with Claude Code's field names. */
export function sampleOf(
  events: Readonly<Record<SampleCall["event"], string>>,
  names: { readonly command: string; readonly write: string },
): ClientSetup["sample"] {
  return (call, at) => {
    const event = events[call.event];
    return { event, payload: { hook_event_name: event, ...samplePayload(call, at, names) } };
  };
}

/** The payload of a synthetic call, with Claude Code's field names. */
export function samplePayload(
  call: SampleCall,
  at: { readonly root: string; readonly session: string },
  names: { readonly command: string; readonly write: string },
): Json {
  const base = { session_id: at.session, cwd: at.root };
  if (call.event === "stop") return { ...base, stop_hook_active: false };
  const tool =
    "command" in call
      ? { tool_name: names.command, tool_input: { command: call.command } }
      : { tool_name: names.write, tool_input: { file_path: call.write, content: "" } };
  return { ...base, ...tool, ...(call.event === "after_tool" ? { tool_response: {} } : {}) };
}
