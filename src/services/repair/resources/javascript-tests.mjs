// Stands in for node:test, Mocha, Jest, Vitest and tape: collects what a test file registers, and runs it on request.
import nativeAssert from "node:assert";
import { mock as nativeMock } from "node:test";
import { expect as plainExpect } from "./javascript-expect.mjs";
import { createSpies } from "./javascript-spies.mjs";
import { assertModules, counted } from "./javascript-steps.mjs";
import { createTape } from "./javascript-tape.mjs";

/**
 * @typedef {{ name: string, work: Function, skip: boolean, parent: Suite }} Test
 * @typedef {{
 *   name: string, parent: Suite | null, tests: Test[], suites: Suite[], skip: boolean, only: boolean,
 *   before: Function[], after: Function[], beforeEach: Function[], afterEach: Function[], ready: Promise<unknown> | null
 * }} Suite
 */

const assert = counted(nativeAssert);
const expect = counted(plainExpect);

export function createRegistry(file, framework) {
  const top = suite("", null);
  let current = top;
  const pending = [];

  /** @returns {Suite} */
  function suite(name, parent) {
    return {
      name,
      parent,
      tests: [],
      suites: [],
      before: [],
      after: [],
      beforeEach: [],
      afterEach: [],
      skip: false,
      only: false,
      ready: null,
    };
  }

  function describe(name, options, body) {
    const work = typeof options === "function" ? options : body;
    const inner = suite(String(name), current);
    inner.skip = options?.skip === true;
    current.suites.push(inner);
    if (work === undefined) return;
    const outer = current;
    current = inner;
    try {
      const result = work({ name });
      if (typeof result?.then === "function") pending.push(result);
    } finally {
      current = outer;
    }
  }

  function test(name, options, body) {
    const work = typeof options === "function" ? options : typeof name === "function" ? name : body;
    const title = typeof name === "function" ? name.name || "<anonymous>" : String(name);
    current.tests.push({
      name: title,
      work,
      skip: options?.skip === true || options?.todo === true || work === undefined,
      parent: current,
    });
    return Promise.resolve();
  }

  const skipping = (register) => (name) => register(name, { skip: true }, () => {});
  for (const register of /** @type {any[]} */ ([describe, test])) {
    register.skip = skipping(register);
    register.todo = skipping(register);
    register.only = register;
    register.concurrent = register;
    register.sequential = register;
    register.skipIf = (condition) => (condition ? register.skip : register);
    register.runIf = (condition) => (condition ? register : register.skip);
    register.each =
      (table, ...values) =>
      (name, body) => {
        for (const [index, row] of rows(table, values).entries()) {
          const given = Array.isArray(row) ? row : [row];
          register(title(name, given, index), () => body(...given));
        }
      };
    register.for = (table) => (name, body) => {
      for (const [index, row] of table.entries())
        register(title(name, Array.isArray(row) ? row : [row], index), () => body(row, { expect }));
    };
  }
  const hook = (kind) => (work) => {
    if (typeof work === "function") current[kind].push(work);
  };
  const hooks = {
    before: hook("before"),
    after: hook("after"),
    beforeEach: hook("beforeEach"),
    afterEach: hook("afterEach"),
  };

  const nodeTest = Object.assign((...given) => test(...given), test, {
    test,
    it: test,
    describe,
    suite: describe,
    ...hooks,
    mock: nativeMock,
  });
  const spies = createSpies();
  const vitest = {
    describe,
    suite: describe,
    it: test,
    test,
    expect,
    vi: spies,
    vitest: spies,
    assert,
    ...hooks,
    beforeAll: hooks.before,
    afterAll: hooks.after,
  };
  const tape = createTape(file);
  const modules = {
    "node:test": { default: nodeTest, test, it: test, describe, suite: describe, ...hooks, mock: nativeMock },
    test: { default: nodeTest, test, it: test, describe, suite: describe, ...hooks, mock: nativeMock },
    vitest,
    "@jest/globals": { ...vitest, jest: spies },
    mocha: { describe, it: test, ...hooks },
    tape: tape.module,
    ...assertModules,
  };
  if (framework !== "node:test" && framework !== "tape") {
    Object.assign(globalThis, vitest, { context: describe, specify: test, jest: spies });
  }

  async function* chain(node) {
    if (node.parent !== null) yield* chain(node.parent);
    yield node;
  }

  function flatten(node, path, skipped) {
    const found = [];
    const here = node.name === "" ? path : [...path, node.name];
    for (const each of node.tests) {
      if (each.skip || skipped || node.skip) continue;
      found.push({ name: [file, ...here, each.name].join(" > "), run: () => runTest(each) });
    }
    for (const inner of node.suites) found.push(...flatten(inner, here, skipped || node.skip));
    return found;
  }

  async function runTest({ work, parent, name }) {
    const suites = [];
    for await (const each of chain(parent)) suites.push(each);
    for (const each of suites) {
      each.ready ??= (async () => {
        for (const step of each.before) await call(step, {});
      })();
      await each.ready;
    }
    const cleanups = [];
    const own = { beforeEach: [], afterEach: [] };
    try {
      for (const each of suites) for (const step of each.beforeEach) await call(step, { name });
      await call(work, testContext(name, cleanups, own));
    } finally {
      for (const step of cleanups) await step();
      for (const each of suites.toReversed()) for (const step of each.afterEach) await call(step, { name });
      spies.restoreAllMocks();
      nativeMock.reset();
    }
  }

  function testContext(name, cleanups, own) {
    const context = {
      name,
      assert,
      mock: nativeMock,
      signal: new AbortController().signal,
      skip() {},
      todo() {},
      diagnostic() {},
      plan() {},
      after: (step) => cleanups.push(step),
      beforeEach: (step) => own.beforeEach.push(step),
      afterEach: (step) => own.afterEach.push(step),
      expect,
      async test(title, options, body) {
        const work = typeof options === "function" ? options : body;
        for (const step of own.beforeEach) await step();
        await call(work, testContext(title, cleanups, own));
        for (const step of own.afterEach) await step();
      },
    };
    context.it = context.test;
    return context;
  }

  return {
    modules,
    tests: () => [...flatten(top, [], false), ...tape.tests()],
    async settle() {
      await Promise.all(pending);
      await tape.settle();
    },
  };
}

