import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { median } from "./median.ts";

/**
 * The cost of confirmation: repairs every case with this build and with another one, alternating, and compares the
 * medians. `--reference` is the launcher of a build without confirmation (`bin/agentforge.js` of a second checkout);
 * `--cases` is a folder of small broken projects, one per folder. The limit is 40%. On a busy machine, CPU time is more
 * meaningful: it counts everything that a repair starts.
 */
const { values } = parseArgs({
  options: {
    cases: { type: "string" },
    reference: { type: "string" },
    budget: { type: "string", default: "60" },
    every: { type: "string", default: "1" },
  },
});
if (values.cases === undefined || values.reference === undefined)
  throw new Error("give --cases DIR and --reference LAUNCHER");

const cases = resolve(values.cases);
const launchers = {
  reference: resolve(values.reference),
  confirmed: fileURLToPath(new URL("../bin/agentforge.js", import.meta.url)),
};
type Build = keyof typeof launchers;
interface Took {
  readonly seconds: number;
  readonly cpu: number;
}
const runs: Record<Build, Took[]> = { reference: [], confirmed: [] };
const names = readdirSync(cases, { withFileTypes: true })
  .filter((each, index) => each.isDirectory() && index % Number(values.every) === 0)
  .map((each) => each.name);

for (const [index, name] of names.entries()) {
  const order: Build[] = index % 2 === 0 ? ["reference", "confirmed"] : ["confirmed", "reference"];
  const took: Partial<Record<Build, Took>> = {};
  for (const build of order) {
    const run = await repair(build, name);
    if (run !== null) took[build] = run;
  }
  const { reference, confirmed } = took;
  console.log(`${name}: ${shown(reference)}, confirmed ${shown(confirmed)}`);
  if (reference === undefined || confirmed === undefined) continue;
  runs.reference.push(reference);
  runs.confirmed.push(confirmed);
}
console.log(`\n${runs.reference.length} repaired by both`);
const added = addedTo("seconds");
addedTo("cpu");
const ratios = runs.reference.map(({ seconds }, at) => (runs.confirmed[at]?.seconds ?? Number.NaN) / seconds);
console.log(`median case: ${(100 * (median(ratios) - 1)).toFixed(0)}% more seconds`);
console.log(`confirmation adds ${added.toFixed(0)}% (bar 40%)`);
if (!(added <= 40)) process.exitCode = 1;

function addedTo(what: keyof Took): number {
  const [before, after] = (["reference", "confirmed"] as const).map((build) =>
    median(runs[build].map((each) => each[what])),
  ) as [number, number];
  const percent = (100 * (after - before)) / before;
  const name = what === "cpu" ? "CPU seconds" : "seconds";
  console.log(
    `median ${name}: ${before.toFixed(2)}, confirmed ${after.toFixed(2)}, ${percent.toFixed(0)}% more`,
  );
  return percent;
}

function shown(took: Took | undefined): string {
  return took === undefined ? "–" : `${took.seconds.toFixed(2)} s (CPU ${took.cpu.toFixed(2)} s)`;
}

/** Measures until the change waits for an answer; null if there is none. */
async function repair(build: Build, name: string): Promise<Took | null> {
  const tree = mkdtempSync(join(tmpdir(), "agentforge-bench-"));
  try {
    cpSync(join(cases, name), tree, { recursive: true });
    const git = (...args: string[]) => execFileSync("git", ["-C", tree, ...args], { stdio: "ignore" });
    git("init", "-q");
    git("add", "-A");
    git("-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-q", "-m", "the case");
    const began = performance.now();
    const args = [process.execPath, launchers[build], "repair", "--json", "--budget", values.budget];
    const shell = ["-c", '"$0" "$@"; times >&2', ...args];
    const [stdout, stderr] = await new Promise<[string, string]>((done) =>
      execFile("sh", shell, { cwd: tree, maxBuffer: 1e9 }, (_error, text, said) => done([text, said])),
    );
    const seconds = (performance.now() - began) / 1000;
    if (JSON.parse(stdout).status !== "waiting_for_review") return null;
    return { seconds, cpu: cpuOf(stderr) };
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/** The output of the shell's `times`: user and system time of everything it waited for. */
function cpuOf(stderr: string): number {
  const last = stderr.trimEnd().split("\n").at(-1) ?? "";
  return [...last.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest),
    0,
  );
}
