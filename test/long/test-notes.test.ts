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
});
