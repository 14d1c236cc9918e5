// Compares old and new code on sequences of steps: those of the fixed tests, and similar ones.
import { leavesOf, programsOf } from "./javascript-programs.mjs";
import { play } from "./javascript-sequences.mjs";
import shared from "./shared.json" with { type: "json" };

/** Up to this position, honest code may check for a place in a sequence: the first, the second. */
const EARLY = shared.limits.EARLY;
const MOST_FEATURES = shared.limits.MOST_FEATURES;

/** For a recorded sequence: its marks, and for every other program its marks and whether old and new code differ. */
export async function compareHistories({ title, steps }, old, now, named, until) {
  const [before, after] = [await play(old, steps), await play(now, steps)];
  if (before === null || after === null || !differs(before, after)) return null;
  const values = valuesOf(steps)
    .filter(([, value]) => isTelling(value, named))
    .slice(0, MOST_FEATURES);
  const bounds = madeWith(steps);
  const ordinals = ordinalsOf(steps, before, after);
  const programs = [];
  const places = [];
  for (const program of programsOf(steps)) {
    if (performance.now() > until) break;
    const [was, is] = [await play(old, program), await play(now, program)];
    if (was === null || is === null) continue;
    programs.push({
      features: { ...marksOf(program, values), ...boundsOf(program, bounds) },
      differs: differs(was, is),
    });
    places.push(...placesOf(program, was, is, ordinals));
  }
  return [
    {
      shown: title,
      own: Object.fromEntries(
        [...values.map(([name]) => name), ...bounds.keys()].map((name) => [name, "yes"]),
      ),
      observed: programs,
    },
    ...[...ordinals].map(([name, own]) => ({
      shown: title,
      own: { [name]: own.join() },
      observed: places.filter((each) => name in each.features),
    })),
  ];
}

function differs(was, is) {
  return was.some((each, at) => each !== is[at]);
}

/** Values by position: a string anywhere, a number per argument. */
function valuesOf(steps) {
  const found = new Map();
  for (const [slot, value] of steps.flatMap(leavesOf)) found.set(nameOf(slot, value), value);
  return [...found];
}

function nameOf(slot, value) {
  return typeof value === "string" ? `the text ${JSON.stringify(value).slice(0, 40)}` : `${slot} = ${value}`;
}

/** Guards often check for zero and one; a word in the code may select behavior; other strings have parts. */
function isTelling(value, named) {
  if (typeof value === "number") return Number.isFinite(value) && value !== 0 && value !== 1 && value !== -1;
  return /^\p{L}+$/u.test(value) && !named.some((each) => each.includes(value));
}

/** Numbers that objects are constructed with, as bounds: `new Lru 1 up to 2`. */
function madeWith(steps) {
  const leaves = steps.filter((each) => each.makes !== null).flatMap(leavesOf);
  const numbers = leaves.filter(([, value]) => typeof value === "number" && value > 1);
  return new Map(numbers.map(([slot, value]) => [`${slot} up to ${value}`, { slot, value }]));
}

function boundsOf(program, bounds) {
  const leaves = program.flatMap(leavesOf);
  return Object.fromEntries(
    [...bounds].flatMap(([name, { slot, value }]) => {
      const held = leaves.filter(([at]) => at === slot).map(([, each]) => each);
      return held.length === 0 ? [] : [[name, held.some((each) => each <= value) ? "yes" : "no"]];
    }),
  );
}

/** Whether the program has each value; omitted if it has nothing in that position. */
function marksOf(program, values) {
  const leaves = program.flatMap(leavesOf);
  const has = new Set(leaves.map(([slot, value]) => nameOf(slot, value)));
  const slots = new Set(leaves.map(([slot]) => slot));
  return Object.fromEntries(
    values
      .filter(
        ([name, value]) => typeof value === "string" || slots.has(name.slice(0, name.lastIndexOf(" = "))),
      )
      .map(([name]) => [name, has.has(name) ? "yes" : "no"]),
  );
}

/** By step name: which of its occurrences have different answers. Omits names with an early difference. */
function ordinalsOf(steps, before, after) {
  const found = new Map();
  for (const { name, at, number } of counted(steps)) {
    if (before[at] === after[at]) continue;
    found.set(name, [...(found.get(name) ?? []), number]);
  }
  for (const [name, numbers] of found) if (Math.min(...numbers) <= EARLY) found.delete(name);
  return found;
}

function placesOf(program, was, is, ordinals) {
  return counted(program).flatMap(({ name, at, number }) => {
    const own = ordinals.get(name);
    if (own === undefined || number < Math.min(...own)) return [];
    return [
      {
        features: { [name]: own.includes(number) ? own.join() : String(number) },
        differs: was[at] !== is[at],
      },
    ];
  });
}

function counted(steps) {
  const counts = new Map();
  return steps.map(({ kind, on, name }, at) => {
    const title = `how often ${String(name ?? on.origin?.[1] ?? kind)} was called`;
    const key = `${title} ${on.object}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return { name: title, at, number: counts.get(key) };
  });
}
