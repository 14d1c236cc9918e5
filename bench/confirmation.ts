import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/**
 * What confirmation costs: repairs every case with this build and with another one, turn by turn, and compares the
 * medians. `--reference` is the launcher of a build from before confirmations were made (`bin/agentforge.js` of a
 * second checkout); `--cases` a folder of small broken projects, one per folder. The bar is 40 %.
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
const seconds: Record<Build, number[]> = { reference: [], confirmed: [] };
const names = readdirSync(cases, { withFileTypes: true })
  .filter((each, index) => each.isDirectory() && index % Number(values.every) === 0)
  .map((each) => each.name);

for (const [index, name] of names.entries()) {
  const order: Build[] = index % 2 === 0 ? ["reference", "confirmed"] : ["confirmed", "reference"];
  const took: Partial<Record<Build, number>> = {};
  for (const build of order) {
    const run = await repair(build, name);
    if (run !== null) took[build] = run;
  }
  const { reference, confirmed } = took;
  console.log(`${name}: ${reference?.toFixed(2) ?? "–"} s, confirmed ${confirmed?.toFixed(2) ?? "–"} s`);
  if (reference === undefined || confirmed === undefined) continue;
  seconds.reference.push(reference);
  seconds.confirmed.push(confirmed);
}
const [before, after] = [median(seconds.reference), median(seconds.confirmed)];
const added = (100 * (after - before)) / before;
console.log(
  `\n${seconds.reference.length} repaired by both; median ${before.toFixed(2)} s, confirmed ${after.toFixed(2)} s`,
);
console.log(`confirmation adds ${added.toFixed(0)} % (bar 40 %)`);
if (!(added <= 40)) process.exitCode = 1;

/** Seconds until the change waits for an answer; null when there is none. */
async function repair(build: Build, name: string): Promise<number | null> {
  const tree = mkdtempSync(join(tmpdir(), "agentforge-bench-"));
  try {
    cpSync(join(cases, name), tree, { recursive: true });
    const git = (...args: string[]) => execFileSync("git", ["-C", tree, ...args], { stdio: "ignore" });
    git("init", "-q");
    git("add", "-A");
    git("-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-q", "-m", "the case");
    const began = performance.now();
    const args = [launchers[build], "repair", "--json", "--budget", values.budget];
    const stdout = await new Promise<string>((done) =>
      execFile(process.execPath, args, { cwd: tree, maxBuffer: 1e9 }, (_error, text) => done(text)),
    );
    const elapsed = (performance.now() - began) / 1000;
    return JSON.parse(stdout).status === "waiting_for_review" ? elapsed : null;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
