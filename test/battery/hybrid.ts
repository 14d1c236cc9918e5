import "./own-temporary.ts";
import { parseArgs } from "node:util";
import { HYBRID_CASES, type HybridRun, playHybrid } from "../support/hybrid.ts";
import { report } from "./report.ts";

/**
 * Repositories in which search fixes a part and a scripted model the rest. Every one must be repaired, by both, and no
 * paid answer of the model may be discarded without a verdict. Control: without the model's change, they are not
 * repaired.
 *
 *   node test/battery/hybrid.ts [--only "at once"] [--every 5]
 */
const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, every: { type: "string", default: "1" } },
});
const cases = HYBRID_CASES.filter(
  ({ title }, index) => title.includes(values.only) && index % Number(values.every) === 0,
);
if (cases.length === 0) throw new Error(`no case is called "${values.only}"`);

let solved = 0;
let byBoth = 0;
let discarded = 0;
let asExpected = 0;
for (const each of cases) {
  const played = await playHybrid(each);
  const { json } = played.run;
  const isSolved = json?.status === "waiting_for_review" && json.review.evidence.still_failing.length === 0;
  if (isSolved) solved += 1;
  if (isSolved && notesOf(played).includes("search fixed some of the tests and the model")) byBoth += 1;
  if (isSolved && isWhole(each, played)) asExpected += 1;
  if (played.answers > 0 && !isSolved) discarded += 1;
  process.stderr.write(`${isSolved ? "solved" : `NOT: ${json?.why ?? json?.status}`}  ${each.title}\n`);
  if (!isSolved) process.stderr.write(`${JSON.stringify(json?.search?.notes ?? played.run.stderr)}\n`);
}
const [first] = cases;
const silent = first && (await playHybrid({ ...first, rest: { ...first.rest, right: "  return 0;" } }));
report({
  title: `${cases.length} repairs by search and a model`,
  counts: [
    { name: "solved", value: solved, mustBe: cases.length },
    { name: "by both brains", value: byBoth, mustBe: cases.length },
    {
      name: "only what was asked for changed",
      value: asExpected,
      mustBe: cases.length,
    },
    { name: "right and paid answers discarded", value: discarded, mustBe: 0 },
    { name: "seconds", value: Math.round(performance.now() / 1000) },
  ],
  controls: [
    {
      name: "a wrong change by the model repairs nothing",
      holds: silent?.run.json?.review?.evidence.still_failing.length !== 0,
      shown: String(silent?.run.json?.status),
    },
  ],
});

function isWhole(given: (typeof HYBRID_CASES)[number], { run, told, changed }: HybridRun): boolean {
  const { evidence } = run.json.review;
  const names = given.together ? [given.rest.name] : [given.part.name, given.rest.name];
  return (
    evidence.fixed.length === 2 &&
    changed.join() ===
      names
        .map((name) => `${name}.js`)
        .sort()
        .join() &&
    told.includes("your copy contains the changes listed below")
  );
}

function notesOf({ run }: HybridRun): string {
  return (run.json?.review?.evidence.notes ?? []).join("\n");
}
