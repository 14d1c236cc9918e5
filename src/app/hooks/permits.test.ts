import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../../test/support/hook-app.ts";
import { type Allowance, openAllowances, type Scope } from "../../services/guardrails/index.ts";
import { allowanceFolder } from "./permits.ts";

const COMMAND = "echo A=1 > .env";

describe("a refusal", () => {
  it("names AgentForge, the rule, the layer and the next step", () => {
    using bench = openBench();
    const reason = reasonOf(bench, COMMAND);
    for (const part of ["AgentForge denied", "rule protected_file", "layer built-in", "guard allow D-"])
      expect(reason).toContain(part);
    expect(reason).toContain(join(bench.root, "../config/harness.json"));
  });

  it.each([
    ["user", "../config", "user"],
    ["repository", ".agentforge", "repository"],
  ])("of a rule in the file of the %s names that layer", (_who, folder, layer) => {
    using bench = openBench();
    const rules = [{ id: "no-make", effect: "deny", reason: "use just", program: "make" }];
    write(bench, `${folder}/harness.json`, { middleware: { command_policy: { rules } } });
    expect(reasonOf(bench, "make all")).toContain(`rule no-make of command_policy, layer ${layer}`);
    write(bench, `${folder}/harness.json`, {
      middleware: { file_protection: { protected_patterns: ["*.lock"] } },
    });
    expect(reasonOf(bench, "echo > a.lock")).toContain(`layer ${layer}`);
    expect(reasonOf(bench, "rm -rf ~")).toContain("layer built-in");
  });

  it("asks if someone can answer, and otherwise says how to allow it in advance", () => {
    using bench = openBench();
    expect(reasonOf(bench, "frobnicate")).toContain("AgentForge asks: frobnicate");
    expect(reasonOf(bench, "frobnicate", { permission_mode: "dontAsk" })).toContain(
      "can allow it beforehand",
    );
    expect(bench.answer("gemini", gemini(bench, "frobnicate")).stdout).toContain("can allow it beforehand");
  });

  it("keeps its id when it is repeated, and has no id when nobody can allow it", () => {
    using bench = openBench();
    expect(idOf(reasonOf(bench, COMMAND))).toBe(idOf(reasonOf(bench, COMMAND)));
    const reason = reasonOf(bench, "agentforge guard allow D-12345678 --once");
    expect(reason).toContain("a person must run it in their own terminal");
    expect(reason).not.toContain("--always");
  });

  it("is stored outside the repository, readable only by its owner, without secrets", () => {
    using bench = openBench();
    const key = `ghp_${"a1B2c3D4e5".repeat(4)}`;
    reasonOf(bench, `echo ${key} > .env`);
    const [project = ""] = readdirSync(stateOf(bench));
    const file = join(stateOf(bench), project, "denials.jsonl");
    expect(readFileSync(file, "utf8")).not.toContain(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(stateOf(bench)).mode & 0o777).toBe(0o700);
  });
});

