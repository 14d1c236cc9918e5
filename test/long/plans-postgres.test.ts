import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { plannedProject, planText } from "../support/plans.ts";
import { noPostgres, type PostgresServer, startPostgres } from "../support/postgres.ts";
import type { Repository } from "../support/repository.ts";

const name = noPostgres === null ? "PostgreSQL" : `PostgreSQL (skipped: ${noPostgres})`;

describe.skipIf(noPostgres !== null)(name, () => {
  let server: PostgresServer;
  let home: Repository;
  let other: Repository;
  beforeAll(async () => {
    server = await startPostgres();
    [home, other] = [plannedProject({ tests: false }), plannedProject({ tests: false })];
    for (const each of [home, other]) each.git("remote", "add", "origin", "git@example.com:ada/small.git");
  }, 120_000);
  afterAll(async () => {
    for (const each of [home, other]) each?.remove();
    await server?.stop();
  });

  const run = (where: Repository, ...args: string[]) =>
    agentforge(where.path, [...args, "--json"], {
      AGENTFORGE_DATABASE: server.url,
      AGENTFORGE_USER: where === home ? "ada" : "bob",
    });
  const daemon = (where: Repository) => run(where, "daemon", "--once", "--only", "plans");
  const at = (where: Repository, file: string) => join(where.path, ".agentforge", file);
  const statusOf = async (where: Repository, id: string) =>
    (await run(where, "plan", "show", id)).json.status;
  const journalOf = async (id: string) =>
    ((await run(home, "journal", "query", "--limit", "999")).json as Record<string, string>[])
      .filter((row) => row.entity_id === id)
      .map((row) => `${row.actor} ${row.action_type}`);

  it("shows a plan in every working copy, and executes it only in its own", async () => {
    await run(home, "request", "Say hello");
    writeFileSync(at(home, "Inbox/Plans/say-hello_plan.md"), planText({ files: { "hello.txt": "Hello\n" } }));
    expect(await statusOf(home, "say-hello")).toBe("review");
    expect(await statusOf(other, "say-hello")).toBe("review");
    renameSync(at(home, "Inbox/Plans/say-hello_plan.md"), at(home, "System/Active/say-hello.md"));
    expect(await statusOf(home, "say-hello")).toBe("approved");
    expect((await daemon(other)).json.plans).toEqual([]);
    expect((await run(other, "plan", "approve", "say-hello", "--now")).stdout).toContain(
      "another working copy",
    );
    expect((await daemon(home)).json.plans).toMatchObject([{ status: "completed" }]);
    expect(other.git("branch", "--list", "feat/*")).toBe("");
    expect(await journalOf("say-hello")).toEqual([
      "human request.created",
      "human plan.created",
      "human plan.approved",
      "system execution.started",
      "agent execution.landing",
      "agent execution.completed",
    ]);
  });

  it("accepts answers from every working copy, and applies them where the files are", async () => {
    for (const id of ["yes", "no"])
      writeFileSync(at(home, `Inbox/Plans/${id}_plan.md`), planText({ files: { [`${id}.txt`]: `${id}\n` } }));
    expect(await statusOf(home, "yes")).toBe("review");
    expect((await run(other, "inbox")).json.waiting.map((each: { id: string }) => each.id)).toEqual(
      expect.arrayContaining(["yes", "no"]),
    );
    expect((await run(other, "plan", "approve", "yes")).exitCode).toBe(0);
    expect((await run(other, "plan", "reject", "no", "--reason", "too early")).exitCode).toBe(0);
    expect(readdirSync(at(other, "System/Active"))).toEqual([]);
    expect((await daemon(home)).json.plans).toMatchObject([{ request_id: "yes", status: "completed" }]);
    expect(readFileSync(at(home, "Inbox/Rejected/no_rejected.md"), "utf8")).toContain('rejected_by = "bob"');
  });

  it("treats a file with the same name in another working copy as a separate request", async () => {
    for (const where of [home, other]) writeFileSync(at(where, "Inbox/Requests/same.md"), "Do it.\n");
    for (const where of [home, other, home, other]) await run(where, "plan", "list");
    expect(await journalOf("same")).toEqual(["human request.created"]);
    expect(await journalOf("same-2")).toEqual(["human request.created"]);
    expect(readFileSync(at(other, "Inbox/Requests/same.md"), "utf8")).toContain('request_id = "same-2"');
  });

  it("marks a file that was moved to another working copy as ignored there", async () => {
    writeFileSync(at(home, "Inbox/Plans/carried_plan.md"), planText({ files: { "c.txt": "c\n" } }));
    await run(home, "plan", "list");
    writeFileSync(
      at(other, "System/Active/carried.md"),
      readFileSync(at(home, "Inbox/Plans/carried_plan.md")),
    );
    expect((await daemon(other)).json.plans).toEqual([]);
    expect(await statusOf(home, "carried")).toBe("review");
    expect(readFileSync(at(other, "System/Active/carried.md"), "utf8")).toContain("in another working copy");
    expect(existsSync(at(home, "Inbox/Plans/carried_plan.md"))).toBe(true);
  });
});
