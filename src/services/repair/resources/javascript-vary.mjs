// Variations of an input: nearby values, distant values, and values with the same structure.
import shared from "./shared.json" with { type: "json" };

const MOST_PER_VALUE = shared.limits.MOST_PER_VALUE;
const SHIFTS = [1, 2, 3, 10, 17];
const PARALLEL = shared.limits.PARALLEL;
const MOST_FIELDS = shared.limits.MOST_FIELDS;

/**
 * Pairs of a varied value and its distance: 1 and 2 for neighbors, 7 for the same structure, 9 for everything
 * else.
 */
export function vary(value, depth = 2) {
  const found = [];
  const known = new Set([key(value)]);
  for (const [other, near] of candidates(value, depth)) {
    if (known.has(key(other))) continue;
    known.add(key(other));
    found.push([other, near]);
  }
  return found.slice(0, MOST_PER_VALUE);
}

function key(value) {
  return `${typeof value} ${
    JSON.stringify(value, (_, each) =>
      typeof each === "bigint"
        ? `${each}n`
        : each instanceof Map || each instanceof Set
          ? [...each]
          : Number.isNaN(each)
            ? "NaN"
            : each,
    ) ?? String(value)
  }`;
}

const far = (values) => values.map((each) => [each, 9]);

function candidates(value, depth) {
  if (typeof value === "boolean") return [[!value, 9]];
  if (typeof value === "bigint") return far([value + 1n, value - 1n, value * 2n, -value, 0n]);
  if (typeof value === "number") return numbers(value);
  if (typeof value === "string") return strings(value);
  if (Array.isArray(value)) return lists(value, depth);
  if (value instanceof Set) return lists([...value], depth).map(([each, near]) => [new Set(each), near]);
  if (value instanceof Map)
    return objects(Object.fromEntries(value), depth).map(([each, near]) => [
      new Map(Object.entries(each)),
      near,
    ]);
  if (value instanceof Date)
    return far([1, -1, 30, 365].map((days) => new Date(value.getTime() + days * 86_400_000)));
  if (value === null || typeof value !== "object") return [];
  return objects(value, depth);
}

function numbers(value) {
  if (!Number.isFinite(value)) return far([0, 1.5]);
  if (!Number.isInteger(value))
    return [
      [value + 0.5, 1],
      [value - 0.5, 1],
      [value + 1, 1],
      [value - 1, 1],
      ...far([value * 2, value / 2, -value, value + 10, value * 3, value + 100, 0]),
    ];
  const near = [1, -1, 2, -2].map((by) => [value + by, Math.abs(by)]);
  const others = [value + 5, value - 5, value * 2, -value, value * 3, value + 10, value + 100];
  return [...near, ...far([...others, Math.floor(value / 2), 0, 1, value - 11])];
}

function strings(value) {
  if (value === "") return far(["a", "b7", " "]);
  const shifts = SHIFTS.slice(0, 3).map((by) => [shifted(value, by), PARALLEL]);
  const counted = [...value.matchAll(/\d+/g)].slice(0, 4).flatMap((found) =>
    [1, -1].map((by) => {
      const other = String(Math.max(0, Number(found[0]) + by)).padStart(found[0].length, "0");
      return value.slice(0, found.index) + other + value.slice(found.index + found[0].length);
    }),
  );
  const middle = value.length >> 1;
  const swapped = [...value]
    .map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase()))
    .join("");
  const close = [swapped, [...value].reverse().join(""), `${value} `].map((each) => [each, 2]);
  const inner = value.slice(0, middle) + shifted(value[middle], 1) + value.slice(middle + 1);
  const cut = [
    value.slice(1),
    value.slice(0, -1),
    value + value.at(-1),
    inner,
    value + value,
    `x${value}`,
    "",
  ];
  const ends = /(?<!\r)\n/.test(value) ? [value.replaceAll(/\r?\n/g, "\r\n")] : [];
  return [...shifts, ...far([...ends, ...counted]), ...close, ...far(cut)];
}

function lists(value, depth) {
  if (value.length === 0) return far([[0], [1, 2], ["a"]]);
  const shifts = SHIFTS.slice(0, 3).map((by) => [shifted(value, by), PARALLEL]);
  const places = [...new Set([0, value.length >> 1, value.length - 1])];
  const single =
    depth === 0
      ? []
      : places.flatMap((at) =>
          vary(value[at], depth - 1)
            .slice(0, 2)
            .map(([other]) => value.with(at, other)),
        );
  const close = [value.toReversed(), [...value.slice(1), value[0]]].map((each) => [each, 2]);
  const cut = [value.slice(1), value.slice(0, -1), [...value, value.at(-1)], [value[0], ...value]];
  const resized = [value.slice(0, -2), [...value, ...value]];
  return [...shifts, ...far(single), ...close, ...far([...cut, ...resized])];
}

