// Compares old and new code of a JavaScript project on the calls its tests make, on variations of them, and outside
// tests. Reads one JSON line and writes one, like python_probe.py. Files arrive instrumented.
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { brief, find, install, outcome, pack, unpack } from "./javascript-calls.mjs";
import { compareHistories } from "./javascript-histories.mjs";
import { createLoader } from "./javascript-modules.mjs";
import { Border } from "./javascript-sequences.mjs";
import { createRegistry, matches } from "./javascript-tests.mjs";
import { about, features, leaves, variations } from "./javascript-vary.mjs";
import shared from "./shared.json" with { type: "json" };

const HERE = dirname(fileURLToPath(import.meta.url));
const MOST_OWN = shared.limits.MOST_OWN;
const MOST_PER_FUNCTION = shared.limits.MOST_PER_FUNCTION;
const MOST_BYTES = 80_000;
const TEST_MILLISECONDS = 3000;
const MOST_HISTORIES = 3;
/** Fraction of the comparison time. */
const HISTORY_SHARE = 0.5;
/**
 * Fraction of the whole time since this process started; after it, the probe waits for nothing more, to leave time for
 * the rest.
 */
const DEADLINE = shared.limits.DEADLINE;
const HISTORY_REST = 0.15;
const KEPT = ["PATH", "HOME", "LANG", "TMPDIR", "TZ", "USER"];
/** How the framework's own process looks from the inside. */
const LOOKS = {
  "node:test": {
    env: { NODE_TEST_CONTEXT: "child-v8" },
    program: null,
    frame: "node:internal/test_runner/test",
  },
  vitest: {
    env: {
      VITEST: "true",
      TEST: "true",
      NODE_ENV: "test",
      VITEST_WORKER_ID: "1",
      VITEST_POOL_ID: "1",
      VITEST_MODE: "RUN",
    },
    program: "node_modules/vitest/vitest.mjs",
    frame: "node_modules/@vitest/runner/dist/index.js",
  },
  jest: {
    env: { JEST_WORKER_ID: "1", NODE_ENV: "test" },
    program: "node_modules/jest/bin/jest.js",
    frame: "node_modules/jest-circus/build/run.js",
  },
  mocha: { env: {}, program: "node_modules/mocha/bin/mocha.js", frame: "node_modules/mocha/lib/runnable.js" },
};

const write = process.stdout.write.bind(process.stdout);
const plain = { old: startPlain(), new: startPlain() };
process.stdout.write = () => true;
process.stderr.write = () => true;
for (const name of ["log", "info", "warn", "error", "debug", "table"]) console[name] = () => {};
process.on("uncaughtException", () => {});
process.on("unhandledRejection", () => {});

const input = createInterface({ input: process.stdin });
input.once("line", async (line) => {
  input.close();
  const answer = await probe(JSON.parse(line)).catch((error) => ({
    failed: String(error?.message ?? error),
  }));
  for (const each of Object.values(plain)) each.end();
  write(`${JSON.stringify(answer)}\n`, () => process.exit(0));
});

async function probe(request) {
  disguise(request);
  install();
  const loader = createLoader(request.new, process.cwd());
  const found = await record(request, loader);
  if (found.failed !== undefined) return found;
  const inputs = inputsOf(found.calls, request.limit);
  const own = inputs.filter((each) => each.base === null);
  if (own.length === 0) {
    const histories = await historiesOf(request);
    if (histories.length > 0) return { probed: [], histories };
    return { failed: "the tests make no repeatable call to the changed functions" };
  }
  const common = {
    root: process.cwd(),
    functions: request.aims.map(({ path, name }) => [path, name]),
    inputs: inputs.map(({ aim, packed }) => [aim, packed]),
    own: own.length,
  };
  plain.new.ask({ ...common, sources: request.new });
  plain.old.ask({ ...common, sources: request.old });
  const inside = await replayInside(request, loader, own);
  const histories = await historiesOf(request);
  for (const [index, each] of own.entries()) each.inside = inside[index];
  const left = 2 * request.seconds * DEADLINE * 1000 - performance.now();
  const over = new Promise((done) => setTimeout(done, Math.max(0, left), "end"));
  const [newEnd, oldEnd] = await Promise.all(
    [plain.new, plain.old].map(({ done }) => Promise.race([done, over])),
  );
  if (newEnd !== "end" && oldEnd === "end") return { unloadable: newEnd };
  if (oldEnd !== "end")
    return { failed: `the changed modules cannot be loaded outside the tests: ${oldEnd}` };
  for (const [index, each] of inputs.entries()) {
    each.old = plain.old.answers.get(index) ?? null;
    each.new = plain.new.answers.get(index) ?? null;
  }
  const differing = own.filter(
    (each) => each.new !== null && each.inside !== null && each.inside !== each.new[0],
  );
  if (differing.length > 0) {
    const before = await replayInside(request, createLoader(request.old, process.cwd()), differing);
    for (const [index, each] of differing.entries()) each.insideOld = before[index];
  }
  return { probed: inputs.map(({ packed: _, ...each }) => each), histories };
}

