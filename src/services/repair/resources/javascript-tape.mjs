// Runs the tests of tape one by one, each with a harness of the project's own tape.
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { comparisons, countFailed, countPassed } from "./javascript-steps.mjs";

/** What a test file gets instead of tape, and the tests it registers. */
export function createTape(file) {
  /** @type {{ name: string, options: any, work: Function, run: Function }[]} */
  const registered = [];

  const register = (...given) => {
    const name = given.find((each) => typeof each === "string") ?? "(anonymous)";
    const options = given.find((each) => typeof each === "object" && each !== null) ?? {};
    const work = given.find((each) => typeof each === "function");
    if (work !== undefined && !options.skip && !options.todo)
      registered.push({ name, options, work, run: runAlone });
  };

  const ignore = () => {};
  const tape = Object.assign((...given) => register(...given), {
    test: register,
    only: register,
    skip: ignore,
    onFinish: ignore,
    onFailure: ignore,
  });
  return {
    module: { default: tape, test: register, only: register, skip: ignore },
    /** Registers subtests like other tests: tape reports them under their own names. */
    async settle() {
      // also visits what is added meanwhile: subtests can have subtests
      for (const test of registered) {
        if (!/\btest\b/.test(Function.prototype.toString.call(test.work))) continue;
        const before = registered.length;
        await runOuter(file, test, register).catch(ignore);
        if (registered.length > before) test.run = runOuter;
      }
    },
    tests: () =>
      registered.map((test) => ({ name: `${file} > ${test.name}`, run: () => test.run(file, test, ignore) })),
  };
}

/** Up to the first failing assertion. */
function runAlone(file, { name, options, work }) {
  return new Promise((done, fail) => {
    const harness = harnessOf(file);
    harness.createStream({ objectMode: true }).on("end", done).resume();
    watch(harness(name, options, work), fail);
  });
}

/** Only what a test does itself; `register` gets its subtests. */
function runOuter(file, { name, options, work }, register) {
  return new Promise((done, fail) => {
    const harness = harnessOf(file);
    harness.createStream({ objectMode: true }).resume();
    const outer = harness(name, options, (test) => {
      // a plan counts subtests, and they still need what a teardown removes
      Object.assign(test, { test: register, plan() {}, teardown() {} });
      return (async () => work(test))().then(done, fail);
    });
    watch(outer, fail);
  });
}

function harnessOf(file) {
  return createRequire(resolve(file))("tape").createHarness();
}

/** The stream would report a failed assertion only after others have run. */
function watch(test, fail) {
  test.on("test", (subtest) => watch(subtest, fail));
  test.on("result", (result) => {
    if (typeof result !== "object" || result.skip || result.todo) return;
    if (/^(?:deep)?Equal$/i.test(result.operator))
      comparisons.watcher?.(result.actual, result.expected, result.ok);
    if (result.ok) return countPassed();
    countFailed(result.actual, result.expected);
    const error = new Error(result.name);
    fail(error);
    // tape would go on, into the time and the ticks of the next test
    throw error;
  });
}
