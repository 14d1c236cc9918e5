// The Rust side of judging candidates: copies a Cargo package or workspace, builds its test programs with many
// candidates at once, and runs them.
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { command } from "./compiled-commands.mjs";
import { hasEnded, SPENT } from "./compiled-sources.mjs";
import { serve } from "./compiled-worker.mjs";
import { blamed, createRustSources, firstError, isEarly, programsIn } from "./rust-sources.mjs";
import { layoutOf, topOf } from "./rust-workspace.mjs";

const SURVEY = { AF_TICKS: 1e7 };
/** The limit for all tests of a program together, and then for each test that has not run. */
const ALL_SECONDS = 10;
const ALONE_SECONDS = 1.5;
const WANTED_SECONDS = 60;
const SLOW_SECONDS = 0.5;
const BUILD_SECONDS = 240;
/** A test run that uses more than 400 MB is stopped. */
const MOST_PAGES = (400 << 20) / 4096;
/** The variables of all candidates in a function take stack: with 2 MB, Rust's default, a recursion could not go deep. */
const STACK = 256 << 20;
/** Tests whose lines are recorded one by one, besides those under repair. */
const MOST_RECORDED = 300;
const BUILD_ENV = {
  CARGO_INCREMENTAL: 1,
  CARGO_NET_OFFLINE: "true",
  CARGO_PROFILE_DEV_DEBUG: 0,
  CARGO_PROFILE_TEST_DEBUG: 0,
  CARGO_TERM_COLOR: "never",
};
/** Candidates leave code unused and unreachable, which some projects deny. */
const LENIENT = ["--config", 'build.rustflags=["--cap-lints=allow"]'];
/** A compiler may reject hundreds of candidates at once. */
const MOST_MESSAGES = 16_000_000;

const work = realpathSync(mkdtempSync(join(tmpdir(), "agentforge-rust-")));
const top = topOf(process.cwd());
/** The suite's folder in the copy. */
const root = join(work, "tree", relative(top, process.cwd()));
let targets = [];
let flags = [];
/** By the root file of a test program, which is also the first part of its tests' ids. */
let programs = new Map();
let seconds = ALL_SECONDS;

async function open(request) {
  targets = request.targets;
  cpSync(top, join(work, "tree"), {
    recursive: true,
    filter: (path) => ![".git", "node_modules"].includes(basename(path)) && !isBuildOutput(path),
  });
  const metadata = await cargo(["metadata", "--no-deps", "--format-version=1"]);
  const described = metadata.stdout.split("\n").find((line) => line.startsWith("{"));
  if (metadata.code !== 0 || described === undefined)
    return { failed: `cargo cannot read the package: ${metadata.output.slice(0, 400)}` };
  const layout = layoutOf(described, root, targets);
  flags = layout.flags;
  const known = request.sources.filter(({ path }) => existsSync(join(root, path)));
  const sources = createRustSources(known, root, layout.roots);
  sources.observe();
  let built = await build(false);
  if (built.code !== 0) {
    sources.observe(true);
    built = await build(false);
  }
  if (built.code !== 0)
    return { failed: `the tests do not build: ${firstError(built.output).slice(0, 400)}` };
  const { tests, ticks } = await survey(sources);
  const whole = tests.reduce((sum, each) => sum + each.seconds, 0);
  seconds = Math.min(10, Math.max(1.5, 10 * whole));
  return { sources, tests, ticks, isTarget: isWanted };
}

/** A module may be called `target` too. */
function isBuildOutput(path) {
  return basename(path) === "target" && existsSync(join(dirname(path), "Cargo.toml"));
}

/** Whether a test is under repair. Ids start with the path of the program's root file in the user's tree. */
function isWanted(id) {
  return targets.some((each) => each === id || each.endsWith(`/${id}`));
}