/** Runs the fixed tests with the project wrapped, and compares what they do step by step. */
async function historiesOf(request) {
  const until = Math.min(
    performance.now() + request.seconds * HISTORY_SHARE * 1000,
    2 * request.seconds * (DEADLINE - HISTORY_REST) * 1000,
  );
  if (performance.now() > until) return [];
  const border = new Border();
  const tests = new Set(request.files.map((each) => resolve(each)));
  const loader = createLoader(request.new, process.cwd());
  loader.through({
    exported: (value, origin) => border.exported(value, origin),
    isTest: (path) => tests.has(path),
  });
  const recorded = [];
  const run = runnerOf(request);
  for (const file of request.files) {
    const registry = createRegistry(file, request.framework);
    loader.begin(registry.modules);
    await loader.load(file);
    await registry.settle();
    for (const test of registry.tests()) {
      if (performance.now() > until || recorded.length >= MOST_HISTORIES) break;
      if (!request.targets.some((target) => matches(test.name, target))) continue;
      border.start();
      const passed = await withTimeout(run(() => test.run())).then(
        () => true,
        () => false,
      );
      const steps = border.end();
      if (passed && steps !== null) recorded.push({ title: test.name, steps });
    }
  }
  const named = [...request.old, ...request.new].flatMap(
    ({ text }) => text.match(/(["'`])(?:\\.|(?!\1).)*\1/g) ?? [],
  );
  const sides = [request.old, request.new].map((sources) => createLoader(sources, process.cwd()));
  const found = [];
  for (const each of recorded) found.push(...((await compareHistories(each, ...sides, named, until)) ?? []));
  return found;
}

/** A process without any trace of tests: a different program, arguments and folder. */
function startPlain() {
  const folder = mkdtempSync(join(tmpdir(), "app-"));
  for (const name of importedBy("javascript-replay.mjs")) copyFileSync(join(HERE, name), join(folder, name));
  copyFileSync(join(HERE, "javascript-replay.mjs"), join(folder, "app.mjs"));
  const env = Object.fromEntries(
    KEPT.flatMap((name) => (name in process.env ? [[name, process.env[name]]] : [])),
  );
  const child = spawn(
    process.execPath,
    [
      "--no-warnings",
      "--experimental-vm-modules",
      "--max-old-space-size=400",
      join(folder, "app.mjs"),
      "serve",
    ],
    { cwd: folder, env, stdio: ["pipe", "pipe", "ignore"] },
  );
  child.stdin.on("error", () => {});
  const answers = new Map();
  const done = new Promise((resolveDone) => {
    const lines = createInterface({ input: child.stdout });
    lines.on("line", (line) => {
      const answer = JSON.parse(line);
      if (typeof answer === "string") return resolveDone(answer);
      const [index, number, text] = answer;
      const known = answers.get(index) ?? [null, null];
      known[number] = text;
      answers.set(index, known);
    });
    lines.on("close", () => resolveDone("its process exited before it had answered"));
  });
  return {
    answers,
    done,
    ask: (request) => child.stdin.write(`${JSON.stringify(request)}\n`),
    end() {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The files of this folder that a file imports, and those that they import. */
function importedBy(name, known = new Set()) {
  for (const [, file = ""] of readFileSync(join(HERE, name), "utf8").matchAll(
    /^import .*from "\.\/([^"]+)"/gm,
  )) {
    if (known.has(file)) continue;
    known.add(file);
    if (file.endsWith(".mjs")) importedBy(file, known);
  }
  return known;
}

function disguise({ framework, files }) {
  const { env, program } = LOOKS[framework];
  Object.assign(process.env, env);
  process.argv = [process.execPath, resolve(program ?? files[0]), ...(program === null ? [] : files)];
  process.execArgv.length = 0;
}

/** Runs the tests once and records the calls to the changed functions. */
async function record(request, loader) {
  const calls = new Map();
  let inTest = new Map();
  globalThis.__called__ = (path, name, self, given) => {
    const aim = request.aims.findIndex((each) => each.path === path && each.name === name);
    if (aim < 0 || [...calls.values()].filter((each) => each.aim === aim).length >= MOST_PER_FUNCTION) return;
    try {
      const values = [...given];
      const packed = pack(self, values);
      if (packed.length > MOST_BYTES) return;
      const key = `${aim} ${brief([self ?? null, values], 2000)}`;
      if (!calls.has(key)) calls.set(key, { aim, name, packed, unsteady: false });
      // A test that makes the same call twice may expect a stateful function.
      if (inTest.has(key)) calls.get(key).unsteady = true;
      inTest.set(key, true);
    } catch {
      // what cannot be copied cannot be repeated
    }
  };
  const until = performance.now() + (request.seconds * 1000) / 2;
  const run = runnerOf(request);
  let failing = 0;
  let wanted = 0;
  loader.record(true);
  for (const file of request.files) {
    const registry = createRegistry(file, request.framework);
    loader.begin(registry.modules);
    inTest = new Map();
    await loader.load(file);
    await registry.settle();
    for (const test of registry.tests()) {
      if (performance.now() > until) break;
      inTest = new Map();
      const isWanted = request.targets.some((target) => matches(test.name, target));
      const passed = await withTimeout(run(() => test.run())).then(
        () => true,
        () => false,
      );
      if (isWanted) wanted += 1;
      if (isWanted && !passed) failing += 1;
    }
  }
  loader.record(false);
  globalThis.__called__ = () => {};
  if (failing > 0) return { failed: `${failing} of ${wanted} fixed tests fail in the comparison process` };
  return { calls: [...calls.values()] };
}

/** Repeats the calls as a test makes them, with modules loaded from scratch by the test file. */
async function replayInside(request, loader, calls) {
  const run = runnerOf(request);
  const [file] = request.files;
  const apply = vm.compileFunction("return Reflect.apply(call, on, given);", ["call", "on", "given"], {
    filename: resolve(file),
  });
  for (const each of request.files) {
    const registry = createRegistry(each, request.framework);
    loader.begin(registry.modules);
    await loader.load(each);
    await registry.settle();
  }
  const found = [];
  for (const { aim, packed } of calls) {
    const { path, name } = request.aims[aim];
    const known = find(path, name);
    found.push(known === null ? null : await outcome(known, packed, (...call) => run(() => apply(...call))));
  }
  return found;
}

/** Runs work below a stack frame that looks like the framework's. */
function runnerOf({ framework }) {
  const { frame } = LOOKS[framework];
  const filename = frame.startsWith("node:") ? frame : resolve(frame);
  return vm.compileFunction("return (async function runTest() { return await work(); })();", ["work"], {
    filename,
  });
}

async function withTimeout(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("timed out")), TEST_MILLISECONDS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/**
 * The tests' own inputs first, each once; then their variations, distributed evenly, without those that tests also use.
 */
function inputsOf(calls, limit) {
  const own = calls.slice(0, MOST_OWN).map(({ aim, name, packed, unsteady }) => {
    const [self, given] = unpack(packed);
    const values = self === undefined ? given : [self, ...given];
    return {
      aim,
      shown: shownCall(name, self, given),
      packed,
      base: null,
      unsteady,
      values: values.map((each, at) => about(each, self !== undefined && at === 0)),
      leaves: leaves(values).slice(0, 100),
      features: features(given, self),
    };
  });
  const known = new Set(own.map(({ aim, shown }) => `${aim} ${shown}`));
  const share = Math.max(24, Math.floor(limit / Math.max(1, own.length)));
  const others = [];
  for (const [base, { aim, packed }] of own.entries()) {
    const [self, given] = unpack(packed);
    const values = self === undefined ? given : [self, ...given];
    for (const other of variations(values, share)) {
      if (others.length >= limit) break;
      const [on, rest] =
        self === undefined ? [undefined, other.given] : [other.given[0], other.given.slice(1)];
      const shown = shownCall(calls[base].name, on, rest);
      if (known.has(`${aim} ${shown}`)) continue;
      known.add(`${aim} ${shown}`);
      others.push({
        aim,
        shown,
        packed: pack(on, rest),
        base,
        varied: other.varied,
        near: other.near,
        features: features(rest, on),
      });
    }
  }
  return [...own, ...others];
}

function shownCall(name, self, given) {
  const on = self === undefined ? "" : ` on ${brief(self, 80)}`;
  return `${name}(${given.map((each) => brief(each, 60)).join(", ")})${on}`;
}
