import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Seen, STEPS, type Step } from "../support/command-walk.ts";
import { sandboxOptions } from "../support/nested.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

const launcher = fileURLToPath(new URL("../../bin/agentforge.js", import.meta.url));
const example = fileURLToPath(new URL("../../examples/calculator-js", import.meta.url));
const CONTRACT = `id: own
description: Our rules
applies_to: ["legacy*.js"]
checks:
  - id: no-var
    severity: minor
    message: Use const.
    ast: { language: javascript, pattern: "var $A = $B", rewrite: "const $A = $B" }
`;

let repository: Repository;
const seen: Seen = {};

beforeAll(() => {
  repository = makeRepository((folder) => {
    cpSync(example, folder, { recursive: true });
    mkdirSync(join(folder, ".agentforge/contracts"), { recursive: true });
    writeFileSync(join(folder, ".agentforge/contracts/own.yaml"), CONTRACT);
    writeFileSync(join(folder, "legacy.js"), "var one = 1;\nexport { one };\n");
    writeFileSync(join(folder, "legacy2.js"), "var two = 2;\nexport { two };\n");
  });
});
afterAll(() => repository.remove());

describe("a walk through the program", () => {
  it.each(STEPS.map((step, index) => ({ ...step, name: `${index + 1} ${step.command}` })))(
    "$name",
    async (step) => {
      if (step.json !== null) {
        const run = await agentforge(step, true);
        const said = `${run.stdout}\n${run.stderr}`;
        expect(run.exitCode, said).toBe(step.exit);
        seen[step.command] = JSON.parse(run.stdout);
        expect(seen[step.command], said).toMatchObject(step.json);
      }
      if (step.text === undefined) return;
      const run = await agentforge(step, false);
      expect(run.stdout).toMatch(step.text);
      expect(run.exitCode, run.stderr).toBe(step.exit);
    },
    180_000,
  );
});

async function agentforge(step: Step, json: boolean) {
  const args = step.args?.(seen, repository) ?? [];
  const words = [...sandboxOptions, ...(json ? ["--json"] : []), ...step.command.split(" "), ...args];
  return execa(process.execPath, [launcher, ...words], {
    cwd: repository.path,
    input: step.stdin?.(seen, repository) ?? "",
    env: { XDG_CONFIG_HOME: join(repository.path, ".git/no-settings") },
    reject: false,
    timeout: 170_000,
    stripFinalNewline: false,
  });
}
