// Calls to a project's functions: packed arguments, and results as text.
import { deserialize, serialize } from "node:v8";
import shared from "./shared.json" with { type: "json" };

const MOST_ITEMS = shared.limits.MOST_ITEMS;
const CALL_TICKS = 200_000;
const CALL_MILLISECONDS = 500;
const { setTimeout: later, clearTimeout: cancel } = globalThis;

class TooLong extends Error {}

let left = Number.POSITIVE_INFINITY;
let spent = false;
const exposed = new Map();

/** Installs what instrumented files call: ticks that end a loop, and exposed functions. */
export function install() {
  globalThis.__tick__ = () => {
    left -= 1;
    if (left >= 0) return;
    spent = true;
    throw new TooLong("too long");
  };
  globalThis.__expose__ = (path, functions) => {
    for (const [name, get] of Object.entries(functions)) exposed.set(`${path}:${name}`, get);
  };
}

/** The function, its receiver, and its class; null if it was not loaded. */
export function find(path, name) {
  try {
    const [call, receiver = undefined, owner = null] = exposed.get(`${path}:${name}`)?.() ?? [];
    return typeof call === "function" ? { call, receiver, owner } : null;
  } catch {
    return null;
  }
}

/** Throws for values that a copy would change: functions, and class instances. */
export function pack(self, given) {
  if (!given.every((each) => isPlain(each, 6))) throw new TypeError("not plain");
  return serialize([self === undefined ? undefined : { ...self }, given]).toString("base64");
}

export function unpack(packed) {
  return deserialize(Buffer.from(packed, "base64"));
}

export function isPlain(value, depth) {
  if (value === null || typeof value !== "object")
    return typeof value !== "function" && typeof value !== "symbol";
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.every((each) => isPlain(each, depth - 1));
  if (value instanceof Map) return [...value].every((each) => isPlain(each, depth - 1));
  if (value instanceof Set) return [...value].every((each) => isPlain(each, depth - 1));
  if (value instanceof Date || value instanceof RegExp || ArrayBuffer.isView(value)) return true;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return false;
  return Object.values(value).every((each) => isPlain(each, depth - 1));
}

/** The result of a call and its effect on the arguments. Null if it takes too long. */
export async function outcome({ call, receiver, owner }, packed, apply = Reflect.apply) {
  const [self, given] = unpack(packed);
  const on =
    self === undefined ? receiver : Object.assign(Object.create(owner?.prototype ?? Object.prototype), self);
  left = CALL_TICKS;
  spent = false;
  try {
    let result = await apply(call, on, given);
    if (typeof result?.then === "function") result = await withTimeout(result);
    if (typeof result?.next === "function" && typeof result[Symbol.iterator] === "function")
      result = result.take(MOST_ITEMS).toArray();
    left = Number.POSITIVE_INFINITY;
    return spent
      ? null
      : `${brief(result, 300)} leaving ${brief([self === undefined ? null : on, given], 400)}`;
  } catch (error) {
    left = Number.POSITIVE_INFINITY;
    return spent ? null : thrown(error);
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

/** The result of some work, or the error that it throws, as text. Null if it takes too long. */
export async function bounded(work) {
  left = CALL_TICKS;
  spent = false;
  try {
    const told = await withTimeout(work());
    return spent ? null : told;
  } catch (error) {
    return spent ? null : thrown(error);
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

function thrown(error) {
  if (error instanceof RangeError && /call stack/.test(error.message)) return "throws RangeError";
  return `throws ${error?.constructor?.name ?? typeof error}: ${String(error?.message ?? error).slice(0, 120)}`;
}

async function withTimeout(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = later(() => {
      spent = true;
      reject(new TooLong("too long"));
    }, CALL_MILLISECONDS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    cancel(timer);
  }
}

/** As text; long values are shortened but stay distinguishable. */
export function brief(value, limit) {
  let text;
  try {
    text = show(value, 5);
  } catch {
    text = `<${typeof value}>`;
  }
  if (text.length <= limit) return text;
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return `${text.slice(0, limit - 12)}… ${(sum >>> 0).toString(16)}`;
}

function show(value, depth) {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `function ${value.name}`;
  if (value === null || typeof value !== "object") return Object.is(value, -0) ? "-0" : String(value);
  if (value instanceof Date) return `Date(${value.getTime()})`;
  if (value instanceof RegExp) return String(value);
  if (value instanceof Error) return `${value.constructor.name}(${JSON.stringify(value.message)})`;
  if (depth === 0) return "…";
  const items = (all) => [...all].slice(0, 500).map((each) => show(each, depth - 1));
  if (Array.isArray(value)) return `[${items(value).join(", ")}]`;
  if (value instanceof Set) return `Set(${items(value).join(", ")})`;
  if (value instanceof Map) return `Map(${items(value).join(", ")})`;
  const name = value.constructor?.name;
  const fields = Object.entries(value).map(([key, held]) => `${key}: ${show(held, depth - 1)}`);
  return `${name === undefined || name === "Object" ? "" : name}{${fields.join(", ")}}`;
}
