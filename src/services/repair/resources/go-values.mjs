// Values of Go programs as data: reading, varying and writing them.
import { about, leaves, variations, vary } from "./javascript-vary.mjs";

/** Data as values that can be varied: large numbers, times and map pairs have their own notation. */
export function revived(data) {
  if (typeof data === "string") {
    if (data.startsWith("$n:")) return BigInt(data.slice(3));
    if (data.startsWith("$d:")) return new Date(Number(data.slice(3)));
    return data.startsWith("$f:") ? Number(data.slice(3).replace("Inf", "Infinity")) : data;
  }
  if (Array.isArray(data)) return data.map(revived);
  if (data === null || typeof data !== "object") return data;
  return Object.fromEntries(Object.entries(data).map(([name, each]) => [name, revived(each)]));
}

export function written(value) {
  if (typeof value === "bigint") return `$n:${value}`;
  if (value instanceof Date) return `$d:${value.getTime()}`;
  if (typeof value === "number" && !Number.isFinite(value)) return `$f:${value}`.replace("Infinity", "Inf");
  if (Array.isArray(value)) return value.map(written);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, written(each)]));
}

/**
 * The tests' own inputs first, each once; then their variations, distributed evenly, without those that tests also use.
 */
export function inputsOf(calls, limit) {
  const own = calls.map((call) => {
    const values = call.given.map(revived);
    return {
      ...call,
      base: null,
      values: values.map(described),
      leaves: leaves(values).slice(0, 100),
    };
  });
  const known = new Set(own.map(({ key, given }) => `${key} ${JSON.stringify(given)}`));
  const share = Math.max(24, Math.floor(limit / Math.max(1, own.length)));
  const others = [];
  for (const [base, { aim, key, given }] of own.entries()) {
    for (const other of variationsOf(given.map(revived), share)) {
      if (others.length >= limit) break;
      const packed = other.given.map(written);
      const shown = `${key} ${JSON.stringify(packed)}`;
      if (known.has(shown)) continue;
      known.add(shown);
      others.push({ aim, key, given: packed, shown, base, varied: other.varied, near: other.near });
    }
  }
  return [...own, ...others];
}

/** Like other values, but also varies every field of a struct separately: methods often have nothing else to vary. */
function variationsOf(values, share) {
  const fields = values.flatMap((value, at) =>
    isStruct(value)
      ? Object.entries(value).flatMap(([name, held]) =>
          vary(held).map(([other]) => ({
            given: values.with(at, { ...value, [name]: other }),
            varied: [at],
            near: 9,
          })),
        )
      : [],
  );
  return [...variations(values, share), ...fields.slice(0, share)];
}

function isStruct(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);
}

/** In Go, fields of a struct are often omitted: it counts as empty only if all fields are. */
function described(value) {
  const told = about(value, false);
  if (!isStruct(value)) return told;
  return { ...told, degenerate: Object.values(value).every(isHollow) };
}

function isHollow(value) {
  if (value === null || value === "" || value === 0 || value === false) return true;
  return typeof value === "object" && !(value instanceof Date) && Object.values(value).every(isHollow);
}
