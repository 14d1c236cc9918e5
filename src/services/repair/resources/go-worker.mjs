// Judges candidate edits to Go sources without a build for each. Uses JSON lines like python_worker.py. A batch of
// candidates is compiled into one test binary: the changed body of a function is placed before the original as `if
// afMutant == 7 { … }`, and the binary runs once per candidate with its number in the environment. Candidates that do
// not compile are identified from the compiler's output and dropped. Loops and functions count ticks. Building costs
// about the same for one candidate as for a hundred, so the worker asks for large batches.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { command } from "./go-commands.mjs";
import { createSources, SPENT } from "./go-sources.mjs";
import { languageFlags, topOf } from "./go-workspace.mjs";

const [FAILED, PLAUSIBLE, OUT_OF_TICKS, BROKEN, PARTLY, COLD] = [0, 1, 2, 3, 4, 6];
const SURVEY = { AF_TICKS: 1e7 };
const SURVEY_SECONDS = 60;
/** The limit for all tests together, and then for each function that has not run. */
const ALL_SECONDS = 5;
const ALONE_SECONDS = 1.5;
const SLOW_SECONDS = 0.5;
const MOST_TICKS = 3e7;
/** How many more times a passing candidate must pass. */
const AGAIN = 3;
const BUILD_SECONDS = 180;
const ROUNDS = 6;
/** The preferred number of candidates per request, and how many compilable ones share a binary. */
const BATCH = 480;
const SHARED = 160;
/** A test run that uses more than 400 MB is stopped. */
const MOST_PAGES = (400 << 20) / 4096;
/** Tests measured individually; beyond this, whole test functions. */
const MOST_LEAVES = 60;

const work = mkdtempSync(join(tmpdir(), "agentforge-go-"));
const top = topOf(process.cwd());
/** The suite's folder in the copy. */
const root = join(work, "tree", relative(top, process.cwd()));
let opening;
let plan;
let sources;
/** @type {Promise<unknown>} */
let tail = Promise.resolve();

const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const input = createInterface({ input: process.stdin });
input.on("line", (line) => {
  tail = tail.then(() => take(JSON.parse(line))).catch((error) => tell({ failed: String(error) }));
});
input.on("close", () => {
  rmSync(work, { recursive: true, force: true });
  process.exit(0);
});

async function take(request) {
  if (request.op === "open") return open(request);
  if (request.op === "compare")
    return tell({ batch: request.batch, answers: [{ inputs: [], outcomes: [] }] });
  const judged = request.op === "cold" ? judgeApart : judgeAll;
  tell({ batch: request.batch, answers: await judged(request.candidates, request.ticks) });
}

async function open(request) {
  opening = request;
  cpSync(top, join(work, "tree"), {
    recursive: true,
    filter: (path) => ![".git", "node_modules"].includes(basename(path)),
  });
  const folder = dirname(request.files[0]);
  sources = createSources(request.sources.filter(isCopied), root);
  sources.observe();
  const built = await build(folder, LINK);
  if (built.code !== 0) return tell({ failed: `the tests do not build: ${built.output.slice(0, 400)}` });
  const verdicts = await runAll(folder);
  const tests = [];
  for (const [id, { passed, seconds }] of verdicts) {
    const seen = join(work, "lines.txt");
    rmSync(seen, { force: true });
    await run(["-test.run", exactly([id])], { ...SURVEY, AF_LINES: seen }, folder, 5 + Math.min(5, seconds));
    const lines = existsSync(seen) ? sources.covered(readFileSync(seen, "utf8")) : {};
    tests.push({ id, passed, seconds, lines });
  }
  const failing = tests.filter((test) => !test.passed);
  const chosen = failing.filter((test) => request.targets.some((each) => each.endsWith(`.${test.id}`)));
  const targets = (chosen.length > 0 ? chosen : failing).map((test) => test.id);
  const whole = tests.reduce((sum, { seconds }) => sum + seconds, 0);
  plan = {
    folder,
    targets,
    guards: tests.filter((test) => test.passed).map((test) => test.id),
    seconds: Math.min(10, Math.max(1.5, 10 * whole)),
  };
  tell({ ready: { tests, targets, kinds: {}, batch: BATCH } });
}

