import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FullDiskRun } from "../support/full-disk.ts";

const asUser = process.getuid?.() === 0 ? [] : ["--map-root-user"];
const canMount =
  spawnSync("unshare", ["--mount", ...asUser, "--", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

/** Needs a mount namespace for a disk that is really full. */
describe.skipIf(!canMount)("an answer on a full disk", () => {
  const disk = mkdtempSync(join(tmpdir(), "agentforge-disk-"));
  let runs: readonly FullDiskRun[] = [];
  beforeAll(() => {
    const script = fileURLToPath(new URL("../support/full-disk.ts", import.meta.url));
    const { stdout, stderr } = spawnSync(
      "unshare",
      ["--mount", ...asUser, "--", process.execPath, script, disk],
      { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
    );
    expect(stdout, stderr).toContain("[");
    runs = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  }, 600_000);
  afterAll(() => rmSync(disk, { recursive: true, force: true }));

  it("is tried both with too little and with enough space", () => {
    expect(runs.some((run) => run.exitCode !== 0)).toBe(true);
    expect(runs.some((run) => run.exitCode === 0)).toBe(true);
  });

  it("is recorded if and only if the command says so or succeeds", () => {
    const said = runs.map(({ answer, free, exitCode, output }) => ({
      answer,
      free,
      recorded: exitCode === 0 || output.includes("Your answer is recorded"),
      output,
    }));
    expect(said).toEqual(
      runs.map(({ answer, free, recorded, output }) => ({ answer, free, recorded, output })),
    );
  });

  it("never ends in a stack trace", () => {
    expect(runs.map((run) => run.output).filter((text) => text.includes("bug in AgentForge"))).toEqual([]);
    expect(runs.map((run) => run.status).filter((text) => text.includes("bug in AgentForge"))).toEqual([]);
  });

  it("lands the change after space returns if and only if its approval was recorded", () => {
    const approvals = runs.filter((run) => run.answer === "approve");
    expect(approvals.map(({ free, landed }) => ({ free, landed }))).toEqual(
      approvals.map(({ free, recorded }) => ({ free, landed: recorded })),
    );
  });

  it("leaves the journal intact", () => {
    expect(runs.map((run) => run.verified).filter((text) => !text.includes("is intact"))).toEqual([]);
  });
});
