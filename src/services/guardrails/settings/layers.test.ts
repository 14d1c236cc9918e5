import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describePolicy } from "./describe-policy.ts";
import { loadHarness } from "./load-harness.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-layers-"));
  for (const name of ["config", "repository/.agentforge"]) mkdirSync(join(folder, name), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the effective policy", () => {
  it("is entirely built in without files", () => {
    expect(new Set(policy().map(({ layer, file }) => `${layer} ${file}`))).toEqual(
      new Set(["built-in null"]),
    );
    expect(policy().length).toBeGreaterThan(40);
  });

  it("names the layer and the file of every line", () => {
    const rule = { id: "mine", effect: "allow", reason: "ours", program: "frobnicate" };
    write("config/harness.json", {
      command_policy: { rules: [rule], unknown_programs: "allow" },
      budget: { max_steps: 50 },
    });
    write("repository/.agentforge/harness.json", {
      command_policy: { rules: [{ ...rule, id: "theirs", effect: "deny" }], unknown_programs: "deny" },
      file_protection: { protected_patterns: ["*.lock"] },
      path_sandbox: { readable: ["/usr"] },
      budget: { max_steps: 90 },
    });
    const user = { layer: "user", file: join(folder, "config/harness.json") };
    const repository = { layer: "repository", file: ".agentforge/harness.json" };
    const builtIn = { layer: "built-in", file: null };
    const expected = {
      "middleware.command_policy.rules[mine]": user,
      "middleware.command_policy.rules[theirs]": repository,
      "middleware.command_policy.unknown_programs": repository,
      "middleware.file_protection.protected_patterns[.env]": builtIn,
      "middleware.file_protection.protected_patterns[*.lock]": repository,
      "middleware.path_sandbox.readable[/usr]": repository,
      "middleware.budget.max_steps": user,
      "middleware.budget.max_tokens": builtIn,
    };
    const lines = new Map(policy().map((line) => [line.setting, line]));
    for (const [setting, origin] of Object.entries(expected))
      expect(lines.get(setting)).toMatchObject(origin);
    expect(lines.get("middleware.budget.max_steps")?.value).toBe("50");
  });
});

function policy() {
  const places = { root: join(folder, "repository"), configFolder: join(folder, "config") };
  const { settings, origins } = loadHarness({ ...places, isTrusted: () => false });
  return describePolicy(settings, origins);
}

function write(path: string, middleware: object): void {
  writeFileSync(join(folder, path), JSON.stringify({ middleware }));
}