/** Tests that take a callback are done when they call it. */
function call(work, context) {
  if (work === undefined) return undefined;
  if (
    work.length < 2 &&
    !(
      work.length === 1 &&
      /^(?:async\s*)?(?:function\s*\w*\s*)?\(?\s*(?:done|next|cb|callback)\b/.test(
        Function.prototype.toString.call(work),
      )
    )
  ) {
    return work(context);
  }
  return new Promise((resolve, reject) => {
    const done = (error) => (error ? reject(error) : resolve(undefined));
    const result = work.length >= 2 ? work(context, done) : work(done);
    if (typeof result?.then === "function") result.then(undefined, reject);
  });
}

function rows(table, values) {
  if (!Array.isArray(table?.raw)) return table;
  const names = table[0]
    .split("|")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  const found = [];
  for (let at = 0; at < values.length; at += names.length) {
    found.push(Object.fromEntries(names.map((name, index) => [name, values[at + index]])));
  }
  return found;
}

function title(name, given, index) {
  let at = 0;
  return String(name)
    .replace(/%[sdifjop#%]/g, (mark) => {
      if (mark === "%%") return "%";
      if (mark === "%#") return String(index);
      const value = given[at++];
      return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
    })
    .replace(/\$(\w+)/g, (whole, key) =>
      given[0] !== null && typeof given[0] === "object" && key in given[0] ? String(given[0][key]) : whole,
    );
}
