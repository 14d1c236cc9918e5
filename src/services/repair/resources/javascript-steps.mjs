// Counts the assertions that a test comes to: of two runs that fail, the one with more of them came further.
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
      steps.taken += 1;
      return Reflect.apply(target, self, given);
    },
  });
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
