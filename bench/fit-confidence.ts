/**
 * Fits the weight of each search signal to trees that bench/grade.ts has judged, so that a confidence of 0.9 means nine
 * in ten: coordinate descent on the monotonic tables of src/domain/rules/proof/confidence-scores.ts, minimizing the log loss,
 * regularized toward the hand-set scores where there is little data.
 *
 *   node bench/fit-confidence.ts OUT/graded.jsonl… [--write "what it was fitted on"]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Signal } from "../src/domain/entities/confidence.ts";
import type { SearchEvidence } from "../src/domain/entities/evidence.ts";
import { WEIGHTS } from "../src/domain/rules/proof/confidence.ts";
import {
  type ScoredSignal,
  type ScoreTable,
  SIGNAL_NAMES,
  scoreIn,
  UNMEASURED,
} from "../src/domain/rules/proof/confidence-scores.ts";
import { noticedShare } from "../src/domain/rules/proof/pinning.ts";

interface Case {
  readonly id: string;
  readonly right: boolean;
  readonly rivals: number;
  readonly evidence: {
    readonly doubts: readonly string[];
    readonly search: SearchEvidence | null;
    readonly signals: Record<"diagnostic" | "fix" | "test_coverage", readonly Signal[]>;
  };
}

type Tables = Record<ScoredSignal, ScoreTable>;

/** Prior expectations: the fit is pulled toward them with the weight of this many cases per row. */
const HAND: Tables = {
  place: [
    [0, 0.99],
    [5, 0.97],
    [20, 0.85],
  ],
  passed: [
    [0, 0.85],
    [2, 0.95],
    [4, 0.98],
    [8, 0.99],
  ],
  rivals: [
    [0, 0.99],
    [1, 0.6],
    [2, 0.5],
    [4, 0.4],
  ],
  passing: [
    [0, 0.99],
    [3, 0.95],
    [10, 0.8],
    [25, 0.7],
  ],
  cost: [
    [0, 0.99],
    [1.5, 0.95],
    [2.2, 0.9],
    [3, 0.8],
  ],
  before: [
    [0, 0.99],
    [30, 0.97],
    [300, 0.93],
    [2000, 0.85],
  ],
  alike: [
    [0, 0.99],
    [20, 0.95],
    [60, 0.85],
  ],
  tests: [
    [0, 0.8],
    [1, 0.93],
    [2, 0.97],
    [4, 0.99],
  ],
  noticed: [
    [0, 0.2],
    [0.7, 0.4],
    [0.85, 0.7],
    [0.95, 0.9],
    [0.995, 0.99],
  ],
};
/** The place of a change whose place was not measured. */
const NO_SUSPECT = 20;
const PULL = 3;
const STEPS = Array.from({ length: 25 }, (_, at) => (at + 1) / 25);
const ROUNDS = 5;
const FOLDS = 4;
const FITTED: ReadonlySet<string> = new Set(Object.values(SIGNAL_NAMES));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "string" } },
});
const cases = positionals
  .flatMap((file) => readFileSync(file, "utf8").trim().split("\n"))
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Case)
  .filter((each) => each.evidence?.search && each.evidence.doubts.length === 0);

const projects = [...new Set(cases.map(projectOf))];
const before = report("by hand", (each) => overall(each, HAND));
const fitted = fitTo(cases);
const after = report("fitted", (each) => overall(each, fitted));
const foldOf = (each: Case) => projects.indexOf(projectOf(each)) % FOLDS;
const folds = Array.from({ length: FOLDS }, (_, at) => fitTo(cases.filter((each) => foldOf(each) !== at)));
const held = report("a quarter of the projects left out", (each) =>
  overall(each, folds[foldOf(each)] ?? fitted),
);
console.log(`\nlogarithmic loss: by hand ${before}, fitted ${after}, projects left out ${held}`);
console.log(JSON.stringify(fitted, null, 1));
if (values.write !== undefined) write(fitted, values.write);

function fitTo(known: readonly Case[]): Tables {
  let tables = HAND;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of Object.keys(HAND) as ScoredSignal[]) {
      for (const row of HAND[name].keys()) {
        const tries = STEPS.map((score) => withScore(tables, name, row, score)).filter(
          (each) => each !== null,
        );
        tables = least(tries, (each) => penalized(known, each)) ?? tables;
      }
    }
  }
  return tables;
}

