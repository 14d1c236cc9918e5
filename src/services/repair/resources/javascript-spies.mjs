// Stands in for `vi` and `jest`.
import { mock } from "node:test";
import { known } from "./javascript-expect.mjs";

/** `vi` and `jest`, as far as unit tests need them. */
export function createSpies() {
  const restores = [];
  return known({
    ...timers(),
    fn,
    mocked: (value) => value,
    spyOn(object, name) {
      const original = object[name];
      const spy = fn(original);
      const restore = () => {
        object[name] = original;
      };
      object[name] = spy;
      restores.push(restore);
      spy.mockRestore = restore;
      return spy;
    },
    restoreAllMocks() {
      for (const restore of restores.splice(0)) restore();
    },
    clearAllMocks() {},
    resetAllMocks() {},
    isMockFunction: (value) => typeof value?.mock === "object",
  });
}

/** `vi.fn` and `jest.fn`. */
function fn(implementation) {
  const answers = { once: /** @type {Function[]} */ ([]), always: implementation };
  const spy = /** @this {unknown} */ function spied(...given) {
    spy.mock.calls.push(given);
    spy.mock.instances.push(this);
    try {
      const work = answers.once.shift() ?? answers.always;
      const value = work?.apply(this, given);
      spy.mock.results.push({ type: "return", value });
      return value;
    } catch (error) {
      spy.mock.results.push({ type: "throw", value: error });
      throw error;
    }
  };
  /** @type {{ calls: unknown[][], results: { type: string, value: unknown }[], instances: unknown[], readonly lastCall: unknown[] | undefined }} */
  spy.mock = {
    calls: [],
    results: [],
    instances: [],
    get lastCall() {
      return this.calls.at(-1);
    },
  };
  return Object.assign(spy, answering(spy, answers), {
    mockRestore: () => {},
    getMockName: () => "spy",
  });
}

/** The methods that decide what a spy answers; each returns the spy. */
function answering(spy, answers) {
  const always = (work) => {
    answers.always = work;
    return spy;
  };
  const once = (work) => {
    answers.once.push(work);
    return spy;
  };
  const throwing = (error) => async () => {
    throw error;
  };
  return {
    mockImplementation: always,
    mockImplementationOnce: once,
    mockReturnValue: (value) => always(() => value),
    mockReturnValueOnce: (value) => once(() => value),
    mockResolvedValue: (value) => always(async () => value),
    mockResolvedValueOnce: (value) => once(async () => value),
    mockRejectedValue: (error) => always(throwing(error)),
    mockRejectedValueOnce: (error) => once(throwing(error)),
    mockClear() {
      spy.mock.calls.length = 0;
      spy.mock.results.length = 0;
      return spy;
    },
    mockReset() {
      spy.mockClear();
      return always(undefined);
    },
  };
}

/** Fake time, using the fake timers of node:test, which are restored after every test. */
function timers() {
  const clock = mock.timers;
  const advance = (milliseconds) => clock.tick(milliseconds);
  return {
    useFakeTimers(options) {
      clock.reset();
      clock.enable({
        apis: ["setTimeout", "setInterval", "setImmediate", "Date"],
        now: options?.now ?? Date.now(),
      });
    },
    useRealTimers: () => clock.reset(),
    setSystemTime: (time) => clock.setTime(Number(new Date(time))),
    advanceTimersByTime: advance,
    async advanceTimersByTimeAsync(milliseconds) {
      await null;
      advance(milliseconds);
      await null;
    },
    runAllTimers: () => clock.runAll(),
    async runAllTimersAsync() {
      await null;
      clock.runAll();
      await null;
    },
    runOnlyPendingTimers: () => clock.runAll(),
  };
}
