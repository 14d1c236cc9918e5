import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { noPostgres, startPostgres } from "../support/postgres.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

describe("doctor", () => {
  let repository: Repository;
  afterEach(() => repository.remove());

  it("starts every suite, and says which ones do not run and how to fix that", async () => {
    repository = makeRepository((folder) => {
      mkdirSync(join(folder, "a"));
      mkdirSync(join(folder, "b"));
      writeFileSync(join(folder, "a/package.json"), '{"scripts":{"test":"node --test"}}');
      writeFileSync(join(folder, "a/x.test.js"), "require('node:test').test('one', () => {});\n");
      writeFileSync(
        join(folder, "b/package.json"),
        '{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"1.0.0"}}',
      );
      writeFileSync(join(folder, "b/y.test.js"), "import { test } from 'vitest';\ntest('two', () => {});\n");
    });
    const { exitCode, json } = await agentforge(repository.path, ["doctor", "--json"]);
    const suites = json.findings.filter((finding: { suite?: string }) => finding.suite !== undefined);
    expect(suites).toMatchObject([
      { suite: "node:test@a", level: "good", detail: expect.stringContaining("1 test, all passed") },
      { suite: "vitest@b", level: "broken", remedy: expect.stringMatching(/vitest|npm/) },
    ]);
    expect(json.ok).toBe(false);
    expect(exitCode).toBe(2);
    const text = await agentforge(repository.path, ["doctor"]);
    expect(text.stdout).toMatch(/✖ tests +vitest in b does not start\n +→ .*(?:vitest|npm)/);
    expect(text.stdout).not.toContain("can work here");
  }, 120_000);

  it("says that it can work if every suite runs, regardless of the test results", async () => {
    repository = makeRepository((folder) => {
      writeFileSync(join(folder, "package.json"), '{"scripts":{"test":"node --test"}}');
      writeFileSync(join(folder, "x.test.js"), "require('node:test').test('one', () => { throw 1; });\n");
    });
    const { exitCode, stdout } = await agentforge(repository.path, ["doctor"]);
    expect(stdout).toContain("1 test, 1 failed");
    expect(stdout).toContain("AgentForge can work here");
    expect(exitCode).toBe(0);
  }, 120_000);

  it("says that there are no tests, and where the supported frameworks are listed", async () => {
    repository = makeRepository((folder) => writeFileSync(join(folder, "a.txt"), "a\n"));
    const { exitCode, stdout } = await agentforge(repository.path, ["doctor"]);
    expect(stdout).toMatch(/– tests +no test framework recognized here\n +→ .*docs\/testing\.md/);
    expect(stdout).toContain("AgentForge can run on this machine, but found no tests in this folder.");
    expect(exitCode).toBe(0);
  }, 120_000);
});

describe("doctor outside a repository, with a database", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "agentforge-doctor-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("names a server that cannot be reached, without its password", async () => {
    const { exitCode, stdout } = await agentforge(folder, ["doctor"], {
      AGENTFORGE_DATABASE: "postgres://ada:hunter2@127.0.0.1:1/forge",
    });
    expect(stdout).toMatch(/✖ database +PostgreSQL at 127\.0\.0\.1:1\/forge cannot be used: .*\n +→ Check/);
    expect(stdout).not.toContain("hunter2");
    expect(exitCode).toBe(2);
  }, 120_000);

  const connects = `connects${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`;
  it.skipIf(noPostgres !== null)(
    connects,
    async () => {
      const server = await startPostgres();
      try {
        const AGENTFORGE_DATABASE = `${server.url}?schema=mine`;
        const { json } = await agentforge(folder, ["doctor", "--json"], { AGENTFORGE_DATABASE });
        expect(json.findings).toContainEqual({
          subject: "database",
          level: "good",
          detail: expect.stringMatching(/^PostgreSQL \d.* at 127\.0\.0\.1:\d+\/postgres$/),
          remedy: null,
        });
      } finally {
        await server.stop();
      }
    },
    120_000,
  );
});
