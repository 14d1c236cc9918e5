// The child of javascript-worker.mjs: loads, runs and judges.

import { Unsupported } from "./javascript-expect.mjs";
import { createLoader } from "./javascript-modules.mjs";
import { isFurther, steps } from "./javascript-steps.mjs";
import { createRegistry, matches } from "./javascript-tests.mjs";
import { eventsOf, observed } from "./javascript-values.mjs";
import { vary } from "./javascript-vary.mjs";
import shared from "./shared.json" with { type: "json" };

const { FAILED, PLAUSIBLE, OUT_OF_TICKS, BROKEN, PARTLY } = shared.verdicts;
const PROBED_TARGETS = shared.limits.PROBED_TARGETS;
const SLOW_SECONDS = 0.5;
const TEST_MILLISECONDS = 1500;
const MOST_ITEMS = shared.limits.MOST_ITEMS;
const MOST_OBSERVED = shared.limits.MOST_OBSERVED_TESTS;

class TicksSpent extends Error {}
class TimedOut extends Error {}

/** Kept here because tests may install a fake clock. */
const { setTimeout: later, clearTimeout: cancel } = globalThis;

let left = Number.POSITIVE_INFINITY;
let spent = false;
let ended = 0;
globalThis.__tick__ = () => {
  left -= 1;
  if (left >= 0) return;
  spent = true;
  throw new TicksSpent("out of ticks");
};

const lines = new Map();
let watching = false;
const kinds = new Map();
const calls = [];
globalThis.__line__ = (path, line) => {
  if (!watching) return;
  const known = lines.get(path) ?? new Set();
  known.add(line);
  lines.set(path, known);
};
globalThis.__seen__ = (path, line, values) => {
  if (!watching) return;
  const place = nested(nested(kinds, path), String(line));
  for (const [name, value] of Object.entries(values)) {
    const found = place.get(name) ?? new Set();
    found.add(kindOf(value));
    place.set(name, found);
  }
};

let failure = null;
/**
 * Fails the running test if something throws outside its promise: the callback it waits for may never come.
 * @type {((error: unknown) => void) | null}
 */
let endTest = null;
for (const event of ["uncaughtException", "unhandledRejection"])
  process.on(event, (error) => {
    failure ??= error;
    endTest?.(error);
  });
process.on("disconnect", () => process.exit(0));
for (const name of ["log", "info", "warn", "error", "debug", "table"]) console[name] = () => {};

export function attend() {
  /** @type {import("./javascript-worker.mjs").Opening} */
  let opening;
  /** @type {ReturnType<typeof createLoader>} */
  let loader;
  const queue = [];
  const tell = (answer) => process.send?.({ answer });
  let busy = false;
  process.on("message", (message) => {
    queue.push(message);
    void work();
  });

  async function work() {
    if (busy) return;
    busy = true;
    try {
      for (let message = queue.shift(); message !== undefined; message = queue.shift()) await handle(message);
    } catch {
      // Without an answer, the parent would wait until it takes this process for a hanging one.
      process.kill(process.pid, "SIGKILL");
    }
    busy = false;
  }

  async function handle(message) {
    if (message.op === "open") {
      opening = message.opening;
      loader = createLoader(opening.sources, process.cwd());
      return;
    }
    if (message.op === "plan") {
      opening = { ...opening, plan: message.plan };
      return;
    }
    if (message.op === "survey") return tell(await survey(opening, loader));
    if (message.op === "compare") return tell(await compare(opening, loader, message));
    const answer = message.op === "values" ? observe : judge;
    for (const candidate of message.candidates) {
      tell(await answer(opening, loader, candidate, message.ticks));
    }
  }
}

