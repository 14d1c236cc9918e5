// Judges candidate edits of Go sources without building for each. Speaks JSON lines like python_worker.py. A batch
// of candidates is compiled into one test binary: the changed body of a function is put in front of the original as
// `if afMutant == 7 { … }`, and the binary is run once per candidate with its number in the environment. Candidates
// that do not compile are named by the compiler and left out. Loops and functions count ticks. Building costs about
// the same for one candidate as for a hundred, so the worker asks for large batches.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";

const [FAILED, PLAUSIBLE, OUT_OF_TICKS, BROKEN, PARTLY] = [0, 1, 2, 3, 4];
const SPENT = 97;
const SURVEY = { AF_TICKS: 1e9 };
const BUILD_SECONDS = 180;
const ROUNDS = 6;
/** Candidates the worker likes to be given at once, and how many of those that compile share a binary. */
const BATCH = 480;
const SHARED = 160;
/** Tests measured one by one; beyond, whole test functions. */
const MOST_LEAVES = 60;

const work = mkdtempSync(join(tmpdir(), "agentforge-go-"));
const root = join(work, "tree");
let opening;
let plan;
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
  cpSync(process.cwd(), root, { recursive: true, filter: (path) => basename(path) !== ".git" });
  const folder = dirname(request.files[0]);
  const packages = new Set(request.sources.map((each) => dirname(each.path)));
  for (const each of packages) writeSupport(each);
  for (const [index, source] of request.sources.entries())
    writeFileSync(join(root, source.path), observed(source, index));
  const built = await build(folder, LINK);
  if (built.code !== 0) return tell({ failed: `the tests do not build: ${built.output.slice(0, 400)}` });
  const began = performance.now();
  const all = await run(["-test.v"], SURVEY, folder, BUILD_SECONDS);
  const whole = (performance.now() - began) / 1000;
  const verdicts = leavesOf(all.output);
  const tests = [];
  for (const [id, passed] of verdicts.length > MOST_LEAVES ? verdicts.filter(isFunction) : verdicts) {
    const seen = join(work, "lines.txt");
    rmSync(seen, { force: true });
    await run(["-test.run", exactly([id])], { ...SURVEY, AF_LINES: seen }, folder, whole + 5);
    const lines = existsSync(seen) ? covered(readFileSync(seen, "utf8")) : {};
    tests.push({ id, passed, seconds: whole / verdicts.length, lines });
  }
  const failing = tests.filter((test) => !test.passed);
  const chosen = failing.filter((test) => request.targets.some((each) => each.endsWith(`.${test.id}`)));
  const targets = (chosen.length > 0 ? chosen : failing).map((test) => test.id);
  plan = {
    folder,
    targets,
    guards: tests.filter((test) => test.passed).map((test) => test.id),
    seconds: Math.max(2, 10 * whole),
  };
  tell({ ready: { tests, targets, kinds: {}, batch: BATCH } });
}

/** Tests without subtests, in the order they ended, and whether they passed. A test that ended the program failed. */
function leavesOf(output) {
  const verdicts = new Map();
  for (const [, name] of output.matchAll(/^=== RUN\s+(\S+)$/gm)) verdicts.set(name, false);
  for (const [, verdict, name] of output.matchAll(/^\s*--- (PASS|FAIL|SKIP): (\S+) /gm))
    verdicts.set(name, verdict !== "FAIL");
  const names = [...verdicts.keys()];
  return [...verdicts].filter(([name]) => !names.some((each) => each.startsWith(`${name}/`)));
}

const isFunction = ([name]) => !name.includes("/");

/** A pattern of -test.run for tests by name. Several with subtests are widened to their functions. */
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

