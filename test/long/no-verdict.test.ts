import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";

let repository: Repository;
let settings: string;
beforeEach(() => {
  repository = exampleRepository("calculator-js");
  settings = mkdtempSync(join(tmpdir(), "agentforge-settings-"));
});
afterEach(() => {
  repository.remove();
  rmSync(settings, { recursive: true });
});

describe("a repair without a verdict", () => {
  it("lists the failing tests if none has the given name", async () => {
    const run = await agentforge(repository.path, ["repair", "--test", "nosuch"]);
    expect(run.exitCode).toBe(2);
    expect(run.stdout).toMatch(/No verdict: no failing test matches "nosuch"/);
    expect(run.stdout).toContain("Failing: calculator.test.js > calculator > adds.");
    expect(run.stdout).not.toMatch(/Make the tests start|Add a test/);
  });

  it("names the setting that excludes every suite", async () => {
    mkdirSync(join(settings, "agentforge"));
    writeFileSync(join(settings, "agentforge", "config.yaml"), "tests: { exclude: ['**'] }\n");
    const environment = { XDG_CONFIG_HOME: settings };
    const repair = await agentforge(repository.path, ["repair", "--json"], environment);
    expect(repair.json).toMatchObject({
      status: "no_verdict",
      cause: "all_excluded",
      hint: expect.stringContaining("tests.exclude"),
    });
    const ci = await agentforge(repository.path, ["ci"], environment);
    expect(ci.stderr).toMatch(/no contracts, and every suite is excluded by your settings/);
  });
});
