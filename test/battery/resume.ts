import "./own-temporary.ts";
/**
 * Kills a repair by a scripted model with SIGKILL at every request and at many moments after each answer,
 * continues with `session resume` (which is killed too), and compares with an uninterrupted repair. Usage:
 * npm run battery:resume -- [--runs 40]
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { agentforge } from "../support/cli.ts";
import { openRig, ownSession, REPAIR, RESUME, type Rig, runAndKill, storyOf } from "../support/resume.ts";

const { values } = parseArgs({ options: { runs: { type: "string", default: "40" } } });
const runs = Number(values.runs);
const MOST_KILLS = 3;
/** After an answer was sent; the last ones hit the tests that judge the change. */
const DELAYS_MS = [0, 3, 8, 15, 30, 60, 120, 250, 500, 1000, 2000];

const reference = await referenceRepair();
const failures: string[] = [];
const seen = { kills: 0, late: 0, withSteps: 0, underWay: 0, beforeAnySession: 0 };

for (let run = 1; run <= runs; run += 1) {
  const rig = await openRig();
  try {
    await killAndResume(rig, run);
    console.log(`run ${run}: ${failures.length} failures so far, ${seen.kills} kills`);
  } finally {
    await rig.close();
  }
}
await controls();
console.log(`reference: ${reference.story.length} steps, ${reference.asked} questions to the model`);
console.log(
  `runs ${runs}, kills ${seen.kills} (too late ${seen.late}), found whole steps ${seen.withSteps}, a call under way ${seen.underWay}, no session of the model yet ${seen.beforeAnySession}`,
);
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(
  `${runs - new Set(failures.map((each) => each.split(":")[0])).size} passed, ${failures.length} failures`,
);
process.exitCode = failures.length === 0 ? 0 : 1;

async function killAndResume(rig: Rig, run: number): Promise<void> {
  const before = rig.repository.fingerprint();
  const fail = (what: string) => failures.push(`run ${run}: ${what}`);
  let kills = 0;
  let args: readonly string[] = REPAIR;
  for (let kill = 0; kill < MOST_KILLS; kill += 1) {
    const number = rig.server.requests.length + 1 + ((run + 3 * kill) % (reference.asked - 1));
    const delay = kill === 0 && run % 3 === 0 ? null : (DELAYS_MS[(run + kill) % DELAYS_MS.length] ?? 0);
    const hit = await runAndKill(rig, args, moment(rig, number, delay));
    if (!hit) {
      seen.late += 1;
      break;
    }
    kills += 1;
    await look(rig);
    args = RESUME;
    if (run % 4 === 0) break;
  }
  seen.kills += kills;
  rig.onRequest = () => undefined;
  const { run: session } = await look(rig, false);
  if (session?.status === "interrupted") {
    const { json } = await agentforge(rig.repository.path, RESUME, rig.env);
    if (json.status !== "waiting_for_review")
      return void fail(`resume: ${JSON.stringify(json).slice(0, 500)}`);
  }
  const reviews = (await agentforge(rig.repository.path, ["review", "list", "--all", "--json"])).json;
  if (reviews.length !== 1) fail(`${reviews.length} reviews`);
  const shown = ["review", "show", reviews[0]?.review_id ?? "none", "--json"];
  const { change, evidence } = (await agentforge(rig.repository.path, shown)).json;
  if (change?.diff !== reference.diff) fail("another change");
  const confidence = JSON.stringify(evidence?.confidence);
  if (confidence !== reference.confidence) fail(`another confidence: ${confidence}`);
  const { own, steps, sessions } = await ownSession(rig);
  const story = storyOf(steps);
  if (JSON.stringify(story) !== JSON.stringify(reference.story)) fail(`another story: ${story.join("\n")}`);
  if (own.length !== 1) fail(`${own.length} sessions of the model`);
  const open = sessions.filter(({ status }: { status: string }) => status !== "completed");
  if (open.length > 0) fail(`left open: ${JSON.stringify(open).slice(0, 300)}`);
  if (rig.server.requests.length > reference.asked + kills)
    fail(`${rig.server.requests.length} questions instead of at most ${reference.asked + kills}`);
  if (rig.repository.fingerprint() !== before) fail("the user's tree, index or refs changed");
  const left = readdirSync(join(rig.repository.path, ".agentforge", "attempts"));
  if (left.length > 0) fail(`left behind: ${left.join(", ")}`);
}

/** When a request arrives, or this long after it was answered. */
function moment(rig: Rig, number: number, delay: number | null): Promise<void> {
  return new Promise((resolve) => {
    rig.onRequest = (arrived) => {
      if (arrived < number) return;
      if (delay === null) resolve();
      else void sleep(delay).then(resolve);
    };
  });
}

/** What a kill left, as a person would see it. */
async function look(rig: Rig, count = true) {
  const { own, steps, underWay, sessions } = await ownSession(rig);
  if (count && own.length === 0) seen.beforeAnySession += 1;
  if (count && steps.length > 0) seen.withSteps += 1;
  if (count && underWay) seen.underWay += 1;
  return { run: sessions.find((each: { session_id: string }) => each.session_id !== own[0]?.session_id) };
}

async function referenceRepair() {
  const rig = await openRig();
  try {
    const { json } = await agentforge(rig.repository.path, REPAIR, rig.env);
    if (json.status !== "waiting_for_review") {
      throw new Error(`void: a repair without a kill gives ${JSON.stringify(json).slice(0, 400)}`);
    }
    const { change, evidence } = json.review;
    const { steps } = await ownSession(rig);
    return {
      diff: change.diff,
      confidence: JSON.stringify(evidence.confidence),
      story: storyOf(steps),
      asked: rig.server.requests.length,
    };
  } finally {
    await rig.close();
  }
}

/**
 * The battery is meaningful only if its kills hit work in progress, and if it can detect a step that is done twice.
 */
async function controls(): Promise<void> {
  if (seen.kills < runs) failures.push(`void: only ${seen.kills} kills in ${runs} runs`);
  if (seen.withSteps < runs / 2) failures.push(`void: only ${seen.withSteps} kills came after a whole step`);
  if (seen.underWay === 0) failures.push("void: no kill hit a call in progress");
  const rig = await openRig();
  try {
    await runAndKill(rig, REPAIR, moment(rig, 4, null));
    await agentforge(rig.repository.path, REPAIR, rig.env);
    const { own } = await ownSession(rig);
    if (own.length !== 2) failures.push("void: a restarted repair was not distinguished from a resumed one");
  } finally {
    await rig.close();
  }
}