function objects(value, depth) {
  const entries = Object.entries(value);
  if (entries.length === 0) return far([{ a: 1 }]);
  const shifts = SHIFTS.slice(0, 3).map((by) => [shifted(value, by), PARALLEL]);
  const single =
    depth === 0
      ? []
      : entries.slice(0, 4).flatMap(([name, held]) =>
          vary(held, depth - 1)
            .slice(0, 6)
            .map(([other]) => ({ ...value, [name]: other })),
        );
  const cut = [Object.fromEntries(entries.slice(1)), Object.fromEntries(entries.slice(0, -1))];
  return [...shifts, ...far([...single, ...cut])];
}

/** Every number and letter shifted by the same distance, which preserves their relations. */
function shifted(value, by) {
  if (typeof value === "number") return value + by;
  if (typeof value === "string") return [...value].map((each) => moved(each, by)).join("");
  if (Array.isArray(value)) return value.map((each) => shifted(each, by));
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, shifted(held, by)]));
}

function moved(letter, by) {
  for (const { first, size } of [
    { first: "a", size: 26 },
    { first: "A", size: 26 },
    { first: "0", size: 10 },
  ]) {
    const at = letter.charCodeAt(0) - first.charCodeAt(0);
    if (letter.length === 1 && at >= 0 && at < size)
      return String.fromCharCode(first.charCodeAt(0) + ((at + by) % size));
  }
  return letter;
}

/** Varied arguments, which of them differ from the given ones, and by how much. One at a time, then several. */
export function variations(given, limit) {
  const choices = given.map((each) => vary(each));
  const single = choices.flatMap((others, at) =>
    others.map(([other, near]) => ({ given: given.with(at, other), varied: [at], near })),
  );
  const varied = choices.flatMap((others, at) => (others.length > 0 ? [at] : []));
  const together = [];
  if (varied.length > 1) {
    for (const by of SHIFTS)
      together.push({ given: given.map((each) => shifted(each, by)), varied, near: PARALLEL });
    for (let round = 1; round <= 8; round += 1) {
      const some = [varied[round % varied.length], varied[(round + 1) % varied.length]];
      const other = given.map((each, at) =>
        some.includes(at) ? choices[at][(round * 3 + at) % choices[at].length][0] : each,
      );
      together.push({ given: other, varied: some, near: 9 });
    }
  }
  const room = Math.max(0, limit - together.length);
  const step = Math.max(1, single.length / Math.max(1, room));
  const kept = [];
  for (let at = 0; at < single.length && kept.length < room; at += step) kept.push(single[Math.floor(at)]);
  return [...kept, ...together].slice(0, limit);
}

/**
 * Short descriptions of arguments, by name: lengths, first and last items, fields of an object, and relations between
 * lengths and numbers.
 */
export function features(given, self) {
  const found = {};
  const numbers = [];
  const lengths = [];
  for (const [at, value] of given.entries()) {
    const name = `argument ${at + 1}`;
    if (typeof value === "number") numbers.push([name, value]);
    if (typeof value === "string" || Array.isArray(value)) {
      lengths.push([name, value.length]);
      found[`the length of ${name}`] = String(value.length);
    }
    if (!Array.isArray(value)) continue;
    for (const [end, item] of [
      ["first", value[0]],
      ["last", value.at(-1)],
    ])
      if (typeof item === "number") found[`the ${end} item of ${name}`] = String(item);
  }
  for (const [long, length] of lengths)
    for (const [name, number] of numbers)
      found[`the length of ${long} without ${name}`] = String(length - number);
  for (const [name, held] of Object.entries(self ?? {}).slice(0, MOST_FIELDS)) {
    if (typeof held === "number") found[`the field ${name}`] = String(held);
    if (Array.isArray(held) || typeof held === "string") found[`the length of ${name}`] = String(held.length);
  }
  return found;
}

/** Properties of a value for judging inputs: its kind, and whether guards often check for it. */
export function about(value, isSelf) {
  if (value === null || value === undefined || typeof value === "boolean")
    return { kind: "flag", degenerate: !value, text: "" };
  if (typeof value === "number" || typeof value === "bigint")
    return { kind: "number", degenerate: Number(value) === 0 || Number.isNaN(value), text: String(value) };
  if (typeof value === "string")
    return { kind: "string", degenerate: value.trim() === "", text: value.slice(0, 200) };
  return { kind: isSelf ? "object" : "container", degenerate: isHollow(value), text: "" };
}

function isHollow(value) {
  if (value === null || value === undefined || value === "" || Number.isNaN(value)) return true;
  if (typeof value !== "object") return false;
  const held = value instanceof Map || value instanceof Set ? [...value.values()] : Object.values(value);
  if (held.length === 0) return !(value instanceof Date || value instanceof RegExp);
  return held.slice(0, 50).some(isHollow);
}

/** Numbers and strings in a value, as text. */
export function leaves(value, depth = 4) {
  if (typeof value === "number" || typeof value === "string") return [String(value).slice(0, 200)];
  if (depth === 0 || value === null || typeof value !== "object") return [];
  const held = Array.isArray(value) ? value : value instanceof Map ? [...value].flat() : Object.values(value);
  return held.slice(0, 50).flatMap((each) => leaves(each, depth - 1));
}
