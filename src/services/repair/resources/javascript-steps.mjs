// Counts the assertions that a test reaches: of two failing runs, the one with more got further. The fraction says how
// close the last comparison was.
import assert from "node:assert";

export const steps = { taken: 0 };

/**
 * The watcher is called with every comparison for equality: what the test got and wanted, and whether they are equal.
 * @type {{ watcher: ((got: unknown, wanted: unknown, equal: boolean) => unknown) | null }}
 */
export const comparisons = { watcher: null };

const EQUALITIES = new Set(["equal", "deepEqual", "strictEqual", "deepStrictEqual"]);

/** What `require` returns for a stand-in module; `import` gets its separate names. */
export const REQUIRED = Symbol("required");

/** Wraps a function, and the functions attached to it, to count their calls. */
export function counted(value) {
  return new Proxy(value, {
    get(target, name) {
      const found = Reflect.get(target, name);
      return isAssertion(name, found) ? counted(found) : found;
    },
    apply(target, self, given) {
      countPassed();
      const isEquality = EQUALITIES.has(target.name);
      try {
        const result = Reflect.apply(target, self, given);
        if (isEquality) comparisons.watcher?.(given[0], given[1], true);
        return result;
      } catch (error) {
        if (isEquality) comparisons.watcher?.(given[0], given[1], false);
        if (given.length >= 2) steps.taken += 0.9 * nearness(given[0], given[1]);
        throw error;
      }
    },
  });
}

export function countPassed() {
  steps.taken = Math.floor(steps.taken) + 1;
}

export function countFailed(got, wanted) {
  countPassed();
  steps.taken += 0.9 * nearness(got, wanted);
}

/** A failing comparison got closer if its similarity improves by this much, out of 1. */
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

/** 0 for values with nothing in common. Ignores numbers: half of all changes move one closer by chance. */
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
