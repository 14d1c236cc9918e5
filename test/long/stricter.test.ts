import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openToolbox } from "../../src/app/brains/toolbox.ts";
import { examine } from "../../src/app/health/examine.ts";
import { answerHook } from "../../src/app/hooks/answer-hook.ts";
import { judgeEvents } from "../../src/app/hooks/guards.ts";
import { openRedactor } from "../../src/app/redaction/open-redactor.ts";
import { type AppOptions, openApp, readEnvironment } from "../../src/app.ts";
import { openProjectCopy } from "../../src/hosts/mcp/project-copy.ts";
import { CLIENTS, type ClientId } from "../../src/services/hook-clients/clients/list.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

/** What a brain tries: the user's settings deny each of them. */
type Attempt = { readonly write: string } | { readonly shell: string };

let user: string;
let repository: Repository;
let options: AppOptions;

beforeEach(() => {
  user = mkdtempSync(join(tmpdir(), "agentforge-user-"));
  repository = makeRepository((folder) => writeFileSync(join(folder, "frozen.txt"), "mine\n"));
  options = {
    cwd: repository.path,
    environment: { ...readEnvironment(), configFolder: user, trustsRepository: false },
    unsafe: false,
  };
  const protection = { protected_patterns: ["frozen.txt", ".env"] };
  const rules = [{ id: "no-frob", effect: "deny", reason: "never", program: "frob" }];
  writeFileSync(
    join(user, "harness.json"),
    JSON.stringify({ middleware: { file_protection: protection, command_policy: { rules } } }),
  );
});
afterEach(() => {
  repository.remove();
  rmSync(user, { recursive: true });
});

const WRITE: Attempt = { write: "frozen.txt" };
const OUTSIDE: Attempt = { write: "../outside.txt" };
const SETTINGS: [what: string, middleware: object, attempt: Attempt][] = [
  ["switches file protection off", { file_protection: { enabled: false } }, WRITE],
  ["protects nothing", { file_protection: { protected_patterns: [] } }, WRITE],
  ["allows the file", { file_protection: { allowed_patterns: ["frozen.txt"] } }, WRITE],
  ["protects something else", { file_protection: { protected_patterns: ["x"] } }, WRITE],
  ["switches the path sandbox off", { path_sandbox: { enabled: false } }, OUTSIDE],
  ["opens every folder", { path_sandbox: { writable: ["/"] } }, OUTSIDE],
  ["switches the command policy off", { command_policy: { enabled: false } }, { shell: "frob; rm -rf ~" }],
  [
    "allows the program",
    { command_policy: { rules: [{ id: "a", effect: "allow", reason: "x", program: "frob" }] } },
    { shell: "frob" },
  ],
  ["allows every program", { command_policy: { unknown_programs: "allow" } }, { shell: "unknown-program" }],
];

type Host = (attempt: Attempt) => Promise<boolean>;
const HOSTS: Record<string, { readonly refuses: Host; readonly hasShell: boolean }> = {
  "the hook of Claude Code": { refuses: (attempt) => hook("claude", attempt), hasShell: true },
  "the hook of Codex": { refuses: (attempt) => hook("codex", attempt), hasShell: true },
  "the hook of Gemini": { refuses: (attempt) => hook("gemini", attempt), hasShell: true },
  "guard eval": { refuses: guardEval, hasShell: true },
  "our own brain (repair, daemon) and tool run": { refuses: toolbox, hasShell: false },
  "an MCP client": { refuses: mcp, hasShell: false },
};

describe.each(Object.entries(HOSTS))("%s", (_name, { refuses, hasShell }) => {
  const own = SETTINGS.filter(([, , attempt]) => hasShell || "write" in attempt);
  it.each(own)("denies although the repository %s", async (_what, middleware, attempt) => {
    writeSettings(middleware);
    expect(await refuses(attempt)).toBe(true);
  });

  it("allows what the user allows", async () => {
    expect(await refuses({ write: "src/new.txt" })).toBe(false);
  });

  it("denies what only the repository protects", async () => {
    writeSettings({ file_protection: { protected_patterns: ["src/new.txt"] } });
    expect(await refuses({ write: "src/new.txt" })).toBe(true);
  });

  it("follows the repository's settings if the user trusts it", async () => {
    writeSettings({ file_protection: { enabled: false } });
    writeFileSync(join(user, "config.yaml"), `trusted_repositories:\n  - ${repository.path}\n`);
    expect(await refuses(WRITE)).toBe(false);
  });
});

