// Variations of a recorded sequence of steps: different values, and steps omitted, repeated or reordered.
import { vary } from "./javascript-vary.mjs";
import shared from "./shared.json" with { type: "json" };

const MOST_VALUES = shared.limits.MOST_VALUES;
const MOST_SINGLE = shared.limits.MOST_SINGLE;
const RANDOM = 120;
const SHORTEST = 5;
const LONGEST = 22;

/** The recorded steps first, then variations. */
export function programsOf(steps) {
  const random = createRandom(7);
  const single = [...withOtherValues(steps), ...withOtherSteps(steps)];
  const kept = sample(single, MOST_SINGLE);
  const longer = Array.from({ length: RANDOM }, (_, at) =>
    at % 2 === 0 ? stretched(steps, random) : shuffled(steps, random),
  );
  return [...kept, ...longer];
}

/** Numbers and strings that a step receives, by position. */
export function leavesOf(step) {
  const found = [];
  mapped(step, (slot, value) => {
    found.push([slot, value]);
    return value;
  });
  return found;
}

/** Replaces each value in turn: a string wherever it occurs, a number only in the same argument. */
function withOtherValues(steps) {
  const known = new Map();
  for (const [slot, value] of steps.flatMap(leavesOf))
    known.set(typeof value === "string" ? JSON.stringify(value) : `${slot} ${value}`, [slot, value]);
  return [...known.values()].flatMap(([slot, value]) => {
    const isMeant = (at, held) => held === value && (typeof value === "string" || at === slot);
    return vary(value)
      .slice(0, MOST_VALUES)
      .map(([other]) => steps.map((step) => mapped(step, (at, held) => (isMeant(at, held) ? other : held))));
  });
}

function withOtherSteps(steps) {
  return steps.flatMap((step, at) => {
    if (step.makes !== null) return [];
    return [steps.toSpliced(at, 1), steps.toSpliced(at, 0, step)];
  });
}

/** The same order, each step up to three times, with some values changed. */
function stretched(steps, random) {
  const pool = poolOf(steps);
  return steps.flatMap((step) => {
    if (step.makes !== null) return [resized(step, pool, random)];
    const times = random.pick([0, 1, 1, 1, 2, 3]);
    return Array.from({ length: times }, (_, round) =>
      revalued(step, pool, random, round === 0 ? 0.25 : 0.7),
    );
  });
}

/** Steps that create objects first, then steps in any order. */
function shuffled(steps, random) {
  const pool = poolOf(steps);
  const making = steps.filter((each) => each.makes !== null).map((each) => resized(each, pool, random));
  const others = Map.groupBy(
    steps.filter((each) => each.makes === null),
    ({ kind, name, on }) => `${kind} ${String(name)} ${on.origin?.[1]}`,
  );
  if (others.size === 0) return making;
  const kinds = [...others.values()];
  const length = SHORTEST + random.below(LONGEST - SHORTEST);
  const body = Array.from({ length }, () => revalued(random.pick(random.pick(kinds)), pool, random, 0.5));
  return [...making, ...body];
}

/**
 * A step that creates an object, usually with a slightly larger size: other sizes must show the same difference as the
 * test's.
 */
function resized(step, pool, random) {
  return mapped(revalued(step, pool, random, 0.2), (_, value) => {
    if (typeof value !== "number" || random.next() > 0.6) return value;
    return value + random.pick([1, 1, 1, 2, 2, 3, value]);
  });
}

function revalued(step, pool, random, chance) {
  return mapped(step, (slot, value) => {
    if (random.next() > chance) return value;
    const others = pool.get(typeof value === "string" ? "text" : slot) ?? [value];
    return random.pick(others);
  });
}

/** Values to choose from: strings of the whole sequence, numbers of one argument, and similar ones. */
function poolOf(steps) {
  const pool = new Map();
  for (const [slot, value] of steps.flatMap(leavesOf)) {
    const key = typeof value === "string" ? "text" : slot;
    const others = vary(value).slice(0, typeof value === "string" ? 2 : 9);
    pool.set(key, [...(pool.get(key) ?? []), value, ...others.map(([each]) => each)]);
  }
  return pool;
}

function mapped(step, change) {
  const title = `${step.kind} ${String(step.name ?? step.on.origin?.[1] ?? "")}`;
  const given = step.given.map((each, at) =>
    "value" in each ? { value: changed(each.value, `${title} ${at + 1}`, 2, change) } : each,
  );
  return { ...step, given };
}

function changed(value, slot, depth, change) {
  if (typeof value === "string" || typeof value === "number") return change(slot, value);
  if (depth === 0 || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((each) => changed(each, `${slot}[]`, depth - 1, change));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [name, changed(held, `${slot}.${name}`, depth - 1, change)]),
  );
}

function sample(all, most) {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, at) => all[Math.floor(at * step)]);
}

function createRandom(seed) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (count) => Math.floor(next() * count);
  return { next, below, pick: (from) => from[below(from.length)] };
}
