import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openApp, readEnvironment } from "../../src/app.ts";
import { Escalation } from "../../src/domain/entities/escalation.ts";
import { agentforge } from "./cli.ts";
import { planText } from "./plans.ts";
import { makeRepository } from "./repository.ts";
import { sampleReview } from "./samples.ts";

/** The outcome of one answer given with this many bytes free. */
export interface FullDiskRun {
  readonly answer: string;
  readonly free: number;
  readonly exitCode: number;
  readonly output: string;
  readonly recorded: boolean;
  /** After space returned and `status` ran. */
  readonly landed: boolean;
  readonly status: string;
  readonly verified: string;
}

const ANSWERS: Readonly<Record<string, { readonly args: readonly string[]; readonly action: string }>> = {
  approve: { args: ["review", "approve", "RV-1"], action: "review.approved" },
  reject: { args: ["review", "reject", "RV-1", "--reason", "no"], action: "review.rejected" },
  resolve: {
    args: ["escalation", "resolve", "ESC-1", "--guidance", "try the other sign"],
    action: "escalation.resolved",
  },
  "plan approve": { args: ["plan", "approve", "two"], action: "plan.approved" },
  "plan reject": { args: ["plan", "reject", "two", "--reason", "no"], action: "plan.rejected" },
};

/** Run inside a mount namespace, as `node full-disk.ts <folder>`: the folder becomes a small disk. */
if (process.argv[1] === import.meta.filename) await main(process.argv[2] ?? "");

async function main(disk: string): Promise<void> {
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=12m", "tmpfs", disk]);
  if (mounted.status !== 0) throw new Error(`cannot mount a small disk: ${mounted.stderr}`);
  const template = await makeTemplate();
  const runs: FullDiskRun[] = [];
  for (const answer of Object.keys(ANSWERS)) {
    const free = answer === "approve" ? [0, 80, 100, 130, 180, 400] : [0, 100];
    for (const kilobytes of free) runs.push(await tryAnswer(template.path, disk, answer, kilobytes * 1024));
  }
  template.remove();
  console.log(JSON.stringify(runs));
}

async function tryAnswer(from: string, disk: string, answer: string, free: number): Promise<FullDiskRun> {
  const { args, action } = ANSWERS[answer] ?? { args: [], action: "" };
  const path = join(disk, "repository");
  const ballast = join(disk, "ballast");
  cpSync(from, path, { recursive: true });
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - free)));
  const run = await agentforge(path, args);
  rmSync(ballast);
  const recorded = await has(path, action);
  const status = await agentforge(path, ["status"]);
  const verified = await agentforge(path, ["journal", "verify"]);
  const landed = await has(path, "review.landed");
  rmSync(path, { recursive: true });
  return {
    ...{ answer, free, exitCode: run.exitCode ?? -1, output: run.stdout + run.stderr, recorded, landed },
    ...{ status: status.stdout + status.stderr, verified: verified.stdout + verified.stderr },
  };
}

async function makeTemplate() {
  const repository = makeRepository(() => undefined, false);
  repository.write("sum.js", "export const sum = (a, b) => a - b;\n");
  repository.git("add", "-A");
  repository.git("commit", "-qm", "first");
  const app = await openApp({ cwd: repository.path, environment: readEnvironment(), unsafe: false });
  const { ports } = app;
  const tree = await ports.workspace.openAttempt("A-1");
  await tree.writeBytes("sum.js", Buffer.from("export const sum = (a, b) => a + b;\n"));
  const change = await tree.changes();
  const trace_id = ports.newTraceId();
  const commit_message = `fix: sum as a + b\n\n[ExoTrace: ${trace_id}]\n`;
  await ports.reviews.open(
    sampleReview("RV-1", { trace_id, change, commit_message, base_commit: tree.baseCommit }),
  );
  await tree.close();
  await app.escalations.create(
    Escalation.parse({
      ...{ escalation_id: "ESC-1", type: "cannot_fix", task_id: "T-1", created_at: ports.now() },
      ...{ status: "pending", reason: "no idea", agent_analysis: {} },
    }),
  );
  await app.close();
  const plans = join(repository.path, ".agentforge/Inbox/Plans");
  mkdirSync(plans, { recursive: true });
  writeFileSync(join(plans, "two_plan.md"), planText({ files: { "two.js": "export const two = 2;\n" } }));
  const listed = await agentforge(repository.path, ["plan", "list"]);
  if (listed.exitCode !== 0 || !existsSync(plans)) throw new Error(listed.stdout + listed.stderr);
  return repository;
}

async function has(path: string, action: string): Promise<boolean> {
  const { json } = await agentforge(path, ["journal", "query", "--action", action, "--json"]);
  return Array.isArray(json) && json.length > 0;
}
