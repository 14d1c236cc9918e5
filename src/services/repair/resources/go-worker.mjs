// Judges candidate edits of Go sources without building for each. Speaks JSON lines like python_worker.py. A batch
// of candidates is compiled into one test binary: the changed body of a function is put in front of the original as
// `if afMutant == 7 { … }`, and the binary is run once per candidate with its number in the environment. Candidates
// that do not compile are named by the compiler and left out. Loops and functions count ticks.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";

const [FAILED, PLAUSIBLE, OUT_OF_TICKS, BROKEN, PARTLY] = [0, 1, 2, 3, 4];
const SPENT = 97;
const RUN_SECONDS = 5;
const BUILD_SECONDS = 180;
const ROUNDS = 6;

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
  tell({ batch: request.batch, answers: await judgeAll(request.candidates, request.ticks) });
}

async function open(request) {
  opening = request;
  cpSync(process.cwd(), root, { recursive: true, filter: (path) => basename(path) !== ".git" });
  const folder = dirname(request.files[0]);
  const packages = new Set(request.sources.map((each) => dirname(each.path)));
  for (const each of packages) writeSupport(each);
  for (const source of request.sources) writeFileSync(join(root, source.path), instrument(source));
  const built = await build(folder, ["-cover", "-coverpkg=./..."]);
  if (built.code !== 0) return tell({ failed: `the tests do not build: ${built.output.slice(0, 400)}` });
  const listed = await run(["-test.list", "."], {}, folder);
  const names = listed.output.split("\n").filter((each) => /^Test\w*$/.test(each.trim()));
  const tests = [];
  for (const name of names) {
    const began = performance.now();
    const profile = join(work, "cover.out");
    rmSync(profile, { force: true });
    const result = await run(
      ["-test.run", `^${name}$`, `-test.coverprofile=${profile}`],
      { AF_TICKS: request.ticks * 300 },
      folder,
    );
    const lines = existsSync(profile) ? covered(readFileSync(profile, "utf8")) : {};
    tests.push({ id: name, passed: result.code === 0, seconds: (performance.now() - began) / 1000, lines });
  }
  const wanted = new Set(
    request.targets
      .map((each) => each.split("/Test").at(-1).split(".").at(-1).split("/")[0])
      .map((each) => (each.startsWith("Test") ? each : `Test${each}`)),
  );
  const failing = tests.filter((test) => !test.passed);
  const chosen = failing.filter((test) => wanted.has(test.id));
  const targets = (chosen.length > 0 ? chosen : failing).map((test) => test.id);
  plan = { folder, targets, guards: tests.filter((test) => test.passed).map((test) => test.id) };
  tell({ ready: { tests, targets, kinds: {} } });
}

function writeSupport(folder) {
  const sample = opening.sources.find((each) => dirname(each.path) === folder);
  const name = /^package\s+(\w+)/m.exec(sample.text)?.[1] ?? "main";
  writeFileSync(
    join(root, folder, "agentforge_support.go"),
    `package ${name}

import (
	"os"
	"strconv"
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
`,
  );
}

/** Lines that ran, from a cover profile: "module/path.go:3.2,5.10 2 1". Marks keep lines where they were. */
function covered(profile) {
  const lines = {};
  for (const [, file, from, to, count] of profile.matchAll(/^(\S+?):(\d+)\.\d+,(\d+)\.\d+ \d+ (\d+)$/gm)) {
    const source = opening.sources.find((each) => file.endsWith(`/${each.path}`));
    if (source === undefined || count === "0") continue;
    const known = lines[source.path] ?? new Set();
    for (let line = Number(from); line <= Number(to); line += 1) known.add(line);
    lines[source.path] = known;
  }
  return Object.fromEntries(Object.entries(lines).map(([path, known]) => [path, [...known]]));
}

function instrument(source) {
  return weave(
    source.text,
    source.marks.ticks.map(([at, text]) => ({ start: at, end: at, text })),
  );
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
  let alive = candidates.map((_, index) => index).filter((index) => bodyOf(candidates[index]) !== null);
  for (let round = 0; round < ROUNDS && alive.length > 0; round += 1) {
    const places = write(candidates, alive);
    const built = await build(plan.folder, []);
    if (built.code === 0) break;
    const wrong = blamed(built.output, places);
    alive = wrong.size === 0 ? [] : alive.filter((index) => !wrong.has(index));
  }
  const queue = [...alive];
  await Promise.all(
    Array.from({ length: opening.jobs }, async () => {
      for (let index = queue.shift(); index !== undefined; index = queue.shift())
        answers[index] = await judge(index + 1, ticks);
    }),
  );
  return answers;
}

/** The function body that all edits of a candidate lie in. */
function bodyOf(candidate) {
  const [[path]] = candidate;
  const source = opening.sources.find((each) => each.path === path);
  const body = source?.marks.bodies.find(([start, end]) =>
    candidate.every((edit) => edit[0] === path && start < edit[1] && edit[2] < end),
  );
  return body === undefined ? null : { source, start: body[0], end: body[1], answers: body[2] };
}

/** Writes every source with its candidates' bodies in front of the original ones; which lines belong to whom. */
function write(candidates, alive) {
  const places = [];
  for (const source of opening.sources) {
    const insertions = source.marks.ticks.map(([at, text]) => ({ start: at, end: at, text }));
    for (const index of alive) {
      const body = bodyOf(candidates[index]);
      if (body.source !== source) continue;
      const edits = candidates[index].map(([, start, end, text]) => ({ start, end, text }));
      const ticks = source.marks.ticks
        .filter(
          ([at]) =>
            body.start < at && at < body.end && !edits.some((edit) => edit.start < at && at < edit.end),
        )
        .map(([at, text]) => ({ start: at, end: at, text }));
      const whole = weave(source.text, [...edits, ...ticks]);
      const code = whole.slice(body.start + 1, whole.length - (source.text.length - body.end) - 1);
      insertions.push({
        start: body.start + 1,
        end: body.start + 1,
        text: `\n/*af:${index}*/ if afMutant == ${index + 1} {${code}\n${body.answers ? "" : "return\n"}}\n/*fa*/ `,
      });
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
  const env = { AF_MUTANT: mutant, AF_TICKS: Math.max(ticks * 50, 100_000) };
  const first = await run(["-test.run", `^(${plan.targets.join("|")})$`, "-test.v"], env, plan.folder);
  if (first.code === SPENT) return [OUT_OF_TICKS, 0];
  const fixed = plan.targets.filter((name) =>
    new RegExp(`^--- PASS: ${name} `, "m").test(first.output),
  ).length;
  if (fixed === 0) return [FAILED, 0];
  if (plan.guards.length > 0) {
    const rest = await run(["-test.run", `^(${plan.guards.join("|")})$`], env, plan.folder);
    if (rest.code !== 0) return [FAILED, fixed];
  }
  return [fixed === plan.targets.length ? PLAUSIBLE : PARTLY, fixed];
}

function build(folder, flags) {
  const given = [
    "test",
    "-c",
    "-vet=off",
    "-gcflags=-e",
    ...flags,
    "-o",
    join(work, "tests.bin"),
    folder === "." ? "." : `./${folder}`,
  ];
  return command("go", given, {}, root, BUILD_SECONDS);
}

function run(given, env, folder) {
  return command(
    join(work, "tests.bin"),
    [...given, "-test.timeout", `${RUN_SECONDS}s`],
    env,
    join(root, folder),
    RUN_SECONDS + 1,
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
