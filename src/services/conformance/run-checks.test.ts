import { afterEach, describe, expect, it } from "vitest";
import type { Database } from "../../domain/ports/database.ts";
import { databaseCache } from "./check-cache.ts";
import { openDatabase } from "./fixture-database.ts";
import { runOver } from "./fixture-run.ts";
import type { CheckOutcome } from "./run-checks.ts";

const CONTRACT = `id: house
description: Our rules
applies_to: ["**/*.py", "!vendor/**"]
checks:
  - id: no-print
    severity: minor
    message: Use the logger.
    ast: { language: python, pattern: print($$$A) }
  - id: no-todo
    severity: info
    message: Do it now.
    applies_to: ["src/**"]
    pattern: { regex: TODO }
  - id: no-circles
    severity: critical
    message: No circles.
    layers: {}
`;

const FILES = {
  "src/a.py": "import src.b\nprint(1)  # TODO\n",
  "src/b.py": "import src.a\n",
  "lib/c.py": "print(2)  # TODO\n",
  "vendor/d.py": "print(3)\n",
  "notes.md": "print(4) TODO\n",
};

const databases: Database[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.close();
});

function newCache() {
  const database = openDatabase();
  databases.push(database);
  return databaseCache(database);
}

const summary = (outcome: CheckOutcome) =>
  outcome.findings.map(({ rule, path, range }) => `${rule.check.id} ${path}:${range?.line}`).sort();

const ALL = ["no-circles src/a.py:1", "no-print lib/c.py:1", "no-print src/a.py:2", "no-todo src/a.py:2"];

describe("runChecks", () => {
  it("applies each check to the files it is for", async () => {
    const outcome = await runOver(CONTRACT, FILES);
    expect(summary(outcome)).toEqual(ALL);
    expect(outcome.problems).toEqual([]);
  });

  it.each<[title: string, more: Parameters<typeof runOver>[2], expected: string[]]>([
    ["by check", { checks: ["no-todo"] }, ["no-todo src/a.py:2"]],
    ["by contract and check", { checks: ["house/no-todo", "other/no-print"] }, ["no-todo src/a.py:2"]],
    ["by severity", { severity: "minor" }, ALL.filter((each) => !each.startsWith("no-todo"))],
    ["by path", { paths: ["lib/c.py"] }, ["no-print lib/c.py:1"]],
  ])("can be narrowed %s", async (_, more, expected) => {
    expect(summary(await runOver(CONTRACT, FILES, more))).toEqual(expected);
  });

  it("reads only what changed, and finds the same", async () => {
    const cache = newCache();
    await runOver(CONTRACT, FILES, { cache });
    const reads: string[] = [];
    const again = await runOver(CONTRACT, FILES, { cache, reads });
    expect(summary(again)).toEqual(ALL);
    expect(reads).toEqual([]);
    expect(again.filesFromCache).toBe(3);
    const changed = { ...FILES, "src/b.py": "print(5)\n" };
    expect(summary(await runOver(CONTRACT, changed, { cache, reads }))).toEqual([
      "no-print lib/c.py:1",
      "no-print src/a.py:2",
      "no-print src/b.py:1",
      "no-todo src/a.py:2",
    ]);
    expect(reads).toEqual(["src/b.py"]);
  });

  it("asks a changed or added check again, and only that", async () => {
    const cache = newCache();
    await runOver(CONTRACT, FILES, { cache });
    const outcome = await runOver(CONTRACT.replace("regex: TODO", "regex: print"), FILES, { cache });
    expect(summary(outcome)).toContain("no-todo src/a.py:2");
    const messages = await runOver(CONTRACT.replace("Do it now.", "Later."), FILES, { cache });
    expect(messages.filesFromCache).toBe(3);
    expect(messages.findings.find((each) => each.rule.check.id === "no-todo")?.rule.check.message).toBe(
      "Later.",
    );
  });

  it("forgets files that are gone", async () => {
    const cache = newCache();
    await runOver(CONTRACT, FILES, { cache });
    await runOver(CONTRACT, { "lib/c.py": FILES["lib/c.py"] }, { cache });
    expect([...(await cache.load()).keys()]).toEqual(["lib/c.py"]);
  });

  it("goes on when one check cannot run, and says which", async () => {
    const contract = `${CONTRACT}  - id: lint
    message: Lint.
    command: { run: [lint], format: json, json: { file: f, message: m } }
`;
    const without = await runOver(contract, FILES);
    expect(summary(without)).toEqual(ALL);
    expect(without.problems).toMatchObject([{ check: "lint", why: expect.stringContaining("was not run") }]);
    const broken = await runOver(contract, FILES, {
      execute: async () => ({ exitCode: 127, stdout: "not json", stderr: "lint: not found" }),
    });
    expect(broken.problems).toMatchObject([{ why: expect.stringContaining("lint: not found") }]);
    const good = await runOver(contract, FILES, {
      execute: async () => ({ exitCode: 1, stdout: '{"f":"lib/c.py","m":"bad"}', stderr: "" }),
    });
    expect(summary(good)).toContain("lint lib/c.py:undefined");
  });

  it("survives files that vanish, binary files and hostile names", async () => {
    const files = {
      "src/a.py": "print(1)\n",
      "src/bin.py": "print(1)\0",
      "constructor.py": "print(1)\n",
      "src/gone.py": "x",
    };
    const outcome = await runOver(CONTRACT, files, {
      cache: newCache(),
      read: async (path) => {
        if (path === "src/gone.py") throw new Error("ENOENT");
        return files[path as keyof typeof files];
      },
    });
    expect(summary(outcome)).toEqual(["no-print constructor.py:1", "no-print src/a.py:1"]);
  });

  it("stops when told to", async () => {
    await expect(runOver(CONTRACT, FILES, { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