describe("an allowance", () => {
  it("for one call is used up by that call", () => {
    using bench = openBench();
    allow(bench, COMMAND, "once");
    expect(reasonOf(bench, `${COMMAND} `)).toContain("denied");
    expect(reasonOf(bench, COMMAND)).toBe("");
    expect(reasonOf(bench, COMMAND)).toContain("denied");
  });

  it("for a session applies only to that session, and a permanent one to all", () => {
    using bench = openBench();
    allow(bench, COMMAND, "session");
    expect([reasonOf(bench, COMMAND), reasonOf(bench, COMMAND)]).toEqual(["", ""]);
    expect(reasonOf(bench, COMMAND, { session_id: "other" })).toContain("denied");
    allow(bench, COMMAND, "always", "other");
    expect(reasonOf(bench, COMMAND, { session_id: "third" })).toBe("");
  });

  it("answers a question, and is in the trace of decisions with its layer", () => {
    using bench = openBench();
    allow(bench, "frobnicate", "once");
    expect(reasonOf(bench, "frobnicate")).toBe("");
    const lines = readFileSync(join(bench.root, ".agentforge/harness/s/decisions.jsonl"), "utf8");
    expect(lines).toContain('"rule":"allowed_once","guard":"allowance","layer":"session"');
  });

  it("covers a file that an edit tool was refused", () => {
    using bench = openBench();
    const edit = {
      tool_name: "Write",
      tool_input: { file_path: join(bench.root, ".env"), content: "A=1" },
    };
    allowReason(bench, reasonOf(bench, "", edit), "once");
    expect(reasonOf(bench, "", edit)).toBe("");
    expect(reasonOf(bench, "", edit)).toContain("denied");
  });

  it.each<[string, (allowance: Allowance, bench: Bench) => void]>([
    ["has expired", (each, bench) => keep(bench, { ...each, expires_at: "2020-01-01T00:00:00Z" })],
    ["is for another repository", (each, bench) => keep(bench, { ...each, root: "/elsewhere" })],
    ["is in a place where others can write", (_each, bench) => chmodSync(stateOf(bench), 0o777)],
  ])("does not count when it %s", (_why, change) => {
    using bench = openBench();
    change(allow(bench, COMMAND, "once"), bench);
    expect(reasonOf(bench, COMMAND)).toContain("denied");
  });

  it("no longer counts when another rule objects too", () => {
    using bench = openBench();
    allow(bench, COMMAND, "always");
    const rules = [{ id: "no-echo", effect: "deny", reason: "never", program: "echo" }];
    write(bench, ".agentforge/harness.json", { middleware: { command_policy: { rules } } });
    expect(reasonOf(bench, COMMAND)).toContain("denied");
  });

  it("cannot be written by the agent, even if the user made their home writable", () => {
    using bench = openBench();
    const home = join(bench.root, "..");
    write(bench, "../config/harness.json", { middleware: { path_sandbox: { writable: [home] } } });
    const places = [
      "agentforge/guard-state/x/allowances/k.once.json",
      ".config/agentforge/harness.json",
      ".local/state/agentforge/x",
      ".cache/agentforge/compiled-hook/x",
    ];
    expect(reasonOf(bench, `echo x > ${home}/notes.txt`)).toBe("");
    for (const place of places) expect(reasonOf(bench, `echo x > ${home}/${place}`)).toContain("own state");
  });
});

function reasonOf(bench: Bench, command: string, more: object = {}): string {
  const payload = {
    ...{ session_id: "s", cwd: bench.root, hook_event_name: "PreToolUse", permission_mode: "default" },
    ...{ tool_name: "Bash", tool_input: { command }, ...more },
  };
  const { stdout, exitCode } = bench.answer("claude", payload);
  expect(exitCode).toBe(0);
  return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason;
}

function gemini(bench: Bench, command: string) {
  const call = { tool_name: "run_shell_command", tool_input: { command } };
  return { session_id: "g", cwd: bench.root, hook_event_name: "BeforeTool", ...call };
}

function allow(bench: Bench, command: string, scope: Scope, session_id = "s"): Allowance {
  return allowReason(bench, reasonOf(bench, command, { session_id }), scope);
}

function allowReason(bench: Bench, reason: string, scope: Scope): Allowance {
  const denial = openAllowances(stateOf(bench))
    .denials()
    .find(({ id }) => id === idOf(reason));
  if (!denial) throw new Error(`no denial for ${reason}`);
  const { id, key, root, call, rule, guard, session_id } = denial;
  return keep(bench, {
    ...{ id, key, root, call, rule, guard, scope, given_by: "me", given_at: denial.at },
    session_id: scope === "session" ? session_id : null,
    expires_at: scope === "always" ? null : new Date(Date.now() + 60_000).toISOString(),
  });
}

function keep(bench: Bench, allowance: Allowance): Allowance {
  const store = openAllowances(stateOf(bench));
  store.revoke(allowance.key);
  store.allow(allowance);
  return allowance;
}

function idOf(reason: string): string {
  return /D-[0-9a-f]{8}/.exec(reason)?.[0] ?? "";
}

function stateOf(bench: Bench): string {
  return allowanceFolder(join(bench.root, "../state"));
}

function write(bench: Bench, path: string, value: unknown): void {
  mkdirSync(join(bench.root, path, ".."), { recursive: true });
  writeFileSync(join(bench.root, path), JSON.stringify(value));
}
