/**
 * How many real small fixes the search could find: for each case (see `bench/reach-mine.ts`) whether the fix is among
 * the candidates at the lines it changed, and at which rank. No test is run.
 *
 *   npm run -s bench:reach -- --cases FILE [--most N] [--kinds N] [--show KIND] [--out FILE]
 *
 * `--show` prints the unreachable fixes whose kind of edit contains these words. `--out` keeps every candidate's
 * operator and cost, which `bench/reach-fit.ts` reads.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { readCases } from "./reach-case.ts";
import { type Measured, measureReach } from "./reach-measure.ts";

const { values } = parseArgs({
  options: {
    cases: { type: "string" },
    most: { type: "string", default: "1000000" },
    kinds: { type: "string", default: "40" },
    show: { type: "string" },
    out: { type: "string" },
  },
});
if (values.cases === undefined) throw new Error("give --cases FILE");

const began = performance.now();
interface Line extends Measured {
  readonly made: number;
}
const measured: Line[] = [];
const out = values.out === undefined ? null : openSync(values.out, "w");
let skipped = 0;
for await (const each of readCases(values.cases)) {
  if (measured.length >= Number(values.most)) break;
  const result = measureReach(each);
  if (result === null) {
    skipped += 1;
    continue;
  }
  measured.push({ ...result, candidates: [], made: result.candidates.length });
  if (out !== null) writeSync(out, `${JSON.stringify({ repository: each.repository, ...result })}\n`);
  if (
    result !== null &&
    result.rank === null &&
    values.show !== undefined &&
    result.kind.includes(values.show)
  )
    show(each.before, each.after);
}
if (out !== null) closeSync(out);
const minutes = (performance.now() - began) / 60_000;

table("language", (each) => each.language, 10);
table("kind of edit", (each) => each.kind, Number(values.kinds));
table("operator", (each) => each.operator ?? "–", 80);
console.log("\nunreachable, most frequent first:");
const missed = measured.filter((each) => each.rank === null);
for (const [kind, some] of grouped(missed, (each) => each.kind).slice(0, Number(values.kinds)))
  console.log(`${String(some.length).padStart(6)}  ${kind}`);
console.log(
  `\n${measured.length} cases in ${minutes.toFixed(1)} minutes, ${Math.round(measured.length / minutes)} a minute; ${skipped} left out: only comments, docstrings or types`,
);

function table(title: string, key: (each: Line) => string, most: number): void {
  console.log(`\n| ${title} | cases | reached | first | among 10 | among 100 | median rank | candidates |`);
  console.log("|---|---|---|---|---|---|---|---|");
  for (const [name, some] of [["all", measured] as const, ...grouped(measured, key).slice(0, most)])
    row(name, some);
}

function row(name: string, some: readonly Line[]): void {
  const ranks = some.flatMap(({ rank }) => rank ?? []).sort((a, b) => a - b);
  const within = (most: number) => share(ranks.filter((rank) => rank <= most).length, some.length);
  const sizes = some.map(({ made }) => made).sort((a, b) => a - b);
  const cells = [
    name,
    some.length,
    `${ranks.length} (${share(ranks.length, some.length)})`,
    within(1),
    within(10),
    within(100),
    ranks[ranks.length >> 1] ?? "–",
    sizes[sizes.length >> 1] ?? 0,
  ];
  console.log(`| ${cells.join(" | ")} |`);
}

function share(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;
}

function grouped(some: readonly Line[], key: (each: Line) => string) {
  return [...Map.groupBy(some, key)].sort(([, a], [, b]) => b.length - a.length);
}

function show(before: string, after: string): void {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const [kept, there] = [new Set(old), new Set(now)];
  for (const line of old) if (!there.has(line)) console.log(`- ${line}`);
  for (const line of now) if (!kept.has(line)) console.log(`+ ${line}`);
  console.log();
}
