import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../../test/support/hook-app.ts";
import { type OpenJournal, openJournal } from "../../services/journal/index.ts";
import { openState } from "../../services/state/index.ts";
import { openRedactor } from "../redaction/open-redactor.ts";
import { collectDecisions } from "./hook-decisions.ts";

let bench: Bench;
let journal: OpenJournal;
let close: () => Promise<void>;
let count = 0;

beforeEach(async () => {
  bench = openBench();
  const now = () => new Date().toISOString();
  const state = await openState({ folder: join(bench.root, ".agentforge"), now });
  journal = await openJournal({
    database: state.database,
    now,
    randomId: () => crypto.randomUUID(),
    redact: openRedactor([]).text,
  });
  close = () => state.database.close();
});
afterEach(async () => {
  await close();
  bench[Symbol.dispose]();
});

const folder = () => join(bench.root, ".agentforge/harness");
const session = () => join(folder(), "s1");
const collect = (now = Date.now) =>
  collectDecisions(folder(), { adopt: journal.adopt, newName: () => String(count++), now });
const shell = (command: string) =>
  bench.answer("claude", {
    session_id: "s1",
    cwd: bench.root,
    hook_event_name: "PreToolUse",
    permission_mode: "dontAsk",
    tool_name: "Bash",
    tool_input: { command },
  });
const actions = async () => (await journal.query({})).map((record) => record.action_type);

describe("hook decisions", () => {
  it("reach the journal, each with its reason", async () => {
    shell("git status");
    shell("rm -rf ~");
    await collect();
    const records = await journal.query({});
    expect(records.map(({ action_type, agent_id, entity_id }) => [action_type, agent_id, entity_id])).toEqual(
      [
        ["hook.allowed", "claude", "Bash"],
        ["hook.denied", "claude", "Bash"],
      ],
    );
    expect(records[1]?.metadata).toMatchObject({
      session_id: "s1",
      guard: expect.any(String),
      reason: expect.stringMatching(/./),
      input: { command: "rm -rf ~" },
    });
    expect(await journal.verifyChain()).toMatchObject({ status: "ok", records: 2 });
  });

  it("are written once, no matter how often their lines are read", async () => {
    shell("git status");
    const line = readFileSync(join(session(), "decisions.jsonl"), "utf8");
    await collect();
    await collect();
    appendFileSync(join(session(), "decisions.jsonl"), line + line);
    await Promise.all([collect(), collect()]);
    expect(await actions()).toEqual(["hook.allowed"]);
  });

  it("are not lost when a hook writes to a file that is already being read", async () => {
    shell("git status");
    await collect();
    const [taken = ""] = readdirSync(session()).filter((name) => name.includes("taken"));
    shell("rm -rf ~");
    appendFileSync(join(session(), taken), readFileSync(join(session(), "decisions.jsonl")));
    writeFileSync(join(session(), "decisions.jsonl"), "");
    await collect();
    expect(await actions()).toEqual(["hook.allowed", "hook.denied"]);
  });

  it("wait while the journal cannot be written", async () => {
    shell("git status");
    await close();
    await collect().catch(() => undefined);
    expect(readdirSync(session()).some((name) => name.includes("decisions"))).toBe(true);
    const state = await openState({
      folder: join(bench.root, ".agentforge"),
      now: () => new Date().toISOString(),
    });
    journal = await openJournal({
      database: state.database,
      now: () => new Date().toISOString(),
      randomId: () => crypto.randomUUID(),
      redact: openRedactor([]).text,
    });
    close = () => state.database.close();
    await collect();
    expect(await actions()).toEqual(["hook.allowed"]);
  });

  it("exclude torn and foreign lines", async () => {
    mkdirSync(session(), { recursive: true });
    writeFileSync(join(session(), "decisions.jsonl"), '{"id":"HD-1"}\n{"torn\n[]\n');
    await collect();
    expect(await actions()).toEqual([]);
  });

  it("are rejected together with the call if a link would redirect them", async () => {
    mkdirSync(session(), { recursive: true });
    const elsewhere = join(bench.root, "elsewhere");
    symlinkSync(elsewhere, join(session(), "decisions.jsonl"));
    expect(shell("npm test").exitCode).toBe(2);
    expect(existsSync(elsewhere)).toBe(false);
  });

  it("are removed once no hook can still be writing them", async () => {
    shell("git status");
    await collect();
    const files = () => readdirSync(session()).filter((name) => name.startsWith("decisions"));
    expect(files()).toHaveLength(1);
    await collect(() => Date.now() + 60_000);
    expect(files()).toEqual([]);
    expect(await actions()).toEqual(["hook.allowed"]);
  });
});
