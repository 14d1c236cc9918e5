// Compares old and new code of a Go project on the calls its tests make, on variations of them, and outside tests.
// Reads one JSON line and writes one, like python_probe.py. Files arrive with instrumentation to insert. The tests run
// once with the new code to record calls as data; a program built from each side then answers all inputs.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { ask, fieldsOf, Side } from "./go-program.mjs";
import { inputsOf } from "./go-values.mjs";
import shared from "./shared.json" with { type: "json" };

const MOST_OWN = shared.limits.MOST_OWN;
const MOST_FOLDERS = 4;

const input = createInterface({ input: process.stdin });
input.once("line", async (line) => {
  input.close();
  const answer = await probe(JSON.parse(line)).catch((error) => ({
    failed: String(error?.message ?? error),
  }));
  process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0));
});

async function probe(request) {
  const until = performance.now() + request.seconds * 2000 - 500;
  const left = () => Math.max(0.5, (until - performance.now()) / 1000);
  const sides = {
    new: new Side(request.new, request.others, false),
    old: new Side(request.old, request.others, true),
  };
  const programs = sides.new.places.map((place, index) =>
    isSimple(place) ? buildBoth(sides, place, sides.old.places[index], [], left) : null,
  );
  try {
    const found = await record(request, sides.new, left);
    if ("failed" in found) return found;
    if (found.calls.length === 0)
      return { failed: "the tests make no repeatable call to the changed functions" };
    const inputs = inputsOf(found.calls.slice(0, MOST_OWN), request.limit);
    for (const [index, place] of sides.new.places.entries()) {
      const failed = await compare(place, inputs, { request, sides, found, left, programs: programs[index] });
      if (failed !== null) return failed;
    }
    return { probed: inputs.map(messageOf) };
  } finally {
    for (const each of Object.values(sides)) each.remove();
  }
}

/** Its programs can be built before the calls are known, in parallel with its tests. */
function isSimple(place) {
  return place.name !== "main" && place.aims.every(({ typeParameters }) => typeParameters === 0);
}

function buildBoth(sides, place, earlier, calls, left) {
  return Promise.all([
    sides.new.buildProgram(place, calls, left()),
    sides.old.buildProgram(earlier, calls, left()),
  ]);
}

/** Runs the tests once and records the calls to the changed functions. */
async function record(request, side, left) {
  const own = side.places.map((each) => each.folder);
  const folders = [...new Set(request.files.map((each) => dirname(each)))].slice(0, MOST_FOLDERS);
  const tests = new Map();
  const built = await Promise.all(folders.map((folder) => side.buildTests(folder, left())));
  const verdicts = [];
  const lines = [];
  for (const [index, folder] of folders.entries()) {
    const { binary, failed } = built[index];
    if (failed !== undefined) return { failed: `the tests do not build: ${failed}` };
    if (own.includes(folder)) tests.set(folder, binary);
    const kept = join(side.work, `calls-${index}`);
    const { output } = await side.runTests(binary, folder, ["-test.v"], { AF_RECORD: kept }, left() / 2);
    verdicts.push(...output.matchAll(/^\s*--- (PASS|FAIL): (\S+) /gm));
    if (existsSync(kept)) lines.push(...readFileSync(kept, "utf8").split("\n"));
  }
  const failing = verdicts.filter(
    ([, verdict, name]) => verdict === "FAIL" && request.targets.some((each) => each.endsWith(`.${name}`)),
  );
  if (failing.length > 0) return { failed: `${failing.length} fixed tests fail in the comparison process` };
  return { ...callsOf(lines, request, side.places), tests };
}