/** Whether the copy includes this source. Modules that the module under test does not need are not copied. */
function isCopied({ path }) {
  const file = join(root, path);
  return file.startsWith(join(work, "tree/")) && existsSync(file);
}

/**
 * Runs the tests once and measures them: one by one if there are few, otherwise by function. Leaves out functions that
 * are slow, unless they are under repair: the whole suite runs before a change is proposed anyway. A test that ends the
 * program or runs out of time hides the ones after it: then each remaining function runs separately.
 */
async function runAll(folder) {
  const verdicts = verdictsOf(await run(["-test.v"], SURVEY, folder, ALL_SECONDS));
  const listed = await run(["-test.list", "."], {}, folder, SURVEY_SECONDS);
  for (const name of listed.output.split("\n").filter((each) => /^Test\w*$/.test(each))) {
    if (verdicts.has(name)) continue;
    const seconds = isWanted(name) ? SURVEY_SECONDS : ALONE_SECONDS;
    const alone = await run(["-test.run", exactly([name]), "-test.v"], SURVEY, folder, seconds);
    for (const [each, verdict] of verdictsOf(alone)) verdicts.set(each, verdict);
  }
  const leaves = leavesOf(verdicts).filter(([name]) => {
    const [top] = name.split("/");
    return isWanted(top) || verdicts.get(top).seconds < SLOW_SECONDS;
  });
  return leaves.length > MOST_LEAVES ? leaves.filter(isFunction) : leaves;
}

/** Whether a test function is under repair, or one of its subtests. */
function isWanted(name) {
  return opening.targets.some((each) => each.endsWith(`.${name}`) || each.includes(`.${name}/`));
}

/**
 * Which tests passed, and their duration, by name. A test that started and ended the program failed; one that ran out
 * of time counts only if it is under repair.
 */
function verdictsOf({ output }) {
  const verdicts = new Map();
  const isOutOfTime = output.includes("panic: test timed out after");
  for (const [, name] of output.matchAll(/^=== RUN\s+(\S+)$/gm))
    if (!isOutOfTime || isWanted(name.split("/")[0])) verdicts.set(name, { passed: false, seconds: 0 });
  for (const [, verdict, name, seconds] of output.matchAll(/^\s*--- (PASS|FAIL|SKIP): (\S+) \(([\d.]+)s\)/gm))
    verdicts.set(name, { passed: verdict !== "FAIL", seconds: Number(seconds) });
  return verdicts;
}

/** Without tests that only contain subtests. */
function leavesOf(verdicts) {
  const names = [...verdicts.keys()];
  return [...verdicts].filter(([name]) => !names.some((each) => each.startsWith(`${name}/`)));
}

const isFunction = ([name]) => !name.includes("/");

/** A -test.run pattern for tests by name. Several subtests are widened to their test functions. */
function exactly(names) {
  const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const [only] = names;
  if (names.length === 1)
    return only
      .split("/")
      .map((part) => `^${quoted(part)}$`)
      .join("/");
  return `^(${[...new Set(names.map((each) => quoted(each.split("/")[0])))].join("|")})$`;
}

async function judgeAll(candidates, ticks) {
  const answers = candidates.map(() => [BROKEN, 0]);
  const inside = [];
  for (const [index, candidate] of candidates.entries()) {
    if (sources.bodyOf(candidate) === null) answers[index] = [COLD, 0];
    else inside.push(index);
  }
  const formed = await wellFormed(candidates, inside);
  const sound = formed.length > SHARED ? await compiling(candidates, formed, CHECK) : formed;
  for (let at = 0; at < sound.length; at += SHARED) {
    const alive = await compiling(candidates, sound.slice(at, at + SHARED), LINK);
    await inParallel(alive, async (index) => {
      answers[index] = await judge(index + 1, ticks);
    });
  }
  return answers;
}

/**
 * Candidates that gofmt can parse: next to an unparsable one, the compiler also rejects valid ones after it. Without
 * gofmt, only the compiler decides.
 */
