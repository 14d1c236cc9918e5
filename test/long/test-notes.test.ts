import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

let repository: Repository;
afterEach(() => repository.remove());

describe("agentforge test", () => {
  it.each([
    [
      "reports that another Node version runs the tests",
      "16\n",
      [expect.stringMatching(/^\.nvmrc requires Node 16/)],
    ],
    ["is silent if the project's Node version runs them", `${process.version}\n`, []],
  ])(
    "%s",
    async (_, wanted, notes) => {
      repository = makeRepository((folder) => {
        writeFileSync(join(folder, "package.json"), '{"scripts":{"test":"node --test"}}');
        writeFileSync(join(folder, ".nvmrc"), wanted);
        writeFileSync(join(folder, "x.test.js"), "require('node:test').test('one', () => {});\n");
      });
      const { json } = await agentforge(repository.path, ["test", "--json"]);
      expect(json).toMatchObject({ notes, result: { status: "passed" } });
      const { stdout } = await agentforge(repository.path, ["test"]);
      expect(stdout.includes("▲ .nvmrc requires Node")).toBe(notes.length > 0);
    },
    120_000,
  );

  it("says why a suite does not start, after its output", async () => {
    repository = makeRepository((folder) => {
      writeFileSync(join(folder, "package.json"), '{"scripts":{"test":"vitest run"}}');
      writeFileSync(join(folder, "x.test.js"), "import { test } from 'vitest';\ntest('one', () => {});\n");
    });
    const { stdout, exitCode } = await agentforge(repository.path, ["test"]);
    expect(exitCode).toBe(2);
    expect(stdout.split("\n").slice(-2)).toEqual([
      expect.stringMatching(/^ {2}✖ vitest could not start: vitest is not installed: run npm install/),
      expect.stringMatching(/^could not run: 0 passed/),
    ]);
  }, 120_000);
});
