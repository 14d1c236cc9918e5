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

const FORMATS: Readonly<Record<string, string>> = {
  regex: "format: regex, regex: '^(?P<file>[^:]+):(?P<line>\\d+): (?P<message>.+)$'",
  json: "format: json, json: { items: results, file: f, message: m }",
  sarif: "format: sarif",
};

function sarif(...runs: readonly object[]): string {
  const tool = { driver: { name: "lint" } };
  return JSON.stringify({ version: "2.1.0", runs: runs.map((run) => ({ tool, ...run })) });
}

function lintWith(format: string): string {
  return `${CONTRACT}  - id: lint\n    message: Lint.\n    command: { run: [lint], ${FORMATS[format]} }\n`;
}

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

  it("reads only what changed, and finds the same violations", async () => {
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

  it("runs only changed and added checks again", async () => {
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

  it("continues when one check cannot run, and reports it", async () => {
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

  it.each<[string, string, { exitCode: number | null; stdout: string; stderr?: string }]>([
    ["a program that is missing", "regex", { exitCode: 127, stdout: "", stderr: "lint: not found" }],
    ["a program that fails and prints nothing", "regex", { exitCode: 2, stdout: "" }],
    ["a program that was killed", "regex", { exitCode: null, stdout: "" }],
    [
      "output that the expression does not match",
      "regex",
      { exitCode: 1, stdout: "1 problem in lib/c.py\n" },
    ],
    ["no output where a report is expected", "json", { exitCode: 0, stdout: "" }],
    ["a report without the list it should have", "json", { exitCode: 1, stdout: '{"results":[]}' }],
    ["a SARIF log without runs", "sarif", { exitCode: 0, stdout: sarif() }],
    ["a SARIF log in which nothing was scanned", "sarif", { exitCode: 0, stdout: sarif({ results: null }) }],
    [
      "a SARIF log of a failed run",
      "sarif",
      { exitCode: 0, stdout: sarif({ results: [], invocations: [{ executionSuccessful: false }] }) },
    ],
  ])("does not treat %s as a clean result", async (_, format, answer) => {
    const outcome = await runOver(lintWith(format), FILES, {
      execute: async () => ({ stderr: "", ...answer }) as never,
    });
    expect(outcome.problems).toMatchObject([{ check: "lint" }]);
    expect(outcome.rules.map(({ check }) => check.id)).not.toContain("lint");
  });

  it.each([
    ["silence", "regex", ""],
    ["an empty list", "json", '{"results":[]}'],
    ["an empty SARIF log", "sarif", sarif({ results: [], invocations: [{ executionSuccessful: true }] })],
  ])("treats %s from a linter that succeeds as a clean result", async (_, format, stdout) => {
    const execute = async () => ({ exitCode: 0, stdout, stderr: "" });
    expect((await runOver(lintWith(format), FILES, { execute })).problems).toEqual([]);
  });

  it("names the checks that had no file to check", async () => {
    const idle = async (contract: string, more: Parameters<typeof runOver>[2] = {}) =>
      (await runOver(contract, FILES, more)).idle.map(({ check }) => check.id);
    expect(await idle(CONTRACT)).toEqual([]);
    const all = ["no-print", "no-todo", "no-circles"];
    expect(await idle(CONTRACT.replace("**/*.py", "nowhere/**"))).toEqual(all);
    expect(await idle(CONTRACT, { paths: ["notes.md"] })).toEqual(all);
    expect(await idle(CONTRACT, { paths: ["lib/c.py"] })).toEqual(["no-todo"]);
    expect(await idle(CONTRACT, { paths: ["src/a.py"] })).toEqual([]);
    const required = `id: c\ndescription: d\nchecks:\n  - id: readme\n    message: m\n    applies_to: [nowhere/**]\n    required-file: { path: README.md }\n`;
    expect(await idle(required)).toEqual([]);
  });

  it("reports an unreadable file as a problem of every check that needs it", async () => {
    const read = async () => {
      throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
    };
    const outcome = await runOver(CONTRACT, FILES, { read });
    expect(outcome.rules).toEqual([]);
    expect(outcome.problems.map(({ check }) => check).sort()).toEqual(["no-circles", "no-print", "no-todo"]);
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
