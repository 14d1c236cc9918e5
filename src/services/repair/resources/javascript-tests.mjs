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
 *   name: string, parent: Suite | null, self: any, tests: Test[], suites: Suite[], skip: boolean,
 *   before: Function[], after: Function[], beforeEach: Function[], afterEach: Function[], ready: Promise<unknown> | null
 * }} Suite
 */

const assert = counted(nativeAssert);
const expect = counted(plainExpect);

export function createRegistry(file, framework) {
  const registry = new Registry(file);
  const spies = createSpies();
  const tape = createTape(file);
  const api = apiOf(registry, spies);
  if (framework !== "node:test" && framework !== "tape") {
    Object.assign(globalThis, api.vitest, { context: api.describe, specify: api.test, jest: spies });
  }
  return {
    modules: { ...api.modules, tape: tape.module, ...assertModules },
    tests: () => [...registry.tests(() => spies.restoreAllMocks()), ...tape.tests()],
    async settle() {
      await registry.settle();
      await tape.settle();
    },
  };
}

/** Whether a test is the one that the search names; the test framework may name its file by another path. */
export function matches(id, target) {
  const [file = "", ...titles] = target.replace(/ #\d+$/, "").split(" > ");
  const [own = "", ...names] = id.split(" > ");
  if (!file.endsWith(own) && !own.endsWith(file)) return false;
  return titles.length === 0 || names.join(" ") === titles.join(" ");
}

/** What a test file can import, by the name of the module. */
function apiOf(registry, spies) {
  const describe = withVariants((name, options, body) => registry.describe(name, options, body));
  const test = withVariants((name, options, body) => registry.test(name, options, body));
  const hook = (kind) => (work) => registry.hook(kind, work);
  const hooks = {
    before: hook("before"),
    after: hook("after"),
    beforeEach: hook("beforeEach"),
    afterEach: hook("afterEach"),
  };
  const blocks = { describe, suite: describe, it: test, test };
  const nodeTest = Object.assign((...given) => test(...given), test, {
    ...blocks,
    ...hooks,
    mock: nativeMock,
  });
  const nodeModule = { default: nodeTest, ...blocks, ...hooks, mock: nativeMock };
  const vitest = {
    ...blocks,
    expect,
    vi: spies,
    vitest: spies,
    assert,
    ...hooks,
    beforeAll: hooks.before,
    afterAll: hooks.after,
  };
  const modules = {
    "node:test": nodeModule,
    test: nodeModule,
    vitest,
    "@jest/globals": { ...vitest, jest: spies },
    mocha: { describe, it: test, ...hooks },
  };
  return { describe, test, vitest, modules };
}

/** Adds `skip`, `each` and the other ways to register. */
function withVariants(/** @type {any} */ register) {
  const skip = (name) => register(name, { skip: true }, () => {});
  return Object.assign(register, {
    skip,
    todo: skip,
    only: register,
    concurrent: register,
    sequential: register,
    skipIf: (condition) => (condition ? skip : register),
    runIf: (condition) => (condition ? register : skip),
    each:
      (table, ...values) =>
      (name, body) => {
        for (const [index, row] of rows(table, values).entries()) {
          const given = Array.isArray(row) ? row : [row];
          register(title(name, given, index), () => body(...given));
        }
      },
    for: (table) => (name, body) => {
      for (const [index, row] of table.entries())
        register(title(name, Array.isArray(row) ? row : [row], index), () => body(row, { expect }));
    },
  });
}

/** The suites and tests of one file. */
class Registry {
  #file;
  #top = newSuite("", null);
  #current = this.#top;
  /** @type {unknown[]} Suites whose bodies are asynchronous. */
  #pending = [];

  constructor(file) {
    this.#file = file;
  }

  describe(name, options, body) {
    const work = typeof options === "function" ? options : body;
    const inner = newSuite(String(name), this.#current);
    inner.skip = options?.skip === true;
    this.#current.suites.push(inner);
    if (work === undefined) return;
    const outer = this.#current;
    this.#current = inner;
    try {
      const result = work.call(inner.self, { name });
      if (typeof result?.then === "function") this.#pending.push(result);
    } finally {
      this.#current = outer;
    }
  }

  test(name, options, body) {
    const work = typeof options === "function" ? options : typeof name === "function" ? name : body;
    this.#current.tests.push({
      name: typeof name === "function" ? name.name || "<anonymous>" : String(name),
      work,
      skip: options?.skip === true || options?.todo === true || work === undefined,
      parent: this.#current,
    });
    return Promise.resolve();
  }

  hook(kind, work) {
    if (typeof work === "function") this.#current[kind].push(work);
  }

  async settle() {
    await Promise.all(this.#pending);
  }

  /** Each with the function that runs it; `restore` is called after it. */
  tests(restore) {
    return this.#flatten(this.#top, [], false, restore);
  }

  #flatten(suite, path, skipped, restore) {
    const found = [];
    const here = suite.name === "" ? path : [...path, suite.name];
    for (const each of suite.tests) {
      if (each.skip || skipped || suite.skip) continue;
      const name = [this.#file, ...here, each.name].join(" > ");
      found.push({ name, run: () => runTest(each, restore) });
    }
    for (const inner of suite.suites)
      found.push(...this.#flatten(inner, here, skipped || suite.skip, restore));
    return found;
  }
}

/** @returns {Suite} */
function newSuite(name, parent) {
  const hooks = { before: [], after: [], beforeEach: [], afterEach: [] };
  const content = { self: contextIn(parent), tests: [], suites: [] };
  return { name, parent, ...content, ...hooks, skip: false, ready: null };
}

/** @returns {Generator<Suite>} */
function* chain(suite) {
  if (suite.parent !== null) yield* chain(suite.parent);
  yield suite;
}

async function runTest({ work, parent, name }, restore) {
  const suites = [...chain(parent)];
  for (const each of suites) {
    each.ready ??= (async () => {
      for (const step of each.before) await call(step, {}, each.self);
    })();
    await each.ready;
  }
  const cleanups = [];
  const own = { beforeEach: [], afterEach: [] };
  const self = Object.assign(Object.create(parent.self), {
    currentTest: { title: name },
    test: { title: name },
  });
  try {
    for (const each of suites) for (const step of each.beforeEach) await call(step, { name }, self);
    await call(work, testContext(name, cleanups, own), self);
  } finally {
    for (const step of cleanups) await step();
    for (const each of suites.toReversed())
      for (const step of each.afterEach) await call(step, { name }, self);
    restore();
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

/**
 * What Mocha passes as `this`: each suite and each test inherits what the hooks above it have set. Its limits have no
 * effect, because the worker has its own.
 */
function contextIn(parent) {
  if (parent !== null) return Object.create(parent.self);
  const context = {};
  for (const name of ["timeout", "slow", "retries", "skip"]) context[name] = () => context;
  return context;
}

/** Tests that take a callback are done when they call it. */
function call(work, context, self = undefined) {
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
    return work.call(self, context);
  }
  return new Promise((resolve, reject) => {
    const done = (error) => (error ? reject(error) : resolve(undefined));
    const result = work.length >= 2 ? work.call(self, context, done) : work.call(self, done);
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