async function wellFormed(candidates, given) {
  const folder = join(work, "formed");
  mkdirSync(folder);
  for (const index of given) writeFileSync(join(folder, `${index}.go`), sources.alone(candidates[index]));
  const { output } = await command("gofmt", ["-l", "-e", folder], {}, root, BUILD_SECONDS);
  rmSync(folder, { recursive: true });
  const wrong = new Set([...output.matchAll(/(\d+)\.go:\d+:\d+: /g)].map(([, index]) => Number(index)));
  return given.filter((index) => !wrong.has(index));
}

/** Edits outside functions (constants, tables) cannot be selected at run time: each needs a separate build. */
async function judgeApart(candidates, ticks) {
  const answers = [];
  for (const candidate of candidates) {
    sources.apart(candidate);
    const built = await build(plan.folder, LINK);
    answers.push(built.code === 0 ? await judge(0, ticks) : [BROKEN, 0]);
  }
  return answers;
}

/**
 * The candidates that compile together, without those that the compiler rejects. A check stops after the first list of
 * type errors, because the rest almost always compiles.
 */
async function compiling(candidates, given, flags) {
  let alive = given;
  for (let round = 0; round < ROUNDS && alive.length > 0; round += 1) {
    const places = sources.write(candidates, alive);
    const built = await build(plan.folder, flags);
    if (built.code === 0) return alive;
    const wrong = sources.blamed(built.output, places);
    alive = wrong.size === 0 ? [] : alive.filter((index) => !wrong.has(index));
    if (flags === CHECK && !built.output.includes(": syntax error: ")) return alive;
  }
  return [];
}

async function inParallel(items, work) {
  const queue = [...items];
  const next = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: opening.jobs }, next));
}

async function judge(mutant, ticks) {
  const budget = Math.min(ticks * 1000, MOST_TICKS);
  const env = { AF_MUTANT: mutant, AF_TICKS: budget };
  const first = await run(["-test.run", exactly(plan.targets), "-test.v"], env, plan.folder);
  if (first.code === SPENT) return [budget < MOST_TICKS ? OUT_OF_TICKS : FAILED, 0];
  const passed = new Set([...first.output.matchAll(/^\s*--- PASS: (\S+) /gm)].map(([, name]) => name));
  const fixed = plan.targets.filter((name) => passed.has(name)).length;
  if (fixed === 0) return [FAILED, 0];
  if (!(await pass(plan.guards, env))) return [FAILED, fixed];
  if (fixed < plan.targets.length) return [PARTLY, fixed];
  return [(await holds(env)) ? PLAUSIBLE : FAILED, fixed];
}

/** Map iteration order differs in every process: a candidate that passes by luck does not pass repeatedly. */
async function holds(env) {
  for (let round = 0; round < AGAIN; round += 1)
    if (!(await pass([...plan.targets, ...plan.guards], env))) return false;
  return true;
}

/** Whether all of these tests pass, regardless of others in their functions. */
async function pass(names, env) {
  if (names.length === 0) return true;
  const verdicts = verdictsOf(await run(["-test.run", exactly(names), "-test.v"], env, plan.folder));
  return names.every((name) => verdicts.get(name)?.passed === true);
}

/** Checks compilation, or also links; optimized for build speed, not for the speed of the result. */
const COMPILE = `-gcflags=${["-e -N -l", ...languageFlags(process.cwd())].join(" ")}`;
const CHECK = [COMPILE, "-o", "/dev/null"];
const LINK = [COMPILE, "-ldflags=-s -w", "-o", join(work, "tests.bin")];

function build(folder, flags) {
  const place = folder === "." ? "." : `./${folder}`;
  return command("go", ["test", "-c", "-vet=off", ...flags, place], {}, root, BUILD_SECONDS);
}

function run(given, env, folder, seconds = plan.seconds) {
  return command(
    join(work, "tests.bin"),
    [...given, "-test.timeout", `${seconds}s`],
    env,
    join(root, folder),
    seconds + 1,
    MOST_PAGES,
  );
}