function writeSupport(folder) {
  const sample = opening.sources.find((each) => dirname(each.path) === folder);
  const name = /^package\s+(\w+)/m.exec(sample.text)?.[1] ?? "main";
  writeFileSync(
    join(root, folder, "agentforge_support.go"),
    `package ${name}

import (
	"fmt"
	"os"
	"strconv"
	"sync"
)

var afMutant, _ = strconv.Atoi(os.Getenv("AF_MUTANT"))
var afTicks = afBudget()

func afBudget() int {
	if n, err := strconv.Atoi(os.Getenv("AF_TICKS")); err == nil {
		return n
	}
	return 1 << 40
}

func afTick() {
	afTicks--
	if afTicks < 0 {
		os.Exit(${SPENT})
	}
}

var afFile, _ = os.OpenFile(os.Getenv("AF_LINES"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
var afSeen sync.Map

func afLine(source, line int) {
	if _, known := afSeen.LoadOrStore([2]int{source, line}, true); known || afFile == nil {
		return
	}
	fmt.Fprintln(afFile, source, line)
}

type afCase[T any] struct {
	mutant int
	value  T
}

func afWhen[T any](mutant int, value T) afCase[T] { return afCase[T]{mutant, value} }

func afChoose[T any](original T, others ...afCase[T]) T {
	for _, each := range others {
		if each.mutant == afMutant {
			return each.value
		}
	}
	return original
}
`,
  );
}

/** Lines that ran, from what afLine wrote: "2 17" is line 17 of the third source. */
function covered(text) {
  const lines = {};
  for (const [, index, line] of text.matchAll(/^(\d+) (\d+)$/gm)) {
    const { path } = opening.sources[Number(index)];
    lines[path] = [...(lines[path] ?? []), Number(line)];
  }
  return lines;
}

function observed(source, index) {
  const lines = source.marks.lines.map(([at, line]) => ({
    start: at,
    end: at,
    text: `afLine(${index}, ${line});`,
  }));
  return weave(source.text, [...ticksOf(source, []), ...lines]);
}

/** Insertions that count ticks, but for those inside text that edits replace. */
function ticksOf(source, edits) {
  return source.marks.ticks
    .filter(([at]) => !edits.some((edit) => edit.start < at && at < edit.end))
    .map(([at, text]) => ({ start: at, end: at, text }));
}

function weave(text, edits) {
  let woven = "";
  let at = 0;
  for (const each of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (each.start < at) continue;
    woven += text.slice(at, each.start) + each.text;
    at = each.end;
  }
  return woven + text.slice(at);
}

async function judgeAll(candidates, ticks) {
  const answers = candidates.map(() => [BROKEN, 0]);
  const inside = [];
  for (const [index, candidate] of candidates.entries()) {
    if (bodyOf(candidate) === null) answers[index] = ["cold"];
    else inside.push(index);
  }
  const sound = inside.length > SHARED ? await compiling(candidates, inside, CHECK) : inside;
  for (let at = 0; at < sound.length; at += SHARED) {
    const alive = await compiling(candidates, sound.slice(at, at + SHARED), LINK);
    await inParallel(alive, async (index) => {
      answers[index] = await judge(index + 1, ticks);
    });
  }
  return answers;
}

/** Edits outside functions (constants, tables) cannot be chosen at run time: a build for each. */
async function judgeApart(candidates, ticks) {
  const answers = [];
  for (const candidate of candidates) {
    for (const source of opening.sources) {
      const edits = candidate
        .filter(([path]) => path === source.path)
        .map(([, start, end, text]) => ({ start, end, text }));
      writeFileSync(join(root, source.path), weave(source.text, [...edits, ...ticksOf(source, edits)]));
    }
    const built = await build(plan.folder, LINK);
    answers.push(built.code === 0 ? await judge(0, ticks) : [BROKEN, 0]);
  }
  return answers;
}

/**
 * The candidates that compile together; those the compiler names are left out. A check ends with the first list of
 * type errors, because what is left then nearly always compiles.
 */
