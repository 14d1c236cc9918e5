import "./own-temporary.ts";
import { parseArgs } from "node:util";
import { GESTURES } from "./answers/person.ts";
import { inProject, KINDS, type Kind } from "./answers/project.ts";
import { createRandom } from "./answers/random.ts";
import { createTally } from "./answers/tally.ts";
import { report } from "./report.ts";

/**
 * People answer plans with their files, as editors and file managers do, at random moments while a daemon reads the
 * plans, tries them on a copy and executes them, and while that daemon is killed. A round is one plan and what one
 * person does with it. In the end, each plan must have the status of its last answer, with the last saved words; and
 * whenever one landed, the answer at that moment must have been yes. Records are read directly from the database,
 * because the commands would process the files themselves. Controls: executions were stopped, daemons were killed,
 * every gesture was used, and the judge objects when the answers are swapped.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    batch: { type: "string", default: "12" },
    files: { type: "string", default: "4000" },
    keep: { type: "boolean", default: false },
    log: { type: "string" },
  },
});
const rounds = Number(values.rounds);
const random = createRandom(Number(values.seed));
const tally = createTally(rounds);
const options = {
  people: Number(values.batch),
  files: Number(values.files),
  keep: values.keep,
  log: values.log,
};
let planned = 0;
for (const [kind, part] of Object.entries(KINDS) as [Kind, number][]) {
  const isLast = kind === Object.keys(KINDS).at(-1);
  const share = isLast ? rounds - planned : Math.round(rounds * part);
  planned += share;
  if (share > 0) await inProject(kind, share, { ...options, random, tally });
}
const isFull = rounds >= 100;
report(
  {
    title: `${tally.rounds} plans answered by file, seed ${values.seed}`,
    counts: [
      { name: "answers lost", value: tally.faults.lost, mustBe: 0 },
      { name: "answers undone", value: tally.faults.undone, mustBe: 0 },
      { name: "executed against the answer", value: tally.faults.against, mustBe: 0 },
      { name: "daemons that exited on their own", value: tally.crashes, mustBe: 0 },
      { name: "rounds", value: tally.rounds, mustBe: rounds },
      { name: "answers", value: tally.answers },
      ...[...tally.stages].map(([name, value]) => ({ name: `in the end: ${name}`, value })),
      { name: "executions started", value: tally.executions },
      { name: "executions stopped by an answer", value: tally.stops.length },
      { name: "  ms from the answer to the report, median", value: middle(tally.stops) },
      { name: "  ms from the answer to the report, longest", value: Math.max(0, ...tally.stops) },
      { name: "answers that came too late", value: tally.tooLate },
      { name: "kills", value: tally.kills },
      { name: "seconds", value: tally.seconds() },
    ],
    controls: [
      {
        name: "every gesture was used",
        holds: !isFull || GESTURES.every((name) => tally.used.has(name)),
        shown: `${tally.used.size}/${GESTURES.length}`,
      },
      {
        name: "executions were stopped",
        holds: tally.stops.length >= rounds / 20,
        shown: String(tally.stops.length),
      },
      { name: "daemons were killed", holds: tally.kills > 0, shown: String(tally.kills) },
      {
        name: "swapped answers are rejected",
        holds: tally.objections > rounds / 4,
        shown: `${tally.objections}/${tally.exchanged}`,
      },
    ],
  },
  tally.problems,
);

function middle(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
