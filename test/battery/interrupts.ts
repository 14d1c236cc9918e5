/**
 * Interrupts fixes, repairs and rounds of the daemon at random moments, by SIGINT, SIGTERM, SIGKILL and a
 * full disk, and checks the result: no false verdict, no escalation, the user's work untouched, nothing left
 * behind, and the same command succeeds afterwards. A run can be repeated by its seed. Usage: npm run
 * battery:interrupts -- [--runs 200] [--seed 1] [--only "daemon --once"]
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { agentforge, startAgentforge } from "../support/cli.ts";
import { createRandom } from "./answers/random.ts";
import {
  falseAnswer,
  falseRecord,
  leftovers,
  patchOf,
  type Reference,
  readRecord,
  treeFaults,
} from "./interrupt-judge.ts";
import { brief, type Place, REFUSING, SCENARIOS, type Scenario } from "./interrupt-scenarios.ts";
import { report } from "./report.ts";
import { type RollingDuration, rollingDuration } from "./rolling-duration.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "200" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    only: { type: "string" },
    inside: { type: "string" },
  },
});
const runs = Number(values.runs);
const INTERRUPTS = ["SIGINT", "SIGTERM", "SIGKILL", "full disk"] as const;
const DISK_BYTES = 200_000_000;
const LONGEST_END_MS = 60_000;
const EMPTY: Reference = { patches: [], refusals: 0, outcomes: [] };

if (values.inside === undefined) enterNamespace();
else await battery(values.inside);

/** A private disk needs a private mount namespace. */
function enterNamespace(): void {
  const disk = mkdtempSync(join(tmpdir(), "agentforge-disk-"));
  const asUser = process.getuid?.() === 0 ? [] : ["--map-root-user"];
  const given = [
    "--runs",
    values.runs,
    "--seed",
    values.seed,
    ...(values.only ? ["--only", values.only] : []),
  ];
  const self = [process.execPath, import.meta.filename, ...given, "--inside", disk];
  const { status, error } = spawnSync("unshare", ["--mount", ...asUser, "--", ...self], { stdio: "inherit" });
  rmSync(disk, { recursive: true });
  if (error !== undefined) console.log(`VOID: cannot make a mount namespace (${error.message})`);
  process.exitCode = status ?? 3;
}

