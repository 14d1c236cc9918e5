import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const top = resolve(import.meta.dirname, "..");
const bare = (command: string, env: Record<string, string> = {}) =>
  spawnSync(resolve(top, "scripts/bare"), ["bash", "-c", command], {
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...env },
  });

describe("scripts/bare", () => {
  it("keeps the system's programs and hides those that were added", () => {
    const { stdout } = bare("command -v git node npm | wc -l; command -v bwrap rg initdb || echo hidden");
    expect(stdout.split("\n").slice(0, 2)).toEqual(["3", "hidden"]);
  });

  it("hides more or fewer programs on request", () => {
    expect(bare("command -v git || echo hidden", { HIDE: "git npm" }).stdout).toBe("hidden\n");
    expect(bare("command -v jq git", { HIDE: "git", KEEP: "git" }).stdout).toMatch(/\/git\n/);
  });

  it("passes on the exit status and unsets CI", () => {
    expect(bare("exit 3").status).toBe(3);
    expect(bare("echo CI=$CI", { CI: "true" }).stdout).toBe("CI=\n");
  });
});

it("the README starts with the two blocks that CI runs on the bare machine", () => {
  const blocks = [...readFileSync(resolve(top, "README.md"), "utf8").matchAll(/^```sh\n(.*?)^```$/gms)];
  expect(blocks.slice(0, 2).map(([, text]) => text)).toEqual([
    "npm ci && npm run -s demo\n",
    "npm ci && npm test\n",
  ]);
});
