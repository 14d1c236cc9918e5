import type { Json } from "./client.ts";
import type { ClientId } from "./clients.ts";

/** How a hook is started: a program and where the bundle lies. */
export interface Invocation {
  readonly node: string;
  readonly bundle: string;
}

/** Where and how one agent is told about our hook. */
export interface Registration {
  readonly client: ClientId;
  /** The file it reads, from the root of the repository. */
  readonly file: string;
  /** What a person still has to do. */
  readonly remark: string | null;
  readonly events: readonly string[];
  entry(event: string, invocation: Invocation): Json;
}

const ABOUT_TOOLS = new Set(["PreToolUse", "PostToolUse", "PostToolUseFailure", "BeforeTool", "AfterTool"]);
const SECONDS = 10;

export const REGISTRATIONS: Readonly<Record<ClientId, Registration>> = {
  claude: {
    client: "claude",
    file: ".claude/settings.local.json",
    remark: null,
    events: [
      ...["SessionStart", "PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch"],
      ...["Stop", "SubagentStop", "PreCompact", "SessionEnd"],
    ],
    entry: (event, { node, bundle }) => ({
      ...(ABOUT_TOOLS.has(event) ? { matcher: "*" } : {}),
      hooks: [
        {
          type: "command",
          command: node,
          args: [bundle, "claude", event],
          timeout: SECONDS,
          ...(event === "PreToolUse" ? { onFailure: "block" } : {}),
        },
      ],
    }),
  },
  codex: {
    client: "codex",
    file: ".codex/hooks.json",
    remark:
      "Codex reads hooks when its configuration says so: [features] codex_hooks = true in ~/.codex/config.toml.",
    events: ["SessionStart", "PreToolUse", "PostToolUse", "PreCompact", "Stop"],
    entry: (event, invocation) => ({
      hooks: [{ type: "command", command: commandLine(invocation, "codex", event), timeout: SECONDS }],
    }),
  },
  gemini: {
    client: "gemini",
    file: ".gemini/settings.json",
    remark: null,
    events: ["SessionStart", "BeforeTool", "AfterTool", "AfterAgent", "PreCompress", "SessionEnd"],
    entry: (event, invocation) => ({
      ...(ABOUT_TOOLS.has(event) ? { matcher: ".*" } : {}),
      hooks: [
        {
          name: "agentforge",
          type: "command",
          command: commandLine(invocation, "gemini", event),
          timeout: SECONDS * 1000,
        },
      ],
    }),
  },
};

/** Everything one agent is told, by event. */
export function hooksFor(registration: Registration, invocation: Invocation): Record<string, Json[]> {
  return Object.fromEntries(
    registration.events.map((event) => [event, [registration.entry(event, invocation)]]),
  );
}

/** The argument vector behind a handler, if it is ours. */
export function ourCommand(handler: unknown, client: ClientId): string[] | null {
  const { command, args } = (handler ?? {}) as { command?: unknown; args?: unknown };
  if (typeof command !== "string") return null;
  const vector = Array.isArray(args) ? [command, ...args.map(String)] : splitCommandLine(command);
  const [, bundle = "", named] = vector;
  return /(?:^|[\\/])hook\.cjs$/.test(bundle) && named === client ? vector : null;
}

/** These two agents hand the text to a shell, so every part is quoted for one. */
function commandLine({ node, bundle }: Invocation, client: ClientId, event: string): string {
  return [node, bundle, client, event].map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(" ");
}

/** The parts again of a text that `commandLine` made. */
function splitCommandLine(text: string): string[] {
  return [...text.matchAll(/'((?:[^']|'\\'')*)'(?=\s|$)/g)].map(([, part = ""]) =>
    part.replaceAll("'\\''", "'"),
  );
}