function callsOf(lines, request, places) {
  const calls = new Map();
  const repeated = new Set();
  const names = new Map(places.flatMap((place) => place.aims.map((aim) => [aim.name, { place, aim }])));
  for (const line of lines) {
    const record = parsed(line);
    if (record === null) continue;
    if (record.repeated !== undefined) repeated.add(record.repeated);
    const { name, types, given, shown } = record.unsteady ?? record;
    const known = names.get(name);
    if (name === undefined || known === undefined) continue;
    const { place } = known;
    const local = types.map((each) => each.replaceAll(`${place.name}.`, ""));
    if (local.some((each) => /[.{]/.test(each))) continue;
    const key = local.length === 0 ? name : `${name}[${local.join(", ")}]`;
    const id = `${key} ${JSON.stringify(given)}`;
    if (record.unsteady !== undefined && calls.has(id)) calls.get(id).unsteady = true;
    if (calls.has(id)) continue;
    const isMethod = known.aim.after !== "";
    const [on, ...rest] = isMethod ? shown : [null, ...shown];
    calls.set(id, {
      aim: request.aims.findIndex((each) => each.name === name && dirname(each.path) === place.folder),
      key,
      name,
      types: local,
      given,
      isMethod,
      folder: place.folder,
      unsteady: false,
      shown: `${name}(${rest.join(", ")})${on === null ? "" : ` on ${on}`}`,
    });
  }
  return { calls: [...calls.values()].filter((each) => each.aim >= 0), repeated };
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Runs the inputs of one package in programs built from both sides and in the tests' own process. */
async function compare(place, inputs, { request, sides, found, left, programs }) {
  const mine = inputs.filter(
    (each) => request.aims[each.aim] !== undefined && isIn(request.aims[each.aim], place),
  );
  const own = mine.filter((each) => each.base === null);
  if (own.length === 0) return null;
  const earlier = sides.old.places.find((each) => each.folder === place.folder);
  const calls = found.calls.filter((each) => each.folder === place.folder);
  const [now, before] = await (programs ?? buildBoth(sides, place, earlier, calls, left));
  const failed = now.failed ?? before.failed;
  if (failed !== undefined)
    return { failed: `the changed package could not be built as a program: ${failed}` };
  const [fields, fieldsBefore] = await Promise.all([now, before].map(({ start }) => fieldsOf(start, left())));
  if (fields === null && fieldsBefore !== null)
    return { unloadable: "the program exits before it receives a call" };
  if (fieldsBefore === null) return { failed: "the changed package cannot be loaded outside the tests" };
  const ignored = [...difference(fields, fieldsBefore), ...difference(fieldsBefore, fields)];
  const asked = {
    inputs: mine.map(({ key, given }) => ({ name: key, given })),
    own: own.length,
    ignored,
  };
  const binary = found.tests.get(place.folder);
  const [answers, earlierAnswers, inside] = await Promise.all([
    ask(now.start, asked, left() * 0.7),
    ask(before.start, asked, left() * 0.7),
    binary === undefined ? null : askInside(sides.new, binary, place, asked, left()),
  ]);
  for (const [index, each] of mine.entries()) {
    each.new = pairOf(answers?.[index]);
    each.old = pairOf(earlierAnswers?.[index]);
    each.inside = inside?.[index]?.[0]?.[0] ?? null;
  }
  await settleUnsteady(own, answers, () => ask(now.start, asked, left() * 0.7));
  noteRepetition(own, { answers, earlierAnswers, ignored, repeated: found.repeated });
  const watched = own.some(
    (each) => each.inside !== null && each.new?.[0] !== null && each.inside !== each.new?.[0],
  );
  if (watched) {
    const built = await sides.old.buildTests(place.folder, left());
    const insideOld =
      built.failed === undefined ? await askInside(sides.old, built.binary, earlier, asked, left()) : null;
    for (const [index, each] of own.entries()) each.insideOld = insideOld?.[index]?.[0]?.[0] ?? null;
  }
  return null;
}

const isIn = ({ path }, place) => dirname(path) === place.folder;

/** Runs only the tests' own inputs, in a process of the test framework. */
function askInside(side, binary, place, asked, seconds) {
  const own = { ...asked, inputs: asked.inputs.slice(0, asked.own) };
  return ask(side.startTest(binary, place.folder), own, seconds * 0.7);
}

function difference(left, right) {
  return Object.entries(left).flatMap(([name, fields]) =>
    fields
      .filter((each) => right[name] !== undefined && !right[name].includes(each))
      .map((each) => `${name}.${each}`),
  );
}

function pairOf(answers) {
  const [first, second] = answers ?? [];
  if (first === undefined || first === null) return null;
  return [first[0] ?? null, second?.[0] ?? null];
}

/**
 * A counter gives the same answers in every process, but Go's map iteration order does not; in that case the
 * second answer is ignored.
 */
async function settleUnsteady(own, answers, askAgain) {
  const sequence = (each) => JSON.stringify([each?.[0], each?.[1]?.slice(0, 7)]);
  const isSteady = (each) =>
    each?.[1] === null || each?.[1]?.slice(0, 7).every((one) => one === each[0]?.[0]);
  if (answers === null || own.every((_, index) => isSteady(answers[index]))) return;
  const again = await askAgain();
  for (const [index, each] of own.entries()) {
    if (isSteady(answers[index])) continue;
    const differing = answers[index][1].slice(0, 7).find((one) => one !== answers[index][0]?.[0]);
    const isFixed = again !== null && sequence(again[index]) === sequence(answers[index]);
    if (each.new !== null) each.new = [each.new[0], isFixed ? (differing ?? null) : null];
  }
}

/**
 * If the change added a field to an object, the second answer comes from a repeated call on the same object,
 * unless repeated calls already gave different answers before.
 */
function noteRepetition(own, { answers, earlierAnswers, ignored, repeated }) {
  for (const [index, each] of own.entries()) {
    const type = each.name.split(".")[0];
    if (!ignored.some((field) => field.startsWith(`${type}.`)) || repeated.has(each.name)) continue;
    const [was, is] = [earlierAnswers?.[index]?.[1]?.[7], answers?.[index]?.[1]?.[7]];
    if (typeof was !== "string" || typeof is !== "string") continue;
    if (each.old?.[0] === was && each.old[1] === was && each.new?.[0] === each.new?.[1])
      each.new = [each.new[0], is];
  }
}

function messageOf({ aim, shown, base, varied, near, values, leaves, unsteady, ...answers }) {
  const { old, new: now, inside = null, insideOld = null } = answers;
  return { aim, shown, base, varied, near, values, leaves, unsteady, old, new: now, inside, insideOld };
}
