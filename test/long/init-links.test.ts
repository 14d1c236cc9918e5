import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

let repository: Repository;
let outside: string;
afterEach(() => {
  repository.remove();
  rmSync(outside, { recursive: true, force: true });
});

it.each([
  ["a schema", "schemas/config.json", 0],
  ["the folder of schemas", "schemas", 2],
  ["a contract", "contracts/typescript.yaml", 0],
])("init writes nothing through a link in place of %s", async (_what, place, exitCode) => {
  outside = mkdtempSync(join(tmpdir(), "agentforge-outside-"));
  const precious = join(outside, "config.json");
  writeFileSync(precious, "precious");
  repository = makeRepository((folder) => {
    writeFileSync(join(folder, "a.ts"), "export const a = 1;\n");
    mkdirSync(join(folder, ".agentforge", place, ".."), { recursive: true });
    symlinkSync(place === "schemas" ? outside : precious, join(folder, ".agentforge", place));
  });
  const run = await agentforge(repository.path, ["init"]);
  expect(run.exitCode, run.stderr).toBe(exitCode);
  expect(readFileSync(precious, "utf8")).toBe("precious");
  if (place === "schemas/config.json")
    expect(lstatSync(join(repository.path, ".agentforge", place)).isSymbolicLink()).toBe(false);
});
