import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { type ModelServer, type Reply, startModelServer } from "../support/model-server.ts";
import { plannedProject, planText } from "../support/plans.ts";
import type { Repository } from "../support/repository.ts";

let repository: Repository;
let server: ModelServer | null = null;
afterEach(async () => {
  repository.remove();
  await server?.close();
  server = null;
});

const at = (...names: string[]) => join(repository.path, ".agentforge", ...names);
const read = (...names: string[]) => readFileSync(at(...names), "utf8");
const run = (...args: string[]) =>
  agentforge(repository.path, [...args, "--json"], { AGENTFORGE_USER: "ada" });
const daemon = () => run("daemon", "--once", "--only", "plans");

/** A person with only an editor and a file manager. */
const person = {
  drop(place: string, name: string, text: string) {
    mkdirSync(at(place), { recursive: true });
    writeFileSync(at(place, name), text);
  },
  move: (from: readonly string[], to: readonly string[]) => renameSync(at(...from), at(...to)),
  edit: (path: readonly string[], change: (text: string) => string) =>
    writeFileSync(at(...path), change(read(...path))),
};

async function journalOf(requestId: string): Promise<string[]> {
  const rows: { actor: string; action_type: string; entity_id: string }[] = (
    await run("journal", "query", "--limit", "9999")
  ).json;
  return rows.filter((row) => row.entity_id === requestId).map((row) => `${row.actor} ${row.action_type}`);
}

const SUBTRACT = "export const subtract = (a, b) => a - b;\n";
const TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { subtract } from "./subtract.js";

