// Stands in for node:test, Mocha, Jest and Vitest: collects what a test file registers, and runs it when asked.
import assert from "node:assert";
import { mock as nativeMock } from "node:test";
import { isDeepStrictEqual } from "node:util";

export function createRegistry(file, framework) {
  const top = suite("", null);
  let current = top;
  const pending = [];

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
  for (const register of [describe, test]) {
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
  const modules = {
    "node:test": { default: nodeTest, test, it: test, describe, suite: describe, ...hooks, mock: nativeMock },
    test: { default: nodeTest, test, it: test, describe, suite: describe, ...hooks, mock: nativeMock },
    vitest,
    "@jest/globals": { ...vitest, jest: spies },
    mocha: { describe, it: test, ...hooks },
  };
  if (framework !== "node:test") {
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
    tests: () => flatten(top, [], false),
    async settle() {
      await Promise.all(pending);
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

class Mismatch extends Error {}

/** The matchers people use, without messages: a warm run only needs to know whether they hold. */
export function expect(value) {
  const api = matchers(value, false);
  api.not = matchers(value, true);
  for (const [name, settle] of [
    ["resolves", async () => value],
    [
      "rejects",
      async () =>
        Promise.resolve(typeof value === "function" ? value() : value).then(
          () => {
            throw new Mismatch("resolved");
          },
          (error) => error,
        ),
    ],
  ]) {
    const negated = {};
    const direct = { not: negated };
    for (const matcher of Object.keys(matchers(undefined, false))) {
      const throws = name === "rejects" && /^toThrow/.test(matcher);
      const run =
        (not) =>
        async (...given) => {
          const settled = await settle();
          const subject = throws
            ? () => {
                throw settled;
              }
            : settled;
          return matchers(subject, not)[matcher](...given);
        };
      direct[matcher] = run(false);
      negated[matcher] = run(true);
    }
    api[name] = direct;
  }
  return api;
}

const ANY = Symbol("asymmetric");
expect.any = (type) => ({
  [ANY]: (value) =>
    type === Number
      ? typeof value === "number"
      : type === String
        ? typeof value === "string"
        : type === Boolean
          ? typeof value === "boolean"
          : type === Function
            ? typeof value === "function"
            : value instanceof type,
});
expect.anything = () => ({ [ANY]: (value) => value !== null && value !== undefined });
expect.objectContaining = (part) => ({ [ANY]: (value) => contains(value, part) });
expect.arrayContaining = (items) => ({
  [ANY]: (value) => Array.isArray(value) && items.every((item) => value.some((each) => equal(each, item))),
});
expect.stringContaining = (part) => ({ [ANY]: (value) => typeof value === "string" && value.includes(part) });
expect.stringMatching = (pattern) => ({
  [ANY]: (value) => typeof value === "string" && new RegExp(pattern).test(value),
});
expect.closeTo = (number, digits = 2) => ({ [ANY]: (value) => Math.abs(value - number) < 10 ** -digits / 2 });
expect.assertions = () => {};
expect.hasAssertions = () => {};
expect.fail = (message) => {
  throw new Mismatch(message);
};

function matchers(value, negated) {
  const hold = (outcome) => {
    if (Boolean(outcome) === negated) throw new Mismatch("does not match");
  };
  const calls = () => value.mock.calls;
  return {
    toBe: (other) => hold(Object.is(value, other)),
    toEqual: (other) => hold(equal(value, other)),
    toStrictEqual: (other) => hold(equal(value, other, true)),
    toMatchObject: (part) => hold(contains(value, part)),
    toBeNull: () => hold(value === null),
    toBeUndefined: () => hold(value === undefined),
    toBeDefined: () => hold(value !== undefined),
    toBeNaN: () => hold(Number.isNaN(value)),
    toBeTruthy: () => hold(value),
    toBeFalsy: () => hold(!value),
    toBeTypeOf: (type) => hold(typeof value === type),
    toBeInstanceOf: (type) => hold(value instanceof type),
    toBeGreaterThan: (other) => hold(value > other),
    toBeGreaterThanOrEqual: (other) => hold(value >= other),
    toBeLessThan: (other) => hold(value < other),
    toBeLessThanOrEqual: (other) => hold(value <= other),
    toBeCloseTo: (other, digits = 2) =>
      hold(Object.is(value, other) || Math.abs(value - other) < 10 ** -digits / 2),
    toBeOneOf: (others) => hold([...others].some((each) => equal(value, each))),
    toContain: (item) => hold(typeof value === "string" ? value.includes(item) : [...value].includes(item)),
    toContainEqual: (item) => hold([...value].some((each) => equal(each, item))),
    toHaveLength: (length) => hold(value?.length === length),
    toHaveProperty: (path, ...expected) => {
      let at = value;
      let found = true;
      for (const key of Array.isArray(path) ? path : String(path).split(".")) {
        if (at === null || at === undefined || !(key in Object(at))) {
          found = false;
          break;
        }
        at = at[key];
      }
      hold(found && (expected.length === 0 || equal(at, expected[0])));
    },
    toMatch: (pattern) => hold(typeof pattern === "string" ? value.includes(pattern) : pattern.test(value)),
    toSatisfy: (check) => hold(check(value)),
    toThrow: (expected) => hold(throwsAs(value, expected)),
    toThrowError: (expected) => hold(throwsAs(value, expected)),
    toHaveBeenCalled: () => hold(calls().length > 0),
    toBeCalled: () => hold(calls().length > 0),
    toHaveBeenCalledOnce: () => hold(calls().length === 1),
    toHaveBeenCalledTimes: (count) => hold(calls().length === count),
    toHaveBeenCalledWith: (...given) => hold(calls().some((each) => equal(each, given))),
    toBeCalledWith: (...given) => hold(calls().some((each) => equal(each, given))),
    toHaveBeenLastCalledWith: (...given) => hold(equal(calls().at(-1), given)),
    toHaveBeenNthCalledWith: (index, ...given) => hold(equal(calls()[index - 1], given)),
    toHaveReturnedWith: (expected) => hold(value.mock.results.some((each) => equal(each.value, expected))),
  };
}

function throwsAs(work, expected) {
  let error;
  try {
    work();
    return false;
  } catch (caught) {
    error = caught;
  }
  if (error?.message === "out of ticks") return false;
  if (expected === undefined) return true;
  const message = error?.message ?? String(error);
  if (typeof expected === "string") return message.includes(expected);
  if (expected instanceof RegExp) return expected.test(message);
  if (typeof expected === "function") return error instanceof expected;
  return message === expected.message;
}

function equal(value, other, strict = false) {
  const check = other?.[ANY];
  if (check !== undefined) return check(value);
  if (Object.is(value, other)) return true;
  if (value === null || other === null || typeof value !== "object" || typeof other !== "object")
    return false;
  if (Array.isArray(value) !== Array.isArray(other)) return false;
  if (value instanceof Error && other instanceof Error) return value.message === other.message;
  if (
    value instanceof Date ||
    value instanceof RegExp ||
    value instanceof Map ||
    value instanceof Set ||
    ArrayBuffer.isView(value)
  )
    return isDeepStrictEqual(value, other);
  if (strict && Object.getPrototypeOf(value) !== Object.getPrototypeOf(other)) return false;
  const keys = (object) =>
    Reflect.ownKeys(object).filter((key) => key !== ANY && (strict || object[key] !== undefined));
  const own = keys(value);
  if (own.length !== keys(other).length) return false;
  return own.every((key) => Object.hasOwn(other, key) && equal(value[key], other[key], strict));
}

function contains(value, part) {
  if (part?.[ANY] !== undefined) return part[ANY](value);
  if (part === null || typeof part !== "object") return Object.is(value, part);
  if (value === null || typeof value !== "object") return false;
  if (Array.isArray(part))
    return (
      Array.isArray(value) &&
      value.length === part.length &&
      part.every((each, index) => contains(value[index], each))
    );
  return Object.keys(part).every((key) => key in value && contains(value[key], part[key]));
}

/** `vi.fn` and `jest.fn`: enough of them for unit tests. */
function createSpies() {
  const restores = [];
  function fn(implementation) {
    const once = [];
    let body = implementation;
    const spy = function spied(...given) {
      spy.mock.calls.push(given);
      spy.mock.instances.push(this);
      try {
        const work = once.shift() ?? body;
        const value = work?.apply(this, given);
        spy.mock.results.push({ type: "return", value });
        return value;
      } catch (error) {
        spy.mock.results.push({ type: "throw", value: error });
        throw error;
      }
    };
    spy.mock = {
      calls: [],
      results: [],
      instances: [],
      get lastCall() {
        return this.calls.at(-1);
      },
    };
    const chain =
      (work) =>
      (...given) => {
        work(...given);
        return spy;
      };
    spy.mockImplementation = chain((work) => {
      body = work;
    });
    spy.mockImplementationOnce = chain((work) => once.push(work));
    spy.mockReturnValue = chain((value) => {
      body = () => value;
    });
    spy.mockReturnValueOnce = chain((value) => once.push(() => value));
    spy.mockResolvedValue = chain((value) => {
      body = async () => value;
    });
    spy.mockResolvedValueOnce = chain((value) => once.push(async () => value));
    spy.mockRejectedValue = chain((error) => {
      body = async () => {
        throw error;
      };
    });
    spy.mockRejectedValueOnce = chain((error) =>
      once.push(async () => {
        throw error;
      }),
    );
    spy.mockClear = chain(() => {
      spy.mock.calls.length = 0;
      spy.mock.results.length = 0;
    });
    spy.mockReset = chain(() => {
      spy.mockClear();
      body = undefined;
    });
    spy.mockRestore = () => {};
    spy.getMockName = () => "spy";
    return spy;
  }
  return {
    fn,
    spyOn(object, name) {
      const original = object[name];
      const spy = fn(original);
      object[name] = spy;
      restores.push(() => {
        object[name] = original;
      });
      spy.mockRestore = () => {
        object[name] = original;
      };
      return spy;
    },
    restoreAllMocks() {
      for (const restore of restores.splice(0)) restore();
    },
    clearAllMocks() {},
    resetAllMocks() {},
    isMockFunction: (value) => typeof value?.mock === "object",
  };
}
