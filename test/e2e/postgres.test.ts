import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { smallProject } from "../support/house-rules.ts";
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

  it("holds the whole state where AGENTFORGE_DATABASE says so, and clones of one origin share it", async () => {
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

  it("says what to do where the server is away, without the password", async () => {
    repository = smallProject();
    const env = { AGENTFORGE_DATABASE: "postgres://ada:hunter2hunter2@127.0.0.1:1/forge" };
    const away = await agentforge(repository.path, ["status"], env);
    expect(away.exitCode).toBe(2);
    expect(away.stderr).toContain("127.0.0.1:1/forge cannot be used");
    expect(away.stderr).not.toContain("hunter2");
  });
});