/** Loads one test file with the loader's current texts; returns the tests it registers, or the error it throws. */
async function load(opening, loader, file) {
  const registry = createRegistry(file, opening.framework);
  loader.begin(registry.modules);
  left = 1_000_000;
  spent = false;
  failure = null;
  try {
    await loader.load(file);
    await registry.settle();
    return { tests: registry.tests(), error: null };
  } catch (error) {
    return { tests: [], error };
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

async function run(test, ticks) {
  left = ticks;
  steps.taken = 0;
  spent = false;
  failure = null;
  let passed = true;
  let unsupported = false;
  let hangs = false;
  try {
    await withTimeout(test.run());
  } catch (error) {
    passed = false;
    unsupported = error instanceof Unsupported;
    hangs = error instanceof TimedOut;
  }
  ended = ticks - left;
  left = Number.POSITIVE_INFINITY;
  return { passed: passed && failure === null && !spent, spent, unsupported, hangs, steps: steps.taken };
}

async function withTimeout(promise) {
  let timer;
  const stopped = new Promise((_, reject) => {
    endTest = reject;
    timer = later(() => reject(new TimedOut("timed out")), TEST_MILLISECONDS);
  });
  try {
    await Promise.race([promise, stopped]);
  } finally {
    endTest = null;
    cancel(timer);
  }
}

async function survey(opening, loader) {
  const tests = [];
  let floor = opening.ticks;
  loader.observe(true);
  watching = true;
  for (const file of opening.files) {
    loader.apply([]);
    lines.clear();
    const loaded = await load(opening, loader, file);
    const onLoad = takeLines();
    if (loaded.error instanceof Unsupported) return { failed: `${file} needs ${loaded.error.message}` };
    if (loaded.error !== null)
      tests.push({ id: file, passed: false, seconds: 0, lines: onLoad, file, ticks: 0, loading: true });
    for (const test of loaded.tests) {
      const began = performance.now();
      let result = await run(test, opening.ticks);
      if (result.spent) result = await run(test, opening.ticks * 100);
      const seconds = (performance.now() - began) / 1000;
      if (result.passed) floor = Math.min(20_000, Math.max(floor, ended * 4));
      const { passed, unsupported, steps: taken } = result;
      const ran = merge(onLoad, takeLines());
      tests.push({ id: test.name, passed, unsupported, steps: taken, seconds, lines: ran, file });
    }
  }
  watching = false;
  loader.observe(false);
  if (tests.length === 0) return { failed: "no tests were found" };
  const failing = tests.filter((test) => !test.passed);
  const wanted = failing.filter((test) => opening.targets.some((target) => matches(test.id, target)));
  const targets = (wanted.length > 0 ? wanted : failing).map((test) => test.id);
  const lacking = tests.find((test) => test.unsupported && targets.includes(test.id));
  if (lacking !== undefined)
    return { failed: `${lacking.id} needs framework features that a warm run lacks` };
  const guards = tests.filter((test) => test.passed && test.seconds < SLOW_SECONDS).map((test) => test.id);
  const files = opening.files.filter((file) =>
    tests.some((test) => test.file === file && targets.includes(test.id)),
  );
  const others = opening.files.filter(
    (file) => !files.includes(file) && tests.some((test) => test.file === file && guards.includes(test.id)),
  );
  return {
    tests: tests.map(({ id, passed, seconds, lines: ran }) => ({ id, passed, seconds, lines: ran })),
    targets,
    values: true,
    kinds: plainKinds(),
    plan: { targets, guards, files: [...files, ...others], floor, steps: stepsOf(failing) },
  };
}

/** How far the failing tests get, by name. */
function stepsOf(failing) {
  return Object.fromEntries(failing.map(({ id, steps: taken = 0 }) => [id, taken]));
}

/** The verdict, how many targets pass, and whether one got further than without the candidate. */
async function judge(opening, loader, candidate, ticks) {
  const { plan } = opening;
  const targets = new Set(plan.targets);
  const guards = new Set(plan.guards);
  loader.apply(candidate);
  let fixed = 0;
  let missed = 0;
  let further = false;
  for (const file of plan.files) {
    const { tests, error } = await load(opening, loader, file);
    if (error !== null) {
      if (spent) return [OUT_OF_TICKS, fixed];
      return [error instanceof SyntaxError || !targets.has(file) ? BROKEN : FAILED, fixed];
    }
    if (targets.has(file)) fixed += 1;
    const own = tests.filter((test) => targets.has(test.name));
    for (const test of own) {
      const result = await run(test, ticks);
      further ||= isFurther(result.steps, plan.steps[test.name]);
      if (result.spent) return [OUT_OF_TICKS, fixed, further];
      if (result.passed) fixed += 1;
      else missed += 1;
      if (result.hangs || missed >= PROBED_TARGETS || missed > fixed + 1) return [FAILED, fixed, further];
    }
    if (fixed === 0 && missed > 0) return [FAILED, 0, further];
    for (const test of tests) {
      if (!guards.has(test.name)) continue;
      const result = await run(test, ticks);
      if (result.spent) return [OUT_OF_TICKS, fixed];
      if (!result.passed) return [FAILED, fixed];
    }
  }
  if (fixed + missed < targets.size) return [FAILED, fixed];
  return [missed > 0 ? PARTLY : PLAUSIBLE, fixed];
}

/** What the tests do at a place: the failing ones first. */
async function observe({ plan, sources, ...opening }, loader, { at: [path, start, end], atoms }, ticks) {
  const code = sources.find((each) => each.path === path)?.text.slice(start, end);
  loader.apply([[path, start, end, observed(code, atoms)]]);
  const found = [];
  for (const file of plan.files) {
    const { tests } = await load(opening, loader, file);
    for (const test of tests) {
      const failing = plan.targets.includes(test.name);
      if (!failing && !plan.guards.includes(test.name)) continue;
      found.push({ failing, events: await eventsOf(() => run(test, ticks)) });
    }
  }
  const isUseful = ({ events }) => events.some((each) => each.atoms !== undefined);
  return found
    .filter(isUseful)
    .sort((a, b) => Number(b.failing) - Number(a.failing))
    .slice(0, MOST_OBSERVED);
}

/** The answers of each candidate to the calls the tests make and to variations of their arguments. */
async function compare(opening, loader, { candidates: [candidates], ticks, limit }) {
  loader.apply([]);
  calls.length = 0;
  loader.record(true);
  watching = true;
  globalThis.__called__ = remember;
  for (const file of opening.plan.files) {
    const { tests } = await load(opening, loader, file);
    for (const test of tests) await run(test, ticks);
  }
  watching = false;
  loader.record(false);
  const inputs = variations(limit);
  const outcomes = [];
  loader.observe(true);
  for (const candidate of candidates) {
    loader.apply(candidate);
    lines.clear();
    watching = true;
    const modules = new Map();
    const answers = [];
    for (const { path, name, given, self } of inputs) {
      let exported = modules.get(path);
      if (exported === undefined) {
        loader.begin(createRegistry("", opening.framework).modules);
        left = 1_000_000;
        exported = await loader.load(path).catch(() => ({}));
        modules.set(path, exported);
      }
      answers.push(await outcome(() => memberOf(exported, name, self), given, ticks));
    }
    watching = false;
    const isRun = loader.placesOf(candidate).some(({ path, line }) => lines.get(path)?.has(line));
    // If none of the calls runs the changed code, their answers mean nothing.
    outcomes.push(isRun ? answers : []);
  }
  lines.clear();
  loader.observe(false);
  return {
    inputs: inputs.map(({ name, given, self }) => {
      const on = self === undefined ? "" : ` on ${brief(self, 80)}`;
      return `${name}(${given.map((each) => brief(each, 60)).join(", ")})${on}`;
    }),
    outcomes,
  };
}

/**
 * The function that is called, and what it is called on.
 * @returns {{ callable?: any, on?: any, state?: any }}
 */
function memberOf(exported, name, self) {
  const [first, second] = name === "" ? [] : name.split(".");
  const main = exported.default ?? exported;
  if (first === undefined) return { callable: main };
  const named = main?.name === first ? main : undefined;
  const held = exported[first] ?? exported.default?.[first] ?? named;
  if (second === undefined) return { callable: held };
  if (self === undefined) return { callable: held?.[second], on: held };
  const on = objectOf(held, self);
  return on === undefined ? {} : { callable: methodOf(on, second), on, state: on };
}

/** An object with these fields; a constructor that freezes its object is passed over. */
function objectOf(type, fields) {
  const made = instanceOf(type);
  if (made === undefined) return undefined;
  const on = Object.isExtensible(made) ? made : Object.create(type.prototype);
  return Object.assign(on, structuredClone(fields));
}

/** Without running a getter, which may throw. */
function methodOf(object, name) {
  for (let owner = object; owner !== null; owner = Object.getPrototypeOf(owner)) {
    const found = Object.getOwnPropertyDescriptor(owner, name);
    if (found !== undefined) return found.get ?? found.value;
  }
  return undefined;
}

/** Constructed normally if that needs no arguments: private fields cannot be created otherwise. */
function instanceOf(type) {
  if (typeof type !== "function") return undefined;
  try {
    left = 100_000;
    return new type();
  } catch {
    return Object.create(type.prototype);
  }
}

function remember(path, name, given, self) {
  if (!watching || calls.length >= 200) return;
  try {
    if (self !== undefined && hasPrivateFields(self)) return;
    const copied = structuredClone([...given]);
    const on = self === undefined ? undefined : structuredClone(plainFields(self));
    const key = JSON.stringify([path, name, copied, on]);
    if (!calls.some((each) => each.key === key)) calls.push({ key, path, name, given: copied, self: on });
  } catch {
    // a value that cannot be copied cannot be varied
  }
}

/** Private fields cannot be copied: a call on a copy would say nothing about what the object does. */
function hasPrivateFields(self) {
  for (let type = Object.getPrototypeOf(self); type !== null; type = Object.getPrototypeOf(type)) {
    const made = Object.getOwnPropertyDescriptor(type, "constructor")?.value;
    if (typeof made === "function" && /\bthis\.#\w+\b(?!\s*\()/.test(String(made))) return true;
  }
  return false;
}

function plainFields(self) {
  return Object.fromEntries(Object.entries(self).filter(([, held]) => typeof held !== "function"));
}

function variations(limit) {
  const varied = [...calls];
  for (const { path, name, given, self } of calls) {
    for (const [index, value] of given.entries()) {
      for (const other of allVariants(value))
        varied.push({ path, name, given: given.with(index, other), self });
    }
    for (const [key, value] of Object.entries(self ?? {}).slice(0, 4)) {
      for (const other of allVariants(value).slice(0, 6))
        varied.push({ path, name, given, self: { ...self, [key]: other } });
    }
  }
  if (varied.length <= limit) return varied;
  const own = calls.slice(0, limit >> 1);
  const rest = varied.slice(calls.length);
  const step = Math.max(1, rest.length / (limit - own.length));
  for (let at = 0; at < rest.length && own.length < limit; at += step) own.push(rest[Math.floor(at)]);
  return own;
}

/** Also with the opposite sign or letter case, empty, reordered, with ties; and null. */
function allVariants(value) {
  const found = new Map();
  for (const other of [...variants(value), ...vary(value).map(([each]) => each), null])
    if (!found.has(brief(other, 400))) found.set(brief(other, 400), other);
  return [...found.values()];
}

function variants(value) {
  if (typeof value === "number") return [value + 1, value - 1, 0, -value, value * 2];
  if (typeof value === "boolean") return [!value];
  if (typeof value === "string")
    return [
      ...(/(?<!\r)\n/.test(value) ? [value.replaceAll(/\r?\n/g, "\r\n")] : []),
      "",
      value.slice(0, 1),
      value.slice(1),
      `${value} `,
      value + value.slice(0, 1),
      value.toUpperCase(),
    ];
  if (Array.isArray(value))
    return [
      [],
      value.slice(0, 1),
      value.slice(1),
      value.slice(0, -1),
      value.toReversed(),
      [...value, ...value.slice(0, 1)],
    ];
  if (value === null || typeof value !== "object") return [];
  const keys = Object.keys(value);
  return keys
    .slice(0, 2)
    .map((key) => Object.fromEntries(Object.entries(value).filter(([each]) => each !== key)));
}

async function outcome(/** @type {() => { callable?: any, on?: any, state?: any }} */ member, given, ticks) {
  left = ticks;
  spent = false;
  try {
    const { callable, on, state } = member();
    if (typeof callable !== "function") return "is not there";
    left = ticks;
    const copy = structuredClone(given);
    let result = callable.apply(on, copy);
    if (typeof result?.then === "function") {
      const pending = result;
      await withTimeout(pending);
      result = await pending;
    }
    if (typeof result?.next === "function" && typeof result[Symbol.iterator] === "function")
      result = Iterator.from(result).take(MOST_ITEMS).toArray();
    const after = state === undefined ? copy : [...copy, plainFields(state)];
    return `${brief(result, 200)} leaving ${brief(after, 200)}`;
  } catch (error) {
    return spent || error instanceof RangeError
      ? "does not end"
      : `throws ${error?.constructor?.name ?? typeof error}`;
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

function brief(value, limit) {
  let text;
  try {
    text =
      JSON.stringify(value, (_, each) =>
        each instanceof Map || each instanceof Set ? [...each] : typeof each === "bigint" ? `${each}n` : each,
      ) ?? String(value);
  } catch {
    text = String(value);
  }
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

function takeLines() {
  const found = Object.fromEntries([...lines].map(([path, set]) => [path, [...set].sort((a, b) => a - b)]));
  lines.clear();
  return found;
}

function merge(a, b) {
  const all = { ...a };
  for (const [path, ran] of Object.entries(b)) all[path] = [...new Set([...(all[path] ?? []), ...ran])];
  return all;
}

function plainKinds() {
  const plain = {};
  for (const [path, places] of kinds) {
    plain[path] = {};
    for (const [line, names] of places) {
      plain[path][line] = Object.fromEntries([...names].map(([name, found]) => [name, [...found].sort()]));
    }
  }
  return plain;
}

function nested(map, key) {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = new Map();
  map.set(key, made);
  return made;
}

function kindOf(value) {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "list";
  if (value instanceof Map) return "dict";
  if (value instanceof Set) return "set";
  const type = typeof value;
  if (type === "number" || type === "string" || type === "boolean" || type === "function") return type;
  return type === "object" && Object.getPrototypeOf(value) === Object.prototype ? "dict" : "object";
}
