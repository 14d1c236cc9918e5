import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Repository } from "./repository.ts";

/** Output of earlier steps of the walk, by command. */
// biome-ignore lint/suspicious/noExplicitAny: the shape differs by command, and each step states what it expects
export type Seen = Record<string, any>;

export interface Step {
  /** The command as the program names it, `review approve`. */
  readonly command: string;
  readonly args?: (seen: Seen, repository: Repository) => readonly string[];
  readonly stdin?: (seen: Seen, repository: Repository) => string;
  readonly exit: number;
  /** Expected part of the `--json` output, as one object; null if the command prints lines. */
  readonly json: object | null;
  /** Expected part of the output for people. Commands that change something run once, with `--json`, and have none. */
  readonly text?: RegExp;
}

const event = (tool: object) => `${JSON.stringify({ event: "before_tool", tool })}\n`;
const hook = JSON.stringify({
  session_id: "walk",
  hook_event_name: "PreToolUse",
  tool_name: "Write",
  tool_input: { file_path: ".env", content: "x" },
});
const initialize = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "walk", version: "1" } },
})}\n`;
const sarif = JSON.stringify({
  version: "2.1.0",
  runs: [
    {
      tool: { driver: { name: "lint" } },
      results: [
        {
          ruleId: "imported",
          message: { text: "Found elsewhere." },
          locations: [
            { physicalLocation: { artifactLocation: { uri: "legacy.js" }, region: { startLine: 2 } } },
          ],
        },
      ],
    },
  ],
});
const plan = (seen: Seen) => [seen.request.request_id];
const pending = (seen: Seen) => [seen.repair.review.review_id];
const any = {
  asymmetricMatch: (value: unknown) => value !== undefined && value !== null,
  toString: () => "anything",
};

/** One walk through the whole program, in an order in which each command has something to do. */
export const STEPS: readonly Step[] = [
  { command: "init", exit: 0, json: { created: any } },
  { command: "next", exit: 0, json: { steps: any }, text: /agentforge repair/ },
  { command: "completion", args: () => ["bash"], exit: 0, json: { shell: "bash" }, text: /complete -F/ },
  {
    command: "complete",
    args: () => ["--", "rev"],
    exit: 0,
    json: { words: [{ word: "review" }] },
    text: /^review\t/,
  },
  { command: "doctor", exit: 0, json: { ok: true, findings: any }, text: /can work here/ },
  { command: "test", exit: 1, json: { result: { failed: 1, passed: 3 } }, text: /fail/i },
  {
    command: "sandbox run",
    args: () => ["--", "node", "-e", "console.log(6 * 7)"],
    exit: 0,
    json: { exitCode: 0, stdout: "42\n" },
    text: /42/,
  },
  {
    command: "conformance check",
    exit: 1,
    json: { violations: [{ check_id: "no-var" }, any] },
    text: /Use const/,
  },
  { command: "conformance baseline", exit: 0, json: { fresh: 0, added: any }, text: /baseline\.json/ },
  {
    command: "conformance import",
    args: (_seen, { path }) => {
      writeFileSync(join(path, "lint.sarif"), sarif);
      return ["lint.sarif"];
    },
    exit: 0,
    json: { tool: "lint", opened: [any] },
  },
  { command: "conformance report", exit: 0, json: {}, text: /minor/ },
  { command: "conformance violations list", exit: 0, json: { violations: any, total: any }, text: /no-var/ },
  {
    command: "conformance violations show",
    args: (seen) => [seen["conformance check"].violations[0].violation_id],
    exit: 0,
    json: { check_id: "no-var" },
    text: /Use const/,
  },
  { command: "index", exit: 0, json: { symbols: any }, text: /symbols/ },
  { command: "search", args: () => ["divide"], exit: 0, json: [{ name: "divide" }], text: /divide/ },
  { command: "tool list", exit: 0, json: {}, text: /edit_file/ },
  {
    command: "tool run",
    args: () => ["read_file", "--input", '{"path":"calculator.js"}'],
    exit: 0,
    json: { results: [{ success: true }], diff: "" },
    text: /divide/,
  },
  {
    command: "guard eval",
    stdin: () => event({ kind: "shell", command: "npm test" }) + event({ kind: "write", path: ".env" }),
    exit: 1,
    json: null,
    text: /"effect":"allow"[\s\S]*"effect":"deny"/,
  },
  {
    command: "hook",
    args: () => ["claude", "PreToolUse"],
    stdin: () => hook,
    exit: 0,
    json: null,
    text: /"permissionDecision":"deny"/,
  },
  { command: "guard denials", exit: 0, json: { denials: any }, text: /denied .*\.env/ },
  {
    command: "guard allow",
    args: (seen) => [seen["guard denials"].denials[0].id, "--once"],
    exit: 0,
    json: { scope: "once" },
  },
  {
    command: "guard revoke",
    args: (seen) => [seen["guard denials"].denials[0].id],
    exit: 0,
    json: [{ scope: "once" }],
  },
  { command: "hooks install", exit: 0, json: { written: true, files: any } },
  { command: "hooks doctor", exit: 0, json: { findings: any }, text: /write \.env +refused/ },
  { command: "hooks uninstall", exit: 0, json: { changed: any } },
  {
    command: "mcp",
    stdin: () => initialize,
    exit: 0,
    json: null,
    text: /"serverInfo":\{"name":"agentforge"/,
  },
  {
    command: "serve user add",
    args: () => ["walker", "--role", "viewer"],
    stdin: () => "a long password\n",
    exit: 0,
    json: { name: "walker", role: "viewer", status: "added" },
  },
  { command: "serve user list", exit: 0, json: { people: [{ name: "walker" }] }, text: /walker/ },
  {
    command: "serve",
    args: () => ["--host", "0.0.0.0"],
    exit: 2,
    json: { error: { code: "bad_input" } },
  },
  { command: "serve user remove", args: () => ["walker"], exit: 0, json: { status: "removed" } },
  { command: "trace analyze", exit: 0, json: { report: { run: "walk", denied: 1 } }, text: /walk|denied/i },
  { command: "repair", exit: 0, json: { status: "waiting_for_review" } },
  { command: "status", exit: 0, json: { pending: [{ review_id: any }] }, text: /RV-/ },
  {
    command: "inbox",
    args: () => ["--list"],
    exit: 0,
    json: { waiting: [any, { kind: "review" }] },
    text: /RV-/,
  },
  {
    command: "state adopt",
    args: (seen, { path }) => {
      const file = join(path, ".agentforge/reviews", `${seen.repair.review.review_id}.yaml`);
      writeFileSync(file, readFileSync(file, "utf8").replace(/^title: .*$/m, "title: my words"));
      return [file];
    },
    exit: 0,
    json: { status: "adopted", changed: ["title"] },
  },
  { command: "review list", exit: 0, json: [{ status: "pending" }], text: /RV-/ },
  { command: "review show", args: pending, exit: 0, json: { status: "pending" }, text: /return a \+ b/ },
  {
    command: "review modify",
    args: (seen) => [...pending(seen), "--from", "-"],
    stdin: (seen) => seen["review show"].change.diff.replace("+  return a + b;", "+  return b + a;"),
    exit: 0,
    json: { review: { status: "pending" } },
  },
  {
    command: "review answer",
    args: () => ["--test", "this"],
    exit: 2,
    json: { error: { code: "bad_input", message: any } },
  },
  { command: "review reject", args: () => ["--reason", "walk"], exit: 0, json: { status: "rejected" } },
  { command: "repair", exit: 0, json: { status: "waiting_for_review" } },
  { command: "review approve", args: pending, exit: 0, json: { status: "landed" } },
  {
    command: "stats",
    args: () => ["--by", "brain"],
    exit: 0,
    json: { by: "brain", total: { runs: 2, asked: 2, fixed: 1, rejected: 1 } },
    text: /^search .*2 /m,
  },
  { command: "certificate show", args: () => ["HEAD"], exit: 0, json: {}, text: /calculator\.js/ },
  { command: "certificate verify", args: () => ["HEAD"], exit: 0, json: { status: "verified" } },
  { command: "rollback", args: pending, exit: 0, json: { status: any } },
  {
    command: "agent fix-violation",
    args: (seen) => [seen["conformance check"].violations[0].violation_id],
    exit: 0,
    json: { status: any },
  },
  { command: "agent reject-commit", args: () => ["--reason", "walk"], exit: 0, json: { status: "rejected" } },
  { command: "agent fix-violations", args: () => ["--limit", "1"], exit: 1, json: { escalated: 1 } },
  { command: "agent approve-commit", args: () => ["--all"], exit: 0, json: {} },
  { command: "session list", exit: 0, json: { 0: { session_id: any } }, text: /S-/ },
  {
    command: "session show",
    args: (seen) => [seen["session list"][0].session_id],
    exit: 0,
    json: {},
    text: /S-/,
  },
  {
    command: "session replay",
    args: (seen) => [seen.repair.review.session_id],
    exit: 2,
    json: { error: { code: "unsupported" } },
  },
  { command: "session resume", exit: 2, json: { error: { code: any } } },
  { command: "session dismiss", args: () => ["S-nobody"], exit: 2, json: { error: { code: "not_found" } } },
  { command: "escalation list", exit: 0, json: {}, text: /ESC-/ },
  {
    command: "escalation show",
    args: (seen) => [seen["agent fix-violations"].outcomes[0].escalation_id],
    exit: 0,
    json: {},
    text: /ESC-/,
  },
  {
    command: "escalation resolve",
    args: (seen) => [seen["agent fix-violations"].outcomes[0].escalation_id, "--guidance", "leave it"],
    exit: 0,
    json: {},
  },
  { command: "request", args: () => ["Add a flag"], exit: 0, json: { status: "requested" } },
  { command: "plan write", args: plan, exit: 2, json: { error: { code: any } } },
  { command: "plan new", args: plan, exit: 0, json: { request_id: any } },
  { command: "plan list", exit: 0, json: [{ title: "Add a flag" }], text: /Add a flag/ },
  { command: "plan show", args: plan, exit: 0, json: { title: "Add a flag" }, text: /Add a flag/ },
  { command: "plan lint", args: plan, exit: 1, json: {} },
  { command: "plan approve", args: plan, exit: 2, json: { error: { code: any } } },
  // plans.test.ts covers these with a plan that a person wrote.
  {
    command: "plan request-changes",
    args: (seen) => [...plan(seen), "--comment", "more"],
    exit: 2,
    json: { error: { code: "not_found" } },
  },
  {
    command: "plan reject",
    args: (seen) => [...plan(seen), "--reason", "walk"],
    exit: 0,
    json: { status: "rejected" },
  },
  {
    command: "plan withdraw",
    args: (seen) => [...plan(seen), "--reason", "walk"],
    exit: 2,
    json: { error: { code: "not_found" } },
  },
  { command: "daemon", args: () => ["--once", "--only", "plans"], exit: 0, json: { plans: [] } },
  {
    command: "demo",
    args: () => ["calculator-js"],
    exit: 0,
    json: { outcome: { status: "waiting_for_review" } },
  },
  { command: "state check", exit: 0, json: { database: null }, text: /./ },
  {
    command: "journal query",
    args: () => ["--action", "hook.denied"],
    exit: 0,
    json: [any],
    text: /hook\.denied/,
  },
  { command: "journal tail", args: () => ["-n", "2"], exit: 0, json: null, text: /\n/ },
  { command: "journal export", exit: 0, json: null, text: /"action_type":"hook\.denied"/ },
  { command: "journal verify", exit: 0, json: { status: "intact" }, text: /intact|as it was/i },
  {
    command: "ci",
    args: () => ["--budget", "20", "--limit", "1"],
    exit: 1,
    json: { status: "red", tests: { failed: 1, passed: 3 }, changes: [any] },
    text: /red, 1 proven change/,
  },
  ...withoutDatabase("worker", "--once"),
  ...withoutDatabase("fleet add", "https://example.com/owner/name.git"),
  ...withoutDatabase("fleet list"),
  ...withoutDatabase("fleet remove", "https://example.com/owner/name.git"),
  ...withoutDatabase("fleet enqueue", "--all", "--tests"),
  ...withoutDatabase("fleet schedule"),
  ...withoutDatabase("fleet status"),
  ...withoutDatabase("fleet show", "T-1"),
  ...withoutDatabase("fleet limit"),
  ...withoutDatabase("fleet pause"),
  ...withoutDatabase("fleet resume"),
  ...withoutDatabase("fleet drain"),
  ...withoutDatabase("fleet cancel", "T-1"),
  ...withoutDatabase("fleet retry", "T-1"),
  ...withoutDatabase("fleet inbox"),
  ...withoutDatabase("fleet approve", "RV-1"),
  ...withoutDatabase("fleet reject", "RV-1", "--reason", "walk"),
];

/** The walk has no PostgreSQL; test/long/fleet.test.ts covers these with one. */
function withoutDatabase(command: string, ...args: string[]): Step[] {
  return [{ command, args: () => args, exit: 2, json: { error: { code: "bad_config" } } }];
}
