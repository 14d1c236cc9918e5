/**
 * Repairs every project folder under --cases through the real command, with the search brain alone, and leaves the
 * changed trees under --out. One JSON line per case; `bench/grade.ts` judges them with hidden tests.
 *
 *   node bench/repair.ts --cases DIR --out DIR [--jobs N] [--budget SECONDS] [--only NAME]
 */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    cases: { type: "string" },
    out: { type: "string" },
    jobs: { type: "string", default: "1" },
    budget: { type: "string", default: "60" },
    only: { type: "string" },
  },
});
if (values.cases === undefined || values.out === undefined) throw new Error("give --cases DIR and --out DIR");

const cases = resolve(values.cases);
const out = resolve(values.out);
const cli = fileURLToPath(new URL("../bin/agentforge.js", import.meta.url));
const names = readdirSync(cases, { withFileTypes: true })
  .filter((each) => each.isDirectory() && (values.only === undefined || each.name === values.only))
  .map((each) => each.name)
  .sort();

const queue = [...names];
const lines: Record<string, unknown>[] = [];
mkdirSync(out, { recursive: true });
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
lines.sort((a, b) => String(a.id).localeCompare(String(b.id)));
writeFileSync(join(out, "results.jsonl"), `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
const repaired = lines.filter((line) => line.status === "repaired");
const seconds = repaired.map((line) => Number(line.seconds)).sort((a, b) => a - b);
console.error(
  `${repaired.length} of ${lines.length} repaired; median ${seconds[seconds.length >> 1] ?? "–"} s, longest ${seconds.at(-1) ?? "–"} s`,
);

async function work(): Promise<void> {
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const line = await repairOne(name);
    lines.push(line);
    console.log(JSON.stringify(line));
  }
}

async function repairOne(id: string): Promise<Record<string, unknown>> {
  const tree = join(out, id);
  rmSync(tree, { recursive: true, force: true });
  cpSync(join(cases, id), tree, { recursive: true });
  git(tree, "init", "-q");
  git(tree, "add", "-A");
  git(tree, "-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-q", "-m", "the case");
  const began = performance.now();
  const { stdout, code } = await run(tree, [cli, "repair", "--json", "--budget", values.budget]);
  const elapsed = Number(((performance.now() - began) / 1000).toFixed(2));
  const outcome = parse(stdout);
  const review = outcome?.review;
  const tried = searchRecord(tree);
  if (review !== undefined) applyDiff(tree, review.change.diff);
  rmSync(join(tree, ".git"), { recursive: true, force: true });
  rmSync(join(tree, ".agentforge"), { recursive: true, force: true });
  return {
    id,
    status: review === undefined ? (outcome?.status ?? `exit ${code}`) : "repaired",
    seconds: elapsed,
    candidates: tried.tried,
    operator: tried.patches,
    files: review?.change.files.map((file) => file.path) ?? [],
    confidence: review?.request.confidence ?? null,
    asked: review?.asked_because ?? [],
    rivals: review?.evidence.alternatives.length ?? 0,
    evidence: review === undefined ? null : measured(review.evidence),
    fix: review?.title ?? null,
  };
}

interface Outcome {
  readonly status: string;
  readonly review?: {
    readonly title: string;
    readonly asked_because: readonly string[];
    readonly request: { readonly confidence: number };
    readonly change: { readonly diff: string; readonly files: readonly { readonly path: string }[] };
    readonly evidence: ReviewEvidence;
  };
}

interface ReviewEvidence {
  readonly alternatives: readonly unknown[];
  readonly doubts: readonly string[];
  readonly search: unknown;
  readonly confidence: { readonly signals: unknown };
}

/** The input of `bench/fit-confidence.ts`. */
function measured({ doubts, search, confidence }: ReviewEvidence) {
  return { doubts, search, signals: confidence.signals };
}

function parse(stdout: string): Outcome | null {
  try {
    return JSON.parse(stdout) as Outcome;
  } catch {
    return null;
  }
}

function run(cwd: string, given: readonly string[]): Promise<{ stdout: string; code: number | null }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [...given], { cwd, stdio: ["ignore", "pipe", "ignore"] });
    let stdout = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.on("close", (code) => done({ stdout, code }));
  });
}

function git(cwd: string, ...given: string[]): void {
  const { status, stderr } = spawnSync("git", given, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${given[0]}: ${stderr}`);
}

function applyDiff(tree: string, diff: string): void {
  spawnSync("git", ["apply", "-"], { cwd: tree, input: diff });
}

/** The search data in the session's record. */
function searchRecord(tree: string): { tried: number | null; patches: string | null } {
  const sessions = join(tree, ".agentforge", "sessions");
  if (!existsSync(sessions)) return { tried: null, patches: null };
  for (const session of readdirSync(sessions)) {
    const file = join(sessions, session, "step_history.yaml");
    if (!existsSync(file)) continue;
    const text = readFileSync(file, "utf8");
    const tried = /^\s*tried: (\d+)$/m.exec(text)?.[1];
    const operator = /^\s*operator: (\S+)$/m.exec(text)?.[1] ?? null;
    if (tried !== undefined) return { tried: Number(tried), patches: operator };
  }
  return { tried: null, patches: null };
}
