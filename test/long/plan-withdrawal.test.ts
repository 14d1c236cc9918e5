import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agentforge, startAgentforge } from "../support/cli.ts";
import { plannedProject, planText } from "../support/plans.ts";
import type { Repository } from "../support/repository.ts";

let repository: Repository;
let daemon: ReturnType<typeof startAgentforge>;
const at = (...names: string[]) => join(repository.path, ".agentforge", ...names);
const run = (...args: string[]) => agentforge(repository.path, args);

/** The tests of this project do not terminate, so its plan runs until a person stops it. */
beforeEach(async () => {
  repository = plannedProject({ tests: true });
  repository.write(
    "slow.test.js",
    `import { test } from "node:test";\ntest("slow", () => new Promise((resolve) => setTimeout(resolve, 15_000)));\n`,
  );
  repository.git("add", "-A");
  repository.git("commit", "-qm", "slow");
  mkdirSync(at("System/Active"), { recursive: true });
  writeFileSync(at("System/Active/slow.md"), planText({ title: "Slow", files: { "slow.txt": "x\n" } }));
  daemon = startAgentforge(repository.path, ["daemon", "--only", "plans"]);
  await until(async () => (await statusOf()) === "active");
});

afterEach(async () => {
  daemon.kill("SIGTERM");
  await daemon;
  repository.remove();
});

async function statusOf(): Promise<string> {
  const { json } = await run("plan", "list", "--all", "--json");
  return json[0]?.status ?? "not on record";
}

async function until(holds: () => Promise<boolean>, seconds = 50): Promise<number> {
  const start = performance.now();
  while (!(await holds())) {
    if (performance.now() - start > seconds * 1000) throw new Error(`not within ${seconds} s`);
    await setTimeout(50);
  }
  return performance.now() - start;
}

const REPORT = "Knowledge/Reports/slow_withdrawal_report_1.md";

describe("a plan that is being executed", () => {
  it("stops when its file is rejected, and the file keeps the reason", async () => {
    const text = readFileSync(at("System/Active/slow.md"), "utf8");
    writeFileSync(
      at("System/Active/slow.md"),
      text.replace("+++\n", '+++\nrejection_reason = "wrong quarter"\n'),
    );
    renameSync(at("System/Active/slow.md"), at("Inbox/Rejected/slow.md"));
    const tookMs = await until(async () => existsSync(at(REPORT)));
    expect(tookMs).toBeLessThan(14_000);
    expect(readFileSync(at(REPORT), "utf8")).toContain("0 of 1 action had run");
    expect(await statusOf()).toBe("rejected");
    expect(readFileSync(at("Inbox/Rejected/slow_rejected.md"), "utf8")).toContain("wrong quarter");
    expect(repository.git("branch", "--list", "feat/*")).toBe("");
    const { json } = await run("journal", "query", "--limit", "99", "--json");
    const said = json.map((row: { action_type: string }) => row.action_type);
    expect(said).toContain("plan.rejected");
    expect(said).toContain("execution.withdrawn");
    expect((await run("inbox", "--list")).stdout).toContain("Nothing is waiting for you.");
  }, 120_000);

  it("stops by command, waits for an answer again, and reports what had been done", async () => {
    const { exitCode, stdout } = await run("plan", "withdraw", "slow", "--reason", "not today");
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`Done before it stopped: .agentforge/${REPORT}`);
    expect(await statusOf()).toBe("review");
    expect(existsSync(at("Inbox/Plans/slow_plan.md")) && !existsSync(at("System/Active/slow.md"))).toBe(true);
    expect(repository.git("branch", "--list", "feat/*")).toBe("");
  }, 120_000);
});
