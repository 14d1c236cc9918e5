import "./own-temporary.ts";
/**
 * Kills `agentforge repair` with SIGKILL at random moments, in a repository with uncommitted work of several kinds, and
 * checks what is left. Usage: npm run battery:repair-kill -- [--runs 20]
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { agentforge, startAgentforge } from "../support/cli.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";
import { straysOf } from "./strays.ts";

const { values } = parseArgs({ options: { runs: { type: "string", default: "20" } } });
const runs = Number(values.runs);
const whole = await timeOneRepair();
const failures: string[] = [];
let killed = 0;
let interruptedSeen = 0;

for (let run = 1; run <= runs; run += 1) {
  const repository = dirtyRepository();
  try {
    await killOnce(repository, run);
  } finally {
    repository.remove();
  }
}

controls();
console.log(
  `runs ${runs}, killed while working ${killed}, interruption reported ${interruptedSeen}, a whole repair takes ${Math.round(whole)} ms`,
);
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${runs - failures.length} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function killOnce(repository: Repository, run: number): Promise<void> {
  const before = repository.fingerprint();
  const child = startAgentforge(repository.path, ["repair"]);
  await sleep(whole * ((run - 0.5) / runs + (Math.random() - 0.5) / runs));
  child.kill("SIGKILL");
  const ended = await child;
  if (ended.signal === "SIGKILL") killed += 1;

  const fail = (what: string) => failures.push(`run ${run}: ${what}`);
  if (repository.fingerprint() !== before) fail("the user's tree, index or refs changed");
  const status = await agentforge(repository.path, ["status", "--json"]);
  if (status.exitCode !== 0) fail(`status: ${status.stderr}${status.stdout}`);
  interruptedSeen += status.json.interrupted?.length ?? 0;
  const running = status.json.sessions?.filter((session: { status: string }) => session.status === "running");
  if (running?.length > 0) fail("a killed session is still listed as running");

  const again = await agentforge(repository.path, ["repair", "--json"]);
  if (again.json?.status !== "waiting_for_review") {
    fail(`the next repair: ${JSON.stringify(again.json).slice(0, 300)}`);
  }
  if (repository.fingerprint() !== before) fail("the next repair changed the user's tree");
  const left = ["attempts", "scratch", "tmp"].flatMap((name) =>
    listFolder(join(repository.path, ".agentforge", name)),
  );
  if (left.length > 0) fail(`left behind: ${left.join(", ")}`);
  const strays = await straysOf(repository.path);
  if (strays.length > 0) fail(`processes left: ${strays.join("; ")}`);
}

async function timeOneRepair(): Promise<number> {
  const repository = dirtyRepository();
  try {
    const start = performance.now();
    const { json } = await agentforge(repository.path, ["repair", "--json"]);
    if (json.status !== "waiting_for_review") {
      throw new Error(`void: a repair without a kill gives ${JSON.stringify(json).slice(0, 400)}`);
    }
    return performance.now() - start;
  } finally {
    repository.remove();
  }
}

function dirtyRepository(): Repository {
  const repository = exampleRepository("shopping-cart");
  repository.write("notes.txt", "untracked\n");
  repository.write("staged.txt", "staged\n");
  repository.git("add", "staged.txt");
  repository.write("package.json", `${repository.read("package.json")}\n`);
  return repository;
}

function listFolder(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** The battery is meaningful only if it can detect damage, and if its kills hit running work. */
function controls(): void {
  const repository = dirtyRepository();
  const before = repository.fingerprint();
  repository.write("notes.txt", "changed\n");
  if (repository.fingerprint() === before) failures.push("void: a changed file was not noticed");
  repository.remove();
  if (killed < runs * 0.6) failures.push(`void: only ${killed} of ${runs} kills hit a running repair`);
  if (interruptedSeen === 0) failures.push("void: no interruption was ever reported");
}
