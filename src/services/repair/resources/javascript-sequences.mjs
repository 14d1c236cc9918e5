// What a test does with a project's objects, step by step: recorded at the boundary between test file and project, and
// replayed on freshly loaded modules. Needs no copies of objects, so private fields and closures are included.
import { bounded, brief, isPlain } from "./javascript-calls.mjs";
import shared from "./shared.json" with { type: "json" };

const MOST_STEPS = shared.limits.MOST_STEPS;
const MOST_CALLBACK_ANSWERS = 50;

/**
 * Wraps what test files import. `start` begins a sequence; `end` returns its steps, or null if they cannot be repeated.
 */
export function createBorder() {
  const wrapped = new WeakMap();
  const raw = new WeakMap();
  /** @type {Record<string, any>[] | null} */
  let steps = null;
  let objects = new Map();

  function start() {
    steps = [];
    objects = new Map();
  }

  function end() {
    const found = steps;
    steps = null;
    return found === null ||
      found.length === 0 ||
      found.length > MOST_STEPS ||
      found.some((each) => each.broken)
      ? null
      : found;
  }

  /** An exported value that `origin` (module path and export name) can locate again. */
  function exported(value, origin) {
    if (typeof value !== "function" && !isLive(value)) return value;
    return guard(value, () => ({ origin }));
  }

  function guard(value, reference) {
    const known = wrapped.get(value);
    if (known !== undefined) return known;
    const made = new Proxy(value, {
      apply: (target, self, given) =>
        perform({ kind: "call", on: reference() }, given, (own) => Reflect.apply(target, bare(self), own)),
      construct: (target, given) =>
        perform({ kind: "new", on: reference() }, given, (own) => Reflect.construct(target, own)),
      get(target, name) {
        const fixed = Reflect.getOwnPropertyDescriptor(target, name);
        const held = Reflect.get(target, name, target);
        if (fixed?.configurable === false && fixed.writable === false) return held;
        if (typeof held === "function" && name !== "constructor")
          return (...given) =>
            perform({ kind: "method", on: reference(), name }, given, (own) =>
              Reflect.apply(held, target, own),
            );
        if (
          typeof name === "symbol" ||
          name === "then" ||
          name === "constructor" ||
          typeof value === "function"
        )
          return held;
        return perform({ kind: "get", on: reference(), name }, [], () => held);
      },
      set(target, name, next) {
        perform({ kind: "set", on: reference(), name }, [next], ([own]) =>
          Reflect.set(target, name, own, target),
        );
        return true;
      },
    });
    wrapped.set(value, made);
    raw.set(made, value);
    return made;
  }

  function perform(step, given, work) {
    if (steps === null) return work(given.map(bare));
    const mine = { ...step, given: given.map(keep), makes: null, broken: false };
    mine.broken = mine.given.includes(null) || step.on.object === null;
    steps.push(mine);
    const result = work(
      given.map((each, at) => (typeof each === "function" ? watched(each, mine.given[at]) : bare(each))),
    );
    if (typeof result?.then === "function" || !(typeof result === "function" || isLive(result)))
      return result;
    if (!objects.has(result)) {
      mine.makes = objects.size;
      objects.set(result, mine.makes);
    }
    return guard(result, () => ({ object: objects.get(result) ?? null }));
  }

  /** A function of the test, with its recorded answers. */
  function watched(callback, kept) {
    if (kept === null || raw.has(callback)) return bare(callback);
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
  function keep(value) {
    const own = bare(value);
    if (objects.has(own)) return { object: objects.get(own) };
    if (raw.has(value)) return null;
    if (typeof value === "function") return { callback: value, answers: [], takes: 0 };
    return isPlain(value, 6) ? { value: structuredClone(value) } : null;
  }

  const bare = (value) =>
    (typeof value === "object" && value !== null) || typeof value === "function"
      ? (raw.get(value) ?? value)
      : value;
  return { exported, start, end };
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
