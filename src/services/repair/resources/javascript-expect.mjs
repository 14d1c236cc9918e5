// Stands in for the `expect` of Jest and Vitest.
import { isDeepStrictEqual } from "node:util";
import { comparisons } from "./javascript-steps.mjs";

class Mismatch extends Error {}

/** The common matchers, without messages: a warm run only needs to know whether they pass. */
export function expect(value) {
  const api = matchers(value, false);
  api.not = known(matchers(value, true));
  const settlings = {
    resolves: async () => value,
    rejects: async () =>
      Promise.resolve(typeof value === "function" ? value() : value).then(
        () => {
          throw new Mismatch("resolved");
        },
        (error) => error,
      ),
  };
  for (const [name, settle] of Object.entries(settlings)) {
    const negated = {};
    const direct = {};
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
    direct.not = known(negated);
    api[name] = known(direct);
  }
  return known(api);
}

/** Thrown if a test needs a framework feature that these stand-ins lack: such a test cannot be judged warm. */
export class Unsupported extends Error {}

/** Throws Unsupported when a missing member is accessed. */
export function known(object) {
  return new Proxy(object, {
    get(target, name) {
      if (name in target || typeof name === "symbol" || name === "then") return target[name];
      throw new Unsupported(String(name));
    },
  });
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

/** @returns {any} */
function matchers(value, negated) {
  const hold = (outcome) => {
    if (Boolean(outcome) === negated) throw new Mismatch("does not match");
  };
  const holdEqual = (other, outcome) => {
    if (!negated) comparisons.watcher?.(value, other, outcome);
    hold(outcome);
  };
  return {
    ...valueMatchers(value, hold, holdEqual),
    ...contentMatchers(value, hold),
    ...callMatchers(value, hold),
  };
}

function valueMatchers(value, hold, holdEqual) {
  return {
    toBe: (other) => holdEqual(other, Object.is(value, other)),
    toEqual: (other) => holdEqual(other, equal(value, other)),
    toStrictEqual: (other) => holdEqual(other, equal(value, other, true)),
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
    toSatisfy: (check) => hold(check(value)),
    toThrow: (expected) => hold(throwsAs(value, expected)),
    toThrowError: (expected) => hold(throwsAs(value, expected)),
  };
}

function contentMatchers(value, hold) {
  return {
    toContain: (item) => hold(typeof value === "string" ? value.includes(item) : [...value].includes(item)),
    toContainEqual: (item) => hold([...value].some((each) => equal(each, item))),
    toHaveLength: (length) => hold(value?.length === length),
    toHaveProperty: (path, ...expected) => hold(hasProperty(value, path, expected)),
    toMatch: (pattern) => hold(typeof pattern === "string" ? value.includes(pattern) : pattern.test(value)),
  };
}

function callMatchers(value, hold) {
  const calls = () => value.mock.calls;
  return {
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

function hasProperty(value, path, expected) {
  let at = value;
  for (const key of Array.isArray(path) ? path : String(path).split(".")) {
    if (at === null || at === undefined || !(key in Object(at))) return false;
    at = at[key];
  }
  return expected.length === 0 || equal(at, expected[0]);
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
