// What a test does with a project's objects, step by step: recorded at the boundary between test file and project, and
// replayed on freshly loaded modules. Needs no copies of objects, so private fields and closures are included.
import { bounded, brief, isPlain } from "./javascript-calls.mjs";
import shared from "./shared.json" with { type: "json" };

const MOST_STEPS = shared.limits.MOST_STEPS;
const MOST_CALLBACK_ANSWERS = 50;

/**
 * Wraps what test files import. `start` begins a sequence; `end` returns its steps, or null if they cannot be repeated.
 */
export class Border {
  #wrapped = new WeakMap();
  #raw = new WeakMap();
  /** @type {Record<string, any>[] | null} */
  #steps = null;
  /** The numbers of objects that steps have made. */
  #objects = new Map();

  start() {
    this.#steps = [];
    this.#objects = new Map();
  }

  end() {
    const steps = this.#steps ?? [];
    this.#steps = null;
    const isShort = steps.length > 0 && steps.length <= MOST_STEPS;
    return isShort && !steps.some((each) => each.broken) ? steps : null;
  }

  /** An exported value that `origin` (module path and export name) can locate again. */
  exported(value, origin) {
    if (typeof value !== "function" && !isLive(value)) return value;
    return this.#guard(value, () => ({ origin }));
  }

  #guard(value, reference) {
    const known = this.#wrapped.get(value);
    if (known !== undefined) return known;
    const made = new Proxy(value, this.#traps(value, reference));
    this.#wrapped.set(value, made);
    this.#raw.set(made, value);
    return made;
  }

  #traps(value, reference) {
    const perform = (step, given, work) => this.#perform({ ...step, on: reference() }, given, work);
    return {
      apply: (target, self, given) =>
        perform({ kind: "call" }, given, (own) => Reflect.apply(target, this.#bare(self), own)),
      construct: (target, given) => perform({ kind: "new" }, given, (own) => Reflect.construct(target, own)),
      get(target, name) {
        const fixed = Reflect.getOwnPropertyDescriptor(target, name);
        const held = Reflect.get(target, name, target);
        if (fixed?.configurable === false && fixed.writable === false) return held;
        if (typeof held === "function" && name !== "constructor")
          return (...given) =>
            perform({ kind: "method", name }, given, (own) => Reflect.apply(held, target, own));
        const isPlain = typeof name === "symbol" || name === "then" || name === "constructor";
        if (isPlain || typeof value === "function") return held;
        return perform({ kind: "get", name }, [], () => held);
      },
      set(target, name, next) {
        perform({ kind: "set", name }, [next], ([own]) => Reflect.set(target, name, own, target));
        return true;
      },
    };
  }

  #perform(step, given, work) {
    const steps = this.#steps;
    if (steps === null) return work(given.map((each) => this.#bare(each)));
    const mine = { ...step, given: given.map((each) => this.#keep(each)), makes: null, broken: false };
    mine.broken = mine.given.includes(null) || step.on.object === null;
    steps.push(mine);
    const result = work(
      given.map((each, at) =>
        typeof each === "function" ? this.#watched(each, mine.given[at]) : this.#bare(each),
      ),
    );
    if (typeof result?.then === "function" || !(typeof result === "function" || isLive(result)))
      return result;
    const objects = this.#objects;
    if (!objects.has(result)) {
      mine.makes = objects.size;
      objects.set(result, mine.makes);
    }
    return this.#guard(result, () => ({ object: this.#objects.get(result) ?? null }));
  }

  /** A function of the test, with its recorded answers. */
  #watched(callback, kept) {
    if (kept === null || this.#raw.has(callback)) return this.#bare(callback);
    return /** @this {unknown} */ function (...given) {
      const answer = { thrown: null, value: undefined };
      if (kept.answers.length < MOST_CALLBACK_ANSWERS) kept.answers.push(answer);
      kept.takes = Math.max(kept.takes, given.length);
      try {
        answer.value = callback.apply(this, given);
        return answer.value;
      } catch (error) {
        answer.thrown = error;
        throw error;
      }
    };
  }

  /** An argument as it was at that moment; null if it cannot be passed again. */
  #keep(value) {
    const own = this.#bare(value);
    if (this.#objects.has(own)) return { object: this.#objects.get(own) };
    if (this.#raw.has(value)) return null;
    if (typeof value === "function") return { callback: value, answers: [], takes: 0 };
    return isPlain(value, 6) ? { value: structuredClone(value) } : null;
  }

  #bare(value) {
    const isWrappable = (typeof value === "object" && value !== null) || typeof value === "function";
    return isWrappable ? (this.#raw.get(value) ?? value) : value;
  }
}

/** Whether an object is stateful, unlike plain data. */
function isLive(value) {
  if (value === null || typeof value !== "object" || typeof value.then === "function") return false;
  if (
    Array.isArray(value) ||
    value instanceof Map ||
    value instanceof Set ||
    value instanceof Date ||
    value instanceof RegExp
  )
    return false;
  if (value instanceof Error || ArrayBuffer.isView(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return true;
  return Object.values(Object.getOwnPropertyDescriptors(value)).some(
    (each) => each.get !== undefined || typeof each.value === "function",
  );
}

/** Replays steps on freshly loaded modules: one text per step. Null if a step takes too long. */
export async function play(loader, steps) {
  loader.begin({});
  const modules = new Map();
  for (const { on } of steps)
    if (on.origin !== undefined && !modules.has(on.origin[0]))
      modules.set(on.origin[0], await loader.load(on.origin[0]));
  const objects = new Map();
  const trace = [];
  const log = [];
  for (const step of steps) {
    const told = await bounded(() => perform(step, modules, objects, log));
    if (told === null) return null;
    trace.push([...log.splice(0), told].join(" "));
  }
  return trace;
}

async function perform({ kind, on, name, given, makes }, modules, objects, log) {
  const target =
    on.origin === undefined ? objects.get(on.object) : exportOf(modules.get(on.origin[0]), on.origin[1]);
  if (target === undefined) return "nothing";
  const own = given.map((each) => argument(each, objects, log));
  const apply = {
    call: () => target(...own),
    new: () => new target(...own),
    method: () => target[name](...own),
    get: () => target[name],
    set: () => {
      target[name] = own[0];
    },
  }[kind];
  let result = apply();
  if (typeof result?.then === "function") result = await result;
  if (makes !== null) objects.set(makes, result);
  if (isIterator(result)) return makes === null ? brief(result.take(50).toArray(), 300) : "an iterator";
  return typeof result === "function" || isLive(result)
    ? "an object"
    : brief([result, given.map((each, at) => ("value" in each ? own[at] : 0))], 400);
}

function isIterator(value) {
  return typeof value?.next === "function" && typeof value.take === "function";
}

function exportOf(module, name) {
  return name === null ? module : (module?.[name] ?? module?.default?.[name]);
}

function argument(kept, objects, log) {
  if ("object" in kept) return objects.get(kept.object);
  if ("value" in kept) return structuredClone(kept.value);
  let at = 0;
  const { callback, answers, takes } = kept;
  return /** @this {unknown} */ function (...given) {
    log.push(`calls back with ${brief(given, 120)}`);
    // A callback without arguments depends on the test's own state, which has changed since, so its recorded answer is
    // used.
    if (takes > 0 || answers.length === 0) return callback.apply(this, given);
    const answer = answers[Math.min(at, answers.length - 1)];
    at += 1;
    if (answer.thrown !== null) throw answer.thrown;
    return answer.value;
  };
}