async function compiling(candidates, given, flags) {
  let alive = given;
  for (let round = 0; round < ROUNDS && alive.length > 0; round += 1) {
    const places = write(candidates, alive);
    const built = await build(plan.folder, flags);
    if (built.code === 0) return alive;
    const wrong = blamed(built.output, places);
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

/** The function body, or the value of a variable of the package, that all edits of a candidate lie in. */
function bodyOf(candidate) {
  const [[path]] = candidate;
  const source = opening.sources.find((each) => each.path === path);
  const value = source?.marks.values.find(([start, end]) =>
    candidate.every((edit) => edit[0] === path && start <= edit[1] && edit[2] <= end),
  );
  if (value !== undefined) return { source, start: value[0], end: value[1], answers: null };
  const body = source?.marks.bodies.find(([start, end]) =>
    candidate.every((edit) => edit[0] === path && start < edit[1] && edit[2] < end),
  );
  return body === undefined ? null : { source, start: body[0], end: body[1], answers: body[2] };
}

/** Writes every source with its candidates' bodies in front of the original ones; which lines belong to whom. */
function write(candidates, alive) {
  const places = [];
  for (const source of opening.sources) {
    const insertions = ticksOf(source, []);
    const choices = new Map();
    for (const index of alive) {
      const body = bodyOf(candidates[index]);
      if (body.source !== source) continue;
      const edits = candidates[index].map(([, start, end, text]) => ({ start, end, text }));
      const ticks = ticksOf(source, edits).filter(({ start }) => body.start < start && start < body.end);
      const whole = weave(source.text, [...edits, ...ticks]);
      if (body.answers === null) {
        const code = whole.slice(body.start, whole.length - (source.text.length - body.end));
        const known = choices.get(body.start) ?? [];
        known.push(`\n/*af:${index}*/ afWhen(${index + 1}, ${code}),`);
        choices.set(body.start, known);
        continue;
      }
      const code = whole.slice(body.start + 1, whole.length - (source.text.length - body.end) - 1);
      insertions.push({
        start: body.start + 1,
        end: body.start + 1,
        text: `\n/*af:${index}*/ if afMutant == ${index + 1} {${code}\n${body.answers ? "" : "return\n"}}\n/*fa*/ `,
      });
    }
    for (const [start, end] of source.marks.values) {
      const known = choices.get(start);
      if (known === undefined) continue;
      insertions.push({ start, end: start, text: "afChoose(" });
      insertions.push({ start: end, end, text: `,${known.join("")}\n/*fa*/ )` });
    }
    const text = weave(source.text, insertions);
    writeFileSync(join(root, source.path), text);
    let owner = null;
    text.split("\n").forEach((line, at) => {
      if (line.startsWith("/*fa*/")) owner = null;
      const begun = /^\/\*af:(\d+)\*\//.exec(line);
      if (begun !== null) owner = Number(begun[1]);
      if (owner !== null) places.push({ path: source.path, line: at + 1, owner });
    });
  }
  return places;
}

function blamed(output, places) {
  const wrong = new Set();
  for (const [, path, line] of output.matchAll(/^(?:\.\/)?(\S+?\.go):(\d+):\d+/gm)) {
    const place = places.find(
      (each) =>
        each.line === Number(line) &&
        (each.path === path || each.path.endsWith(`/${path}`) || basename(each.path) === basename(path)),
    );
    if (place !== undefined) wrong.add(place.owner);
  }
  return wrong;
}

async function judge(mutant, ticks) {
  const env = { AF_MUTANT: mutant, AF_TICKS: ticks * 1000 };
  const first = await run(["-test.run", exactly(plan.targets), "-test.v"], env, plan.folder);
  if (first.code === SPENT) return [OUT_OF_TICKS, 0];
  const passed = new Set([...first.output.matchAll(/^\s*--- PASS: (\S+) /gm)].map(([, name]) => name));
  const fixed = plan.targets.filter((name) => passed.has(name)).length;
  if (fixed === 0) return [FAILED, 0];
  if (plan.guards.length > 0) {
    const rest = await run(["-test.run", exactly(plan.guards), "-test.v"], env, plan.folder);
    const broken = leavesOf(rest.output).some(([name, fine]) => !fine && !plan.targets.includes(name));
    if (broken || (rest.code !== 0 && fixed === plan.targets.length)) return [FAILED, fixed];
  }
  return [fixed === plan.targets.length ? PLAUSIBLE : PARTLY, fixed];
}

/** Only whether it compiles, and with the linker; speed of building counts, not that of what is built. */
const CHECK = ["-gcflags=-e -N -l", "-o", "/dev/null"];
const LINK = ["-gcflags=-e -N -l", "-ldflags=-s -w", "-o", join(work, "tests.bin")];

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
  );
}

function command(program, given, env, cwd, seconds) {
  return new Promise((done) => {
    const child = spawn(program, given, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const hear = (chunk) => {
      if (output.length < 400_000) output += chunk;
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    const timer = setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
    child.on("error", (error) => done({ code: -1, output: String(error) }));
    child.on("close", (code) => {
      clearTimeout(timer);
      done({ code, output });
    });
  });
}