test("subtract", () => assert.equal(subtract(3, 2), 1));
`;

const handIn = (content: string): Reply => ({
  calls: [
    {
      name: "submit_plan",
      input: {
        goal: "There is a function that subtracts.",
        reasoning: "It was asked for.",
        steps: ["Write it and its test."],
        files_touched: ["subtract.js", "subtract.test.js"],
        risks: [],
        actions: [
          { name: "write_file", parameters: { path: "subtract.js", content } },
          { name: "write_file", parameters: { path: "subtract.test.js", content: TEST } },
        ],
      },
    },
  ],
});

describe("a request", () => {
  it("can be rejected before it has a plan, and asked for again", async () => {
    repository = plannedProject({ tests: true });
    const id: string = (await run("request", "Add subtraction")).json.request_id;
    const rejected = await run("plan", "reject", id, "--reason", "not now");
    expect(rejected).toMatchObject({ exitCode: 0, json: { status: "rejected" } });
    await daemon();
    expect((await run("plan", "show", id)).json).toMatchObject({ status: "rejected", plan: null });
    expect((await run("plan", "list")).json).toEqual([]);
    expect(read("Inbox", "Requests", `${id}.md`)).toContain('status = "rejected"');
    expect(await journalOf(id)).toContain("human request.rejected");
    expect((await run("plan", "approve", id)).json.error.message).toMatch(/no plan has been written/);
    person.edit(["Inbox", "Requests", `${id}.md`], (text) => text.replace('"rejected"', '"new"'));
    await daemon();
    expect((await run("plan", "show", id)).json.status).toBe("requested");
  });

  it("becomes a plan, comes back revised, is approved while nothing runs, and is executed once", async () => {
    repository = plannedProject({ tests: true });
    const before = repository.fingerprint();
    server = await startModelServer((request) =>
      handIn(
        request.transcript.includes("Your plan was sent back") ? SUBTRACT : "export const subtract = 1;\n",
      ),
    );
    const model = {
      AGENTFORGE_BRAIN: "vllm:scripted",
      AGENTFORGE_MODEL_URL: server.url,
      AGENTFORGE_MODEL_KEY: "scripted-key",
    };
    const asked = await agentforge(repository.path, ["request", "Add a subtract function", "--json"], model);
    const id = "add-a-subtract-function";
    expect(asked.json).toMatchObject({ request_id: id, status: "review", revision: 1 });

    person.edit(
      ["Inbox/Plans", `${id}_plan.md`],
      (text) =>
        `${text.replace('status = "review"', 'status = "needs_revision"')}\n## Review Comments\n\n- It must be a function\n- ✅ the test\n`,
    );
    const revised = await agentforge(repository.path, ["plan", "write", id, "--json"], model);
    expect(revised.json).toMatchObject({ status: "review", revision: 2 });
    const plan = read("Inbox/Plans", `${id}_plan.md`);
    expect(plan).toContain("## Changes since revision 1");
    expect(plan).toContain("-export const subtract = 1;");
    expect(server.requests.at(-1)?.transcript).toContain("It must be a function");

    person.move(["Inbox/Plans", `${id}_plan.md`], ["System/Active", `${id}.md`]);
    const { json } = await daemon();
    expect(json.plans).toMatchObject([{ request_id: id, status: "completed" }]);
    const { trace_id: trace, outcome } = json.plans[0];
    expect(outcome.branch).toBe(`feat/${id}-${trace.slice(0, 8)}`);
    expect(repository.git("log", "-1", "--format=%B", outcome.branch)).toContain(`[ExoTrace: ${trace}]`);
    expect(repository.git("show", `${outcome.branch}:subtract.js`)).toBe(SUBTRACT);
    expect(read("Knowledge/Reports", `${id}_mission_report.md`)).toContain("2 passed, 0 failed");
    expect(read("Inbox/Archive", `${id}_plan.md`)).toContain('status = "completed"');
    expect(readdirSync(at("System/Active")).filter((name) => name.endsWith(".md"))).toEqual([]);
    expect(await journalOf(id)).toEqual([
      "human request.created",
      "agent plan.created",
      "human plan.revision_requested",
      "agent plan.revised",
      "human plan.approved",
      "system execution.started",
      "agent execution.landing",
      "agent execution.completed",
    ]);
    const traced = (await run("journal", "query", "--trace", trace, "--action", "plan.approved")).json;
    expect(traced[0].metadata).toMatchObject({ reviewed_by: "ada", via: "file" });

    person.move(["Inbox/Archive", `${id}_plan.md`], ["System/Active", `${id}.md`]);
    expect((await daemon()).json.plans).toEqual([]);
    expect(existsSync(at("Inbox/Archive", `${id}_plan.md`))).toBe(true);
    repository.git("branch", "-D", outcome.branch);
    expect(repository.fingerprint()).toBe(before);
  });

  it("that is sent back by a command has the comments, and can be approved after it was rewritten", async () => {
    repository = plannedProject({ tests: false });
    person.drop("Inbox/Plans", "sent-back_plan.md", planText({ files: { "a.txt": "a\n" } }));
    const sent = await run("plan", "request-changes", "sent-back", "--comment", "write b.txt instead");
    expect(sent).toMatchObject({ exitCode: 0, json: { status: "needs_revision" } });
    expect(read("Inbox/Plans", "sent-back_plan.md")).toContain("- write b.txt instead");
    person.edit(["Inbox/Plans", "sent-back_plan.md"], (text) =>
      text.replaceAll("a.txt", "b.txt").replace('status = "needs_revision"', 'status = "review"'),
    );
    expect((await run("plan", "list")).json).toMatchObject([{ status: "review", revision: 2 }]);
    expect((await run("plan", "approve", "sent-back")).json).toMatchObject({ status: "approved" });
  });

  it("that is rejected stays rejected, with the reason", async () => {
    repository = plannedProject({ tests: false });
    person.drop("Inbox/Plans", "by-file_plan.md", planText({ files: { "a.txt": "a\n" } }));
    person.drop("Inbox/Plans", "by-command_plan.md", planText({ files: { "b.txt": "b\n" } }));
    expect((await run("plan", "list")).json.map((each: { status: string }) => each.status)).toEqual([
      "review",
      "review",
    ]);
    expect((await agentforge(repository.path, ["plan", "reject", "by-command"])).exitCode).toBe(2);
    expect((await run("plan", "reject", "by-command", "--reason", "too risky")).exitCode).toBe(0);
    person.edit(["Inbox/Plans", "by-file_plan.md"], (text) =>
      text.replace("+++\n", '+++\nrejection_reason = "not now"\n'),
    );
    person.move(["Inbox/Plans", "by-file_plan.md"], ["Inbox/Rejected", "by-file_plan.md"]);
    expect((await daemon()).json.plans).toEqual([]);
    const all: { request_id: string; status: string; decision: { reason: string } }[] = (
      await run("plan", "list", "--all")
    ).json;
    expect(
      Object.fromEntries(all.map((each) => [each.request_id, [each.status, each.decision.reason]])),
    ).toEqual({
      "by-file": ["rejected", "not now"],
      "by-command": ["rejected", "too risky"],
    });
    expect(read("Inbox/Rejected", "by-command_rejected.md")).toContain('rejection_reason = "too risky"');
    expect(existsSync(at("Inbox/Rejected", "by-file_rejected.md"))).toBe(true);
    expect(repository.git("branch", "--list", "feat/*")).toBe("");
    expect((await journalOf("by-file")).at(-1)).toBe("human plan.rejected");
  });

  it("whose plan fails leaves only a report, and can be retried", async () => {
    repository = plannedProject({ tests: true });
    const before = repository.fingerprint();
    person.drop("Inbox/Requests", "break it.md", '+++\ntitle = "Break it"\n+++\n\nMake add wrong.\n');
    await run("plan", "list");
    const breaking = planText({ files: { "add.js": "export const add = (a, b) => a - b;\n" } });
    person.drop("System/Active", "break-it.md", breaking);
    const { json, exitCode } = await daemon();
    expect(exitCode).toBe(1);
    expect(json.plans).toMatchObject([{ request_id: "break-it", status: "error" }]);
    expect(repository.fingerprint()).toBe(before);
    expect(read("Inbox/Requests", "break it.md")).toContain('status = "error"');
    const report = read("Knowledge/Reports", "break-it_failure_report_1.md");
    for (const part of [
      'error_type = "VerificationError"',
      "broke ",
      "Tools executed before failure: write_file (1)",
      "## Next Steps",
    ])
      expect(report).toContain(part);
    expect(await journalOf("break-it")).toEqual([
      "human request.created",
      "human plan.created",
      "human plan.approved",
      "system execution.started",
      "system execution.failed",
    ]);
    person.drop("System/Active", "break-it.md", breaking.replace("a - b", "b + a"));
    expect((await daemon()).json.plans).toMatchObject([{ request_id: "break-it", status: "completed" }]);
  });
});