/** Runs the tests and records the lines of each. Slow ones that pass are left out, unless they are under repair. */
async function survey(sources) {
  const tests = [];
  let recorded = 0;
  let ticks = 0;
  for (const [path, program] of programs) {
    const all = statusesIn(await run(program, [], SURVEY, ALL_SECONDS), path);
    const listed = await run(program, ["--list"], {}, ALL_SECONDS);
    for (const [, name] of listed.stdout.matchAll(/^(.+): test$/gm)) {
      const id = `${path}::${name}`;
      if (all.get(id) === "skipped") continue;
      const isRecorded = isWanted(id) || recorded < MOST_RECORDED;
      if (!isRecorded && all.has(id)) {
        tests.push({ id, passed: all.get(id) === "passed", seconds: 0, lines: {} });
        continue;
      }
      recorded += 1;
      const seen = join(work, "lines.txt");
      rmSync(seen, { force: true });
      const began = performance.now();
      const limit = isWanted(id) ? WANTED_SECONDS : ALONE_SECONDS;
      const alone = await run(program, ["--exact", name], { ...SURVEY, AF_LINES: seen }, limit);
      const took = (performance.now() - began) / 1000;
      const passed = all.get(id) !== "failed" && statusesIn(alone, path).get(id) === "passed";
      if (!isWanted(id) && (passed || alone.code === null) && took >= SLOW_SECONDS) continue;
      const reported = existsSync(seen) ? readFileSync(seen, "utf8") : "";
      tests.push({ id, passed, seconds: took, lines: sources.covered(reported) });
      if (hasEnded(alone)) ticks += sources.ticks(reported);
    }
  }
  // A test that was not recorded counts like the average of the others.
  return { tests, ticks: recorded === 0 ? 0 : (ticks * tests.length) / recorded };
}

/** What the test harness says of each test. */
function statusesIn({ stdout }, path) {
  const statuses = new Map();
  for (const [, name, status] of stdout.matchAll(
    /^test (.+?)(?: - should panic)? \.\.\. (?:(?!test ).*\n)*?(ok|FAILED|ignored)\b/gm,
  ))
    statuses.set(`${path}::${name}`, { ok: "passed", FAILED: "failed", ignored: "skipped" }[status]);
  return statuses;
}

async function test(ids, env) {
  const statuses = new Map();
  for (const [path, program] of programs) {
    const names = ids.filter((id) => id.startsWith(`${path}::`)).map((id) => id.slice(path.length + 2));
    if (names.length === 0) continue;
    const ran = await run(program, ["--exact", ...names], env, seconds);
    if (ran.code === SPENT) return { spent: true, statuses };
    for (const [id, status] of statusesIn(ran, path)) statuses.set(id, status);
  }
  return { spent: false, statuses };
}

async function build(isCheck) {
  const verb = isCheck ? ["check", "--profile=test"] : ["test", "--no-run"];
  const built = await cargo([...verb, "--message-format=json", ...flags, ...LENIENT]);
  if (!isCheck && built.code === 0)
    programs = new Map(programsIn(built.stdout).map((each) => [relative(root, each.path), each]));
  // In the order of arrival, a message on stderr may come in the middle of a line of JSON.
  return { code: built.code, output: `${built.stdout}\n${built.stderr}` };
}

function cargo(given) {
  const env = { ...BUILD_ENV, CARGO_TARGET_DIR: join(work, "target") };
  return command(["cargo", ...given, "--offline"], {
    env,
    cwd: root,
    seconds: BUILD_SECONDS,
    mostOutput: MOST_MESSAGES,
  });
}

function run(program, given, env, limit) {
  return command([program.executable, ...given, "--test-threads=1"], {
    env: { CARGO_MANIFEST_DIR: program.folder, RUST_MIN_STACK: STACK, ...env },
    cwd: program.folder,
    seconds: limit,
    pages: MOST_PAGES,
  });
}

serve({
  open,
  build,
  blamed,
  isSyntax: isEarly,
  test,
  formed: (_, given) => given,
  rounds: 16,
  close: () => rmSync(work, { recursive: true, force: true }),
});