async function battery(disk: string): Promise<void> {
  const size = `size=${DISK_BYTES}`;
  if (spawnSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", disk], { stdio: "inherit" }).status !== 0)
    throw new Error("cannot mount a small disk");
  process.env.TMPDIR = join(disk, "tmp");
  process.env.HOME = join(disk, "home");
  for (const folder of [process.env.TMPDIR, process.env.HOME]) mkdirSync(folder);

  const chosen = SCENARIOS.filter(({ name }) => values.only === undefined || name === values.only);
  const random = createRandom(Number(values.seed));
  const measured = new Map<Scenario, Yardstick>();
  for (const scenario of chosen) measured.set(scenario, await withoutInterrupt(scenario));

  const details: string[] = [];
  const hits = new Map<string, number>();
  for (let run = 1; run <= runs; run += 1) {
    const scenario = chosen[(run - 1) % chosen.length];
    const interrupt = INTERRUPTS[Math.floor((run - 1) / chosen.length) % INTERRUPTS.length];
    const known = scenario && measured.get(scenario);
    if (!scenario || !interrupt || !known) throw new Error("no scenario of that name");
    const whole = known.whole.ms;
    const after = random() * whole;
    const place = await scenario.open();
    try {
      const { hit, faults } = await interruptOnce(disk, scenario, place, interrupt, after, known);
      if (hit) hits.set(interrupt, (hits.get(interrupt) ?? 0) + 1);
      const title = `run ${run}, ${scenario.name}, ${interrupt} after ${Math.round(after)} of ${Math.round(whole)} ms${hit ? "" : " (too late)"}`;
      console.log(`${faults.length === 0 ? "ok    " : "FAILED"} ${title}`);
      for (const fault of faults) console.log(`         ${fault}`);
      if (faults.length > 0) details.push(`${title}: ${faults[0]}`);
    } finally {
      await place.close();
    }
  }
  const struck = [...hits.values()].reduce((sum, each) => sum + each, 0);
  report(
    {
      title: `${runs} interrupts, seed ${values.seed}`,
      counts: [
        { name: "interrupts that hit work in progress", value: struck },
        ...[...hits].map(([name, value]) => ({ name: `  ${name}`, value })),
        { name: "runs with a fault", value: details.length, mustBe: 0 },
      ],
      controls: await controls(struck),
    },
    details,
  );
  rmSync(process.env.TMPDIR, { recursive: true, force: true });
}

/** The outcome and duration of a scenario without an interrupt, from which the moments are drawn. */
interface Yardstick {
  readonly reference: Reference;
  readonly whole: RollingDuration;
}

async function interruptOnce(
  disk: string,
  scenario: Scenario,
  place: Place,
  interrupt: (typeof INTERRUPTS)[number],
  afterMs: number,
  { reference, whole }: Yardstick,
): Promise<{ hit: boolean; faults: string[] }> {
  const before = temporaryFolders();
  const start = performance.now();
  const child = startAgentforge(place.repository.path, place.args, place.env);
  let ended = false;
  const end = child.then((result) => {
    ended = true;
    if (performance.now() - start <= afterMs) whole.saw(performance.now() - start);
    return result;
  });
  await sleep(afterMs);
  const hit = !ended;
  const isEarly = hit && afterMs < whole.ms / 2;
  const ballast = join(disk, "ballast");
  if (interrupt === "full disk") fillUp(disk, ballast);
  else child.kill(interrupt);
  const late = sleep(LONGEST_END_MS, "late" as const, { ref: false });
  const first = await Promise.race([end, late]);
  if (first === "late") child.kill("SIGKILL");
  const result = await end;
  rmSync(ballast, { force: true });

  const faults = first === "late" ? [`still running ${LONGEST_END_MS} ms after ${interrupt}`] : [];
  faults.push(...falseAnswer(String(result.stdout)));
  faults.push(...falseRecord(await readRecord(place), reference), ...treeFaults(place, reference));

  const restart = performance.now();
  const again = await agentforge(place.repository.path, place.args, place.env).catch((error: Error) => error);
  // Little was done before an early interrupt, so this run did all of the work.
  if (isEarly) whole.saw(performance.now() - restart);
  if (again instanceof Error)
    return { hit, faults: [...faults, `the next run: ${again.message.slice(0, 400)}`] };
  const why = await scenario.succeeded(place, again);
  if (why !== null) faults.push(`the next run does not succeed: ${why}`);
  faults.push(...falseRecord(await readRecord(place), reference), ...treeFaults(place, reference));
  const temporary = temporaryFolders().filter((name) => !before.includes(name));
  faults.push(...(await leftovers(place, temporary)));
  return { hit, faults: [...new Set(faults)] };
}

/** Control and reference: the command succeeds without an interrupt and leaves nothing behind. */
async function withoutInterrupt(scenario: Scenario): Promise<Yardstick> {
  const place = await scenario.open();
  try {
    const before = temporaryFolders();
    const start = performance.now();
    const run = await agentforge(place.repository.path, place.args, place.env);
    const whole = performance.now() - start;
    const why = await scenario.succeeded(place, run);
    if (why !== null) throw new Error(`void: ${scenario.name} without an interrupt: ${why}`);
    const { repository, base } = place;
    const commits = repository.git("rev-list", `${base}..HEAD`).split("\n").filter(Boolean);
    const record = await readRecord(place);
    const reference = {
      patches: commits.map((commit) => patchOf(repository, commit)),
      refusals: record.refusals.length,
      outcomes: record.outcomes,
    };
    const temporary = temporaryFolders().filter((name) => !before.includes(name));
    const faults = [...treeFaults(place, reference), ...(await leftovers(place, temporary))];
    if (faults.length > 0)
      throw new Error(`void: ${scenario.name} without an interrupt: ${faults.join("; ")}`);
    console.log(`${scenario.name}: ${Math.round(whole)} ms without an interrupt, ${brief(run)}`);
    return { reference, whole: rollingDuration(whole) };
  } finally {
    await place.close();
  }
}

/** The battery is meaningful only if its interrupts hit work, and if it detects verdicts and damage. */
async function controls(struck: number) {
  const place = await REFUSING.open();
  try {
    await agentforge(place.repository.path, place.args, place.env);
    const seen = falseRecord(await readRecord(place), EMPTY);
    const [escalations, verdicts] = ["false escalation", "false verdict"].map(
      (kind) => seen.filter((each) => each.startsWith(kind)).length,
    );
    place.repository.write("notes.txt", "touched\n");
    const damage = treeFaults(place, EMPTY).length;
    return [
      { name: "an escalation is noticed", holds: escalations === 1, shown: String(escalations) },
      { name: "a rejected fix is noticed", holds: (verdicts ?? 0) > 0, shown: String(verdicts) },
      { name: "damage to the user's tree is noticed", holds: damage > 0, shown: String(damage) },
      { name: "interrupts hit work in progress", holds: struck >= runs * 0.6, shown: `${struck}/${runs}` },
    ];
  } finally {
    await place.close();
  }
}

/** Our folders next to the repositories: nothing may stay there. */
function temporaryFolders(): string[] {
  return readdirSync(tmpdir());
}

function fillUp(disk: string, ballast: string): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, "");
  spawnSync("fallocate", ["-l", String(bavail * bsize), ballast]);
}