describe("what a repository asked for and did not get", () => {
  const asked = /harness\.json asks for middleware\.file_protection\.enabled: false/;
  beforeEach(() => writeSettings({ file_protection: { enabled: false } }));

  it("is reported by the hook, once per session", () => {
    expect(answer("claude", WRITE).stderr).toMatch(asked);
    expect(answer("claude", WRITE).stderr).not.toMatch(asked);
  });

  it("is reported by guard eval", async () => {
    const said: string[] = [];
    const line = JSON.stringify({ event: "stop" });
    for await (const _ of judgeEvents(options, Readable.from([line]), (notice) => said.push(notice)));
    expect(said.join("\n")).toMatch(asked);
  });

  it("is reported by doctor, next to what config.yaml asked for", async () => {
    repository.write(".agentforge/config.yaml", "gate:\n  mode: autonomous\n");
    const findings = await examine(options);
    const told = findings.filter((finding) => finding.subject === "settings").map(({ detail }) => detail);
    expect(told.join("\n")).toMatch(asked);
    expect(told.join("\n")).toMatch(/config\.yaml asks for gate\.mode: autonomous/);
  }, 60_000);
});

function writeSettings(middleware: object): void {
  mkdirSync(join(repository.path, ".agentforge"), { recursive: true });
  repository.write(".agentforge/harness.json", JSON.stringify({ middleware }));
}

function answer(clientId: ClientId, attempt: Attempt) {
  const client = CLIENTS.find((each) => each.id === clientId);
  if (client === undefined) throw new Error(`no client ${clientId}`);
  return answerHook({
    client,
    input: JSON.stringify({
      session_id: "s",
      cwd: repository.path,
      hook_event_name: clientId === "gemini" ? "BeforeTool" : "PreToolUse",
      permission_mode: "dontAsk",
      ...callOf(clientId, attempt),
    }),
    eventName: null,
    redactor: openRedactor([]),
    environment: {
      home: user,
      projectFolder: null,
      temporary: user,
      configFolder: user,
      userStateFolder: join(user, "state"),
      trustsRepository: false,
      secrets: [],
    },
    processFolder: repository.path,
    registration: "/test/hook.cjs",
    now: () => new Date().toISOString(),
  });
}

function callOf(clientId: ClientId, attempt: Attempt): object {
  if ("shell" in attempt) {
    const tool_name = clientId === "gemini" ? "run_shell_command" : "Bash";
    return { tool_name, tool_input: { command: attempt.shell } };
  }
  const file_path = join(repository.path, attempt.write);
  if (clientId === "claude") return { tool_name: "Write", tool_input: { file_path, content: "x" } };
  if (clientId === "gemini") return { tool_name: "write_file", tool_input: { file_path, content: "x" } };
  const command = `*** Begin Patch\n*** Add File: ${attempt.write}\n+x\n*** End Patch\n`;
  return { tool_name: "apply_patch", tool_input: { command } };
}

async function hook(clientId: ClientId, attempt: Attempt): Promise<boolean> {
  const { stdout, exitCode } = answer(clientId, attempt);
  return exitCode === 2 || /"(?:permissionDecision|decision)":"(?:deny|block)"/.test(stdout);
}

async function guardEval(attempt: Attempt): Promise<boolean> {
  const tool =
    "shell" in attempt ? { kind: "shell", command: attempt.shell } : { kind: "write", path: attempt.write };
  const line = JSON.stringify({ event: "before_tool", tool });
  for await (const { decision } of judgeEvents(options, Readable.from([line]), () => undefined))
    return decision.effect === "deny";
  throw new Error("no answer");
}

async function toolbox(attempt: Attempt): Promise<boolean> {
  const app = await openApp(options);
  try {
    const { ports } = app;
    const tree = await ports.workspace.openAttempt(ports.newId("A"));
    try {
      const request = { tree, traceId: ports.newTraceId(), sessionId: ports.newId("T"), attended: false };
      await using box = await openToolbox(app, request);
      return (await box.refusal(callTo(attempt))) !== null;
    } finally {
      await tree.close();
    }
  } finally {
    await app.close();
  }
}

async function mcp(attempt: Attempt): Promise<boolean> {
  const app = await openApp(options);
  try {
    await using copy = openProjectCopy(app);
    return (await copy.call(callTo(attempt), AbortSignal.timeout(30_000))).isError === true;
  } finally {
    await app.close();
  }
}

function callTo(attempt: Attempt) {
  const path = "write" in attempt ? attempt.write : "";
  return { name: "write_file", parameters: { path, content: "x" }, category: null };
}
