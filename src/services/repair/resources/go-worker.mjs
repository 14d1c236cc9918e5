// The Go side of judging candidates: copies a module, builds its tests with many candidates at once, and runs them.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { command } from "./compiled-commands.mjs";
import { hasEnded, SPENT } from "./compiled-sources.mjs";
import { serve } from "./compiled-worker.mjs";
import { blamed, createGoSources } from "./go-sources.mjs";
import { languageFlags, topOf } from "./go-workspace.mjs";

const SURVEY = { AF_TICKS: 1e7 };
const SURVEY_SECONDS = 60;
/** The limit for all tests together, and then for each function that has not run. */
const ALL_SECONDS = 5;
const ALONE_SECONDS = 1.5;
const SLOW_SECONDS = 0.5;
const BUILD_SECONDS = 180;
/** A test run that uses more than 400 MB is stopped. */
const MOST_PAGES = (400 << 20) / 4096;
/** Tests measured individually; beyond this, whole test functions. */
const MOST_LEAVES = 60;

const work = mkdtempSync(join(tmpdir(), "agentforge-go-"));
const top = topOf(process.cwd());
/** The suite's folder in the copy. */
const root = join(work, "tree", relative(top, process.cwd()));
let opening;
/** Where the tests are, and how long a run may take. */
let plan;
let sources;

async function open(request) {
  opening = request;
  cpSync(top, join(work, "tree"), {
    recursive: true,
    filter: (path) => ![".git", "node_modules"].includes(basename(path)),
  });
  plan = { folder: dirname(request.files[0]), seconds: SURVEY_SECONDS };
  sources = createGoSources(request.sources.filter(isCopied), root);
  sources.observe();
  const built = await build(LINK);
  if (built.code !== 0) return { failed: `the tests do not build: ${built.output.slice(0, 400)}` };
  const verdicts = await runAll();
  const tests = [];
  let ticks = 0;
  for (const [id, { passed, seconds }] of verdicts) {
    const seen = join(work, "lines.txt");
    rmSync(seen, { force: true });
    const limit = 5 + Math.min(5, seconds);
    const alone = await run(["-test.run", exactly([id])], { ...SURVEY, AF_LINES: seen }, limit);
    const reported = existsSync(seen) ? readFileSync(seen, "utf8") : "";
    tests.push({ id, passed, seconds, lines: sources.covered(reported) });
    if (hasEnded(alone)) ticks += sources.ticks(reported);
  }
  const whole = tests.reduce((sum, { seconds }) => sum + seconds, 0);
  plan.seconds = Math.min(10, Math.max(1.5, 10 * whole));
  return {
    sources,
    tests,
    ticks,
    isTarget: (id) => request.targets.some((each) => each.endsWith(`.${id}`)),
  };
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
async function runAll() {
  const verdicts = verdictsOf(await run(["-test.v"], SURVEY, ALL_SECONDS));
  const listed = await run(["-test.list", "."], {}, SURVEY_SECONDS);
  for (const name of listed.output.split("\n").filter((each) => /^Test\w*$/.test(each))) {
    if (verdicts.has(name)) continue;
    const seconds = isWanted(name) ? SURVEY_SECONDS : ALONE_SECONDS;
    const alone = await run(["-test.run", exactly([name]), "-test.v"], SURVEY, seconds);
    for (const [each, verdict] of verdictsOf(alone)) verdicts.set(each, verdict);
  }
  const leaves = leavesOf(verdicts).filter(([name]) => {
    const [top] = name.split("/");
    return isWanted(top) || (verdicts.get(top)?.seconds ?? SLOW_SECONDS) < SLOW_SECONDS;
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
    verdicts.set(name, {
      passed: verdict !== "FAIL",
      skipped: verdict === "SKIP",
      seconds: Number(seconds),
    });
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

/**
 * Candidates that gofmt can parse: next to an unparsable one, the compiler also rejects valid ones after it. Without
 * gofmt, only the compiler decides.
 */
async function wellFormed(candidates, given) {
  const folder = join(work, "formed");
  mkdirSync(folder);
  for (const index of given) writeFileSync(join(folder, `${index}.go`), sources.alone(candidates[index]));
  const { output } = await command(["gofmt", "-l", "-e", folder], {
    env: {},
    cwd: root,
    seconds: BUILD_SECONDS,
  });
  rmSync(folder, { recursive: true });
  const wrong = new Set([...output.matchAll(/(\d+)\.go:\d+:\d+: /g)].map(([, index]) => Number(index)));
  return given.filter((index) => !wrong.has(index));
}

async function test(names, env) {
  const ran = await run(["-test.run", exactly(names), "-test.v"], env);
  const verdicts = [...verdictsOf(ran)];
  return {
    spent: ran.code === SPENT,
    statuses: new Map(
      verdicts.map(([name, { passed, skipped }]) => [
        name,
        skipped ? "skipped" : passed ? "passed" : "failed",
      ]),
    ),
  };
}

/** Checks compilation, or also links; optimized for build speed, not for the speed of the result. */
const COMPILE = `-gcflags=${["-e -N -l", ...languageFlags(process.cwd())].join(" ")}`;
const CHECK = [COMPILE, "-o", "/dev/null"];
const LINK = [COMPILE, "-ldflags=-s -w", "-o", join(work, "tests.bin")];

function build(flags) {
  const place = plan.folder === "." ? "." : `./${plan.folder}`;
  return command(["go", "test", "-c", "-vet=off", ...flags, place], {
    env: {},
    cwd: root,
    seconds: BUILD_SECONDS,
  });
}

function run(given, env, seconds = plan.seconds) {
  return command([join(work, "tests.bin"), ...given, "-test.timeout", `${seconds}s`], {
    env,
    cwd: join(root, plan.folder),
    seconds: seconds + 1,
    pages: MOST_PAGES,
  });
}

serve({
  open,
  build: (isCheck) => build(isCheck ? CHECK : LINK),
  blamed,
  isSyntax: (output) => output.includes(": syntax error: "),
  test,
  formed: wellFormed,
  rounds: 6,
  close: () => rmSync(work, { recursive: true, force: true }),
});
