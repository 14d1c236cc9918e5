// What an expression and the names around it are worth whenever tests run a place in the code.
import { comparisons } from "./javascript-steps.mjs";
import shared from "./shared.json" with { type: "json" };

const MOST_VISITS = shared.limits.MOST_VISITS;
const LARGEST_VALUE = shared.limits.LARGEST_VALUE;
const MISSING = { missing: true };

/** The code of a place that reports each of its evaluations. */
export function observed(code, atoms) {
  const thunks = atoms.map((each) => `() => (${each})`).join(", ");
  return `__value__(__visit__([${thunks}]), (${code}))`;
}

/** Collects the visits and comparisons of one test, in order, while `work` runs it. */
export async function eventsOf(work) {
  const events = [];
  let count = 0;
  globalThis.__visit__ = (thunks) => {
    count += 1;
    if (count > MOST_VISITS) return null;
    const event = { atoms: thunks.map(evaluated) };
    events.push(event);
    return event;
  };
  globalThis.__value__ = (event, value) => {
    if (event !== null) event.value = packed(value);
    return value;
  };
  comparisons.watcher = (got, wanted, equal) =>
    events.push({ got: packed(got), wanted: packed(wanted), equal });
  try {
    await work();
  } finally {
    comparisons.watcher = null;
  }
  // Of a visit that the expression's own error ended, nothing is known.
  return events.filter((each) => each.atoms === undefined || "value" in each);
}

function evaluated(thunk) {
  try {
    return packed(thunk());
  } catch {
    return MISSING;
  }
}

/** As JSON, with the kind of each container. Values of other types are missing. */
function packed(value) {
  const left = { count: LARGEST_VALUE };
  try {
    return plain(value, left);
  } catch {
    return MISSING;
  }
}

function plain(value, left) {
  left.count -= typeof value === "string" ? value.length + 1 : 1;
  if (left.count < 0) return MISSING;
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return Number.isFinite(value) ? value : MISSING;
  if (typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value !== "object") return MISSING;
  const inner = (each) => plain(each, left);
  if (Array.isArray(value)) return { list: value.map(inner) };
  if (value instanceof Set) return { set: [...value].map(inner) };
  const type = Object.getPrototypeOf(value);
  if (type !== Object.prototype && type !== null) return MISSING;
  return { dict: Object.entries(value).map(([key, held]) => [key, inner(held)]) };
}
