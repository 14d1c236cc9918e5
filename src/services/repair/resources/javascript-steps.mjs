// Counts the assertions that a test comes to: of two runs that fail, the one with more of them came further. The
// fraction says how near the last comparison came.
import assert from "node:assert";

export const steps = { taken: 0 };

/** What `require` gives where a module stands in for another; `import` takes the names apart. */
export const REQUIRED = Symbol("required");

/** A function, and those it carries, that count when they are called. */
export function counted(value) {
  return new Proxy(value, {
    get(target, name) {
      const found = Reflect.get(target, name);
      return isAssertion(name, found) ? counted(found) : found;
    },
    apply(target, self, given) {
      steps.taken = Math.floor(steps.taken) + 1;
      try {
        return Reflect.apply(target, self, given);
      } catch (error) {
        if (given.length >= 2) steps.taken += 0.9 * nearness(given[0], given[1]);
        throw error;
      }
    },
  });
}

/** A comparison that fails came nearer when it is so much more alike, of 1. */
const NOTICEABLE = 0.04;
const MOST_ELEMENTS = 200;

export function isFurther(taken, than) {
  return taken > than + NOTICEABLE;
}

/** Getters of the project may throw. */
function nearness(got, wanted) {
  try {
    return likeness(got, wanted);
  } catch {
    return 0;
  }
}

/** 0 for values that have nothing in common. Numbers say nothing: half of all changes bring one nearer. */
function likeness(got, wanted) {
  if (typeof got !== typeof wanted || Array.isArray(got) !== Array.isArray(wanted)) return 0;
  if (typeof got === "string" || Array.isArray(got)) {
    const [some, others] = [got.slice(0, MOST_ELEMENTS), wanted.slice(0, MOST_ELEMENTS)];
    const atStart = common(some, others, (list, at) => list[at]);
    const atEnd = common(some, others, (list, at) => list[list.length - 1 - at]);
    return 0.2 + (0.8 * Math.max(atStart, atEnd)) / Math.max(1, some.length, others.length);
  }
  if (typeof got !== "object" || got === null || wanted === null) return 0.2;
  const names = new Set([...Object.keys(got), ...Object.keys(wanted)]);
  const equal = [...names].filter((name) => isSame(got[name], wanted[name])).length;
  return 0.2 + (0.8 * equal) / Math.max(1, names.size);
}

function common(some, others, read) {
  let count = 0;
  while (count < Math.min(some.length, others.length) && isSame(read(some, count), read(others, count)))
    count += 1;
  return count;
}

function isSame(a, b) {
  try {
    assert.deepStrictEqual(a, b);
    return true;
  } catch {
    return false;
  }
}

const isAssertion = (name, value) =>
  typeof value === "function" && !/^(?:[A-Z]|prototype)/.test(String(name));

function standIn(module) {
  const whole = counted(module);
  const names = Object.keys(module).map((name) => [name, whole[name]]);
  return { ...Object.fromEntries(names), default: whole, [REQUIRED]: whole };
}

/** `node:assert` under all its names. */
export const assertModules = {
  assert: standIn(assert),
  "node:assert": standIn(assert),
  "assert/strict": standIn(assert.strict),
  "node:assert/strict": standIn(assert.strict),
};
