import { existsSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { smallProject } from "../support/contract-project.ts";
import { plannedProject, planText } from "../support/plans.ts";
import { noPostgres, type PostgresServer, startPostgres } from "../support/postgres.ts";
import type { Repository } from "../support/repository.ts";

const name = noPostgres === null ? "PostgreSQL" : `PostgreSQL (skipped: ${noPostgres})`;

describe.skipIf(noPostgres !== null)(name, () => {
  let server: PostgresServer;
  let repository: Repository;
  beforeAll(async () => {
    server = await startPostgres();
  }, 120_000);
  afterAll(() => server.stop());
  afterEach(() => repository.remove());

  it("stores the whole state if AGENTFORGE_DATABASE says so, and clones of one origin share it", async () => {
    repository = smallProject();
    repository.git("remote", "add", "origin", "git@example.com:ada/small.git");
    const env = { AGENTFORGE_DATABASE: server.url, AGENTFORGE_USER: "ada" };
    const run = (...args: string[]) => agentforge(repository.path, args, env);
    await run("init");
    const { json } = await run("conformance", "check", "--json");
    const [{ violation_id }] = json.violations;
    await run("escalation", "resolve", violation_id, "--take-over", "--reason", "mine");
    expect((await run("state", "check")).exitCode).toBe(0);
    expect(existsSync(join(repository.path, ".agentforge/journal.db"))).toBe(false);

    const client = new pg.Client(server.url);
    await client.connect();
    const { rows: schemas } = await client.query(
      "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'agentforge\\_small\\_%'",
    );
    expect(schemas).toHaveLength(1);
    await client.query(`SET search_path TO ${schemas[0].nspname}`);
    const { rows } = await client.query("SELECT metadata->>'by' AS by FROM activity WHERE actor = 'human'");
    expect(rows).toEqual([{ by: "ada" }]);
    await client.end();

    repository.remove();
    repository = smallProject();
    repository.git("remote", "add", "origin", "https://example.com/ada/small");
    const shared = await run("escalation", "list", "--all", "--json");
    expect(shared.json.escalations).toMatchObject([{ violation_id, resolution: { by: "ada" } }]);
  });

  it("stores requests and plans: requested, approved by a moved file, executed by one of two daemons", async () => {
    repository = plannedProject({ tests: false });
    const env = { AGENTFORGE_DATABASE: server.url, AGENTFORGE_USER: "ada" };
    const run = (...args: string[]) => agentforge(repository.path, [...args, "--json"], env);
    const at = (name: string) => join(repository.path, ".agentforge", name);
    const { json: asked } = await run("request", "Say hello");
    expect(asked).toMatchObject({ request_id: "say-hello", status: "requested" });
    writeFileSync(at("Inbox/Plans/say-hello_plan.md"), planText({ files: { "hello.txt": "Hello\n" } }));
    writeFileSync(at("Inbox/Plans/no.md"), planText({ files: { "no.txt": "No\n" } }));
    expect((await run("plan", "list")).json).toMatchObject([{ status: "review" }, { status: "review" }]);

    renameSync(at("Inbox/Plans/say-hello_plan.md"), at("System/Active/say-hello.md"));
    renameSync(at("Inbox/Plans/no_plan.md"), at("Inbox/Rejected/no.md"));
    const daemon = () => run("daemon", "--once", "--only", "plans");
    const [one, other] = await Promise.all([daemon(), daemon()]);
    const executions = [...one.json.plans, ...other.json.plans];
    expect(executions).toMatchObject([{ request_id: "say-hello", status: "completed" }]);
    const branches = repository.git("for-each-ref", "--format=%(refname:short)", "refs/heads/feat").trim();
    expect(branches).toBe(executions[0].outcome.branch);
    expect(repository.git("show", `${branches}:hello.txt`)).toBe("Hello\n");
    expect(existsSync(at("Inbox/Archive/say-hello_plan.md"))).toBe(true);
    expect(existsSync(at("Knowledge/Reports/say-hello_mission_report.md"))).toBe(true);
    expect(readdirSync(at("System/Active"))).toEqual([]);
    expect((await run("inbox")).json).toMatchObject({
      waiting: [{ id: "no", title: "A plan (rejected, the reason is missing)" }],
      troubles: [],
    });

    const rows: { actor: string; action_type: string; entity_id: string }[] = (
      await run("journal", "query", "--limit", "999")
    ).json;
    const about = (id: string) =>
      rows.filter((row) => row.entity_id === id).map((row) => `${row.actor} ${row.action_type}`);
    expect(about("no")).toEqual(["human plan.created", "system plan.returned"]);
    expect(about("say-hello")).toEqual([
      "human request.created",
      "human plan.created",
      "human plan.approved",
      "system execution.started",
      "agent execution.landing",
      "agent execution.completed",
    ]);
    expect(existsSync(at("journal.db"))).toBe(false);
  });

  it("says what to do if the server is unreachable, without the password", async () => {
    repository = smallProject();
    const env = { AGENTFORGE_DATABASE: "postgres://ada:hunter2hunter2@127.0.0.1:1/forge" };
    const away = await agentforge(repository.path, ["status"], env);
    expect(away.exitCode).toBe(2);
    expect(away.stderr).toContain("127.0.0.1:1/forge cannot be used");
    expect(away.stderr).not.toContain("hunter2");
  });
});