describe("invalid files", () => {
  it("get an explanation in place, and lose no content", async () => {
    repository = plannedProject({ tests: false });
    const broken = "+++\ntitle = unquoted\n+++\n\nKeep these words.\n";
    const large = `Please.\n\n${"A long story. ".repeat(380_000)}\n`;
    person.drop("Inbox/Requests", "broken.md", broken);
    person.drop("Inbox/Requests", "large.md", large);
    person.drop("Inbox/Requests", `it's "so" – ünïcode.md`, "Do one thing.\n");
    person.drop("Inbox/Requests", "same name.md", "Do a thing.\n");
    person.drop("Inbox/Requests", "same-name.md", "Do another thing.\n");
    person.drop("Inbox/Plans", "protected_plan.md", planText({ files: { ".env": "SECRET=1\n" } }));
    person.drop("System/Active", "half.md", '+++\nstatus = "review"\n+++\n\n## Goal\n\nHalf a pl');
    await daemon();
    const records: { request_id: string; faults: unknown[] }[] = (await run("plan", "list")).json;
    const inOrder = (each: { faults: unknown[] }) => each.faults.length === 0;
    const names = (some: typeof records) => some.map((each) => each.request_id).sort();
    expect(names(records.filter(inOrder))).toEqual(["it-s-so-unicode", "large", "same-name", "same-name-2"]);
    expect(names(records.filter((each) => !inOrder(each)))).toEqual(["half", "protected"]);
    expect(read("Inbox/Requests", "large.md")).toContain(large);
    expect(read("Inbox/Requests", "broken.md")).toContain(broken);
    expect(read("Inbox/Requests", "broken.md")).toMatch(/line \d+: the front matter is not valid TOML/);
    expect(read("Inbox/Plans", "protected_plan.md")).toMatch(/cannot be executed: not allowed/);
    expect(read("System/Active", "half.md")).toMatch(/"Actions" is missing/);

    person.edit(["Inbox/Requests", "broken.md"], (text) => text.replace("unquoted", '"quoted"'));
    await daemon();
    expect(read("Inbox/Requests", "broken.md")).not.toContain("agentforge:notice");
    expect((await run("plan", "show", "broken")).json).toMatchObject({
      title: "quoted",
      status: "requested",
    });
    const lint = await run("plan", "lint", join(".agentforge", "System", "Active", "half.md"));
    expect(lint.exitCode).toBe(1);
    const [first] = lint.json.problems;
    expect(first).toMatchObject({ what: expect.any(String), instead: expect.any(String) });
  });
});
