import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";

const script = fileURLToPath(new URL("resources/steps.mjs", import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), "agentforge-steps-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

it.each([
  ["succeeds", 0, "tests\n"],
  ["fails", 3, ""],
])("a step that %s leaves nothing in the temporary folder", (_, code, printed) => {
  const step = {
    name: "build",
    argv: [process.execPath, "-e", `console.log("step"); process.exit(${code})`],
  };
  const command = [process.execPath, "-e", 'console.log("tests")'];
  const { status, stdout } = spawnSync(process.execPath, [script, JSON.stringify([step]), ...command], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, TMPDIR: temporary },
  });
  expect([status, stdout, readdirSync(temporary)]).toEqual([code, printed, []]);
});
