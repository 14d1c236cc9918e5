// Stands in for `vi` and `jest`.
import { mock } from "node:test";
import { known } from "./javascript-expect.mjs";

/** `vi.fn` and `jest.fn`, as far as unit tests need them. */
export function createSpies() {
  const restores = [];
  function fn(implementation) {
    const once = [];
    let body = implementation;
    const spy = /** @this {unknown} */ function spied(...given) {
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
    /** @type {{ calls: unknown[][], results: { type: string, value: unknown }[], instances: unknown[], readonly lastCall: unknown[] | undefined }} */
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
  return known({
    ...timers(),
    fn,
    mocked: (value) => value,
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
  });
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