/** Null if the table would no longer be monotonic. */
function withScore(tables: Tables, name: ScoredSignal, row: number, score: number): Tables | null {
  const table = tables[name].map(([from, old], at) => [from, at === row ? score : old] as const);
  const falls = (HAND[name][0]?.[1] ?? 0) > (HAND[name].at(-1)?.[1] ?? 0);
  const isOrdered = table.every(([, own], at) => {
    const [, next] = table[at + 1] ?? [0, own];
    return falls ? own >= next : own <= next;
  });
  return isOrdered ? { ...tables, [name]: table } : null;
}

function least(tries: readonly Tables[], by: (each: Tables) => number): Tables | null {
  let best: Tables | null = null;
  let value = Number.POSITIVE_INFINITY;
  for (const each of tries) {
    const own = by(each);
    if (own < value) [best, value] = [each, own];
  }
  return best;
}

function penalized(known: readonly Case[], tables: Tables): number {
  let sum = known.reduce((all, each) => all + loss(each.right, overall(each, tables)), 0);
  for (const name of Object.keys(HAND) as ScoredSignal[])
    for (const [row, [, wanted]] of HAND[name].entries())
      sum += PULL * ((tables[name][row]?.[1] ?? 0) - wanted) ** 2 * 4;
  return sum;
}

function loss(right: boolean, confidence: number): number {
  const held = Math.min(0.995, Math.max(0.005, confidence));
  return -Math.log(right ? held : 1 - held);
}

function overall({ rivals, evidence }: Case, tables: Tables): number {
  const { search, signals } = evidence;
  const share = noticedShare(search?.pinning ?? null);
  const other = (part: readonly Signal[]) =>
    part.filter(({ name }) => !FITTED.has(name)).reduce((all, each) => all * each.score, 1);
  const fix =
    other(signals.fix) *
    scoreIn(tables.passed, Number(valueIn(signals.fix, SIGNAL_NAMES.passed))) *
    scoreIn(tables.rivals, rivals) *
    scoreIn(tables.passing, Math.max(0, (search?.passing ?? 1) - 1)) *
    scoreIn(tables.cost, search?.cost ?? 0) *
    scoreIn(tables.before, search?.before ?? 0) *
    (search?.alike == null ? 1 : scoreIn(tables.alike, search.alike));
  const coverage =
    other(signals.test_coverage) *
    scoreIn(tables.tests, search?.tests ?? 0) *
    (share === null ? UNMEASURED : scoreIn(tables.noticed, share));
  return (
    other(signals.diagnostic) * scoreIn(tables.place, search?.place ?? NO_SUSPECT) * WEIGHTS.diagnostic +
    fix * WEIGHTS.fix +
    coverage * WEIGHTS.test_coverage
  );
}

function valueIn(signals: readonly Signal[], name: string): string {
  return signals.find((each) => each.name === name)?.value ?? "";
}

/** Prints confidence against truth; returns the mean loss. */
function report(title: string, confidenceOf: (each: Case) => number): string {
  const bands = new Map<string, { right: number; all: number; sum: number }>();
  let sum = 0;
  for (const each of cases) {
    const confidence = confidenceOf(each);
    sum += loss(each.right, confidence);
    const name = (Math.floor(confidence * 20) / 20).toFixed(2);
    const band = bands.get(name) ?? { right: 0, all: 0, sum: 0 };
    bands.set(name, {
      right: band.right + Number(each.right),
      all: band.all + 1,
      sum: band.sum + confidence,
    });
  }
  console.log(`\n${title}: ${cases.length} cases, ${cases.filter((each) => !each.right).length} wrong`);
  for (const [name, { right, all, sum: said }] of [...bands].sort())
    console.log(
      `  ≥ ${name}  said ${(said / all).toFixed(2)}  true ${(right / all).toFixed(2)}  (${right} of ${all})`,
    );
  return (sum / cases.length).toFixed(3);
}

/** The program that a case is made from: its cases are not independent. */
function projectOf({ id }: Case): string {
  return id.replace(/-\d+$/, "");
}

function write(tables: Tables, from: string): void {
  const file = fileURLToPath(new URL("../src/domain/rules/proof/confidence-scores.ts", import.meta.url));
  let text = readFileSync(file, "utf8").replace(/( {2}from: )"[^"]*"/, `$1${JSON.stringify(from)}`);
  for (const [name, table] of Object.entries(tables)) {
    const rows = table.map(([at, score]) => `    [${at}, ${score}],`).join("\n");
    text = text.replace(new RegExp(`( {2}${name}: )\\[[\\s\\S]*?\\n {2}\\]`), `$1[\n${rows}\n  ]`);
  }
  writeFileSync(file, text);
}
