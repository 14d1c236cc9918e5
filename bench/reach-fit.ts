/**
 * Fits the priors of the operators to the output of `bench/reach.ts --out`: moves each prior so that real fixes come
 * earlier among the candidates at their place. A prior moves by MOST at most, and by less if few fixes support it.
 * Prints the priors; `--write` puts them into the table
 * of costs.
 *
 *   npm run -s bench:reach-fit -- --measured FILE [--held-out FILE] [--write]
 */
import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { operators } from "../src/services/repair/operators/list.ts";
import type { Measured } from "./reach-measure.ts";

const MOST = 0.5;
const STEP = 0.05;
const ROUNDS = 6;
/** The minimum gain, in logarithms of ranks summed over all fixes, for moving a prior by 1. */
const RESISTANCE = 8;
/** At most this many fixes count per operator and repository. */
const MOST_OF_REPOSITORY = 60;

const COSTS_FILE = fileURLToPath(new URL("../src/services/repair/costs.json", import.meta.url));

const { values } = parseArgs({
  options: {
    measured: { type: "string" },
    "held-out": { type: "string" },
    write: { type: "boolean", default: false },
  },
});
if (values.measured === undefined) throw new Error("give --measured FILE");

const ids = operators.map(({ meta }) => meta.id);
interface Found {
  readonly operator: number;
  readonly cost: number;
  /** Sorted costs of the other candidates, by operator. */
  readonly others: ReadonlyMap<number, Float64Array>;
}
const found = await read(values.measured);
const shifts = ids.map(() => 0);
const heldOut = values["held-out"] === undefined ? [] : await read(values["held-out"]);
report("before");
for (let round = 0; round < ROUNDS; round += 1) for (const at of ids.keys()) improve(at);
report("after");
const fitted = new Map(
  operators.map(({ meta }, at) => [meta.id, Number((meta.cost + (shifts[at] ?? 0)).toFixed(2))]),
);
for (const { meta } of operators) {
  const fixes = found.filter(({ operator }) => ids[operator] === meta.id).length;
  console.log(`${meta.id.padEnd(22)} ${meta.cost} → ${fitted.get(meta.id)}  (${fixes} fixes)`);
}
if (values.write) write();

function improve(at: number): void {
  let best = { shift: shifts[at] ?? 0, loss: Number.POSITIVE_INFINITY };
  for (let shift = -MOST; shift <= MOST + STEP / 2; shift += STEP) {
    const rounded = Number(shift.toFixed(2));
    shifts[at] = rounded;
    const loss = total() + RESISTANCE * Math.abs(rounded);
    if (loss < best.loss) best = { shift: rounded, loss };
  }
  shifts[at] = best.shift;
}

function total(some: readonly Found[] = found): number {
  let sum = 0;
  for (const each of some) sum += Math.log(rankOf(each));
  return sum;
}

function report(when: string): void {
  for (const [name, some] of Object.entries({ fit: found, "held-out": heldOut })) {
    if (some.length === 0) continue;
    const ranks = some.map(rankOf).sort((a, b) => a - b);
    const within = (most: number) => ranks.filter((rank) => rank <= most).length;
    const mean = (total(some) / some.length).toFixed(3);
    console.log(
      `${when}, ${name}: ${some.length} fixes, first ${within(1)}, among 10 ${within(10)}, among 100 ${within(100)}, median rank ${ranks[ranks.length >> 1]}, mean logarithm ${mean}`,
    );
  }
}

function rankOf({ operator, cost, others }: Found): number {
  const own = cost + (shifts[operator] ?? 0);
  let rank = 1;
  for (const [other, costs] of others) rank += below(costs, own - (shifts[other] ?? 0));
  return rank;
}

/** How many of the sorted numbers are less than the limit. */
function below(sorted: Float64Array, limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit - 1e-9) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function read(file: string): Promise<readonly Found[]> {
  const result: Found[] = [];
  const counts = new Map<string, number>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line === "") continue;
    const { rank, repository, candidates } = JSON.parse(line) as Measured & { repository: string };
    const fix = rank === null ? undefined : candidates[rank - 1];
    const operator = numberOf(fix?.operator);
    if (fix === undefined || operator === -1) continue;
    const count = (counts.get(`${repository} ${operator}`) ?? 0) + 1;
    counts.set(`${repository} ${operator}`, count);
    if (count > MOST_OF_REPOSITORY) continue;
    const others = Map.groupBy(
      candidates.filter((each) => each !== fix),
      (each) => numberOf(each.operator),
    );
    result.push({
      operator,
      cost: fix.cost,
      others: new Map(
        others.entries().map(([id, some]) => [id, Float64Array.from(some, ({ cost }) => cost).sort()]),
      ),
    });
  }
  return result;
}

/** Slips have the prior of their operator. */
function numberOf(operator = ""): number {
  return ids.indexOf(operator.replace(/:.*$/s, ""));
}

function write(): void {
  let text = readFileSync(COSTS_FILE, "utf8");
  for (const { meta } of operators) {
    const prior = fitted.get(meta.id);
    if (prior === undefined || prior === meta.cost) continue;
    const group = new RegExp(`^    "${meta.id}": \\{\\s*"from": \\[[^\\]]*\\],\\s*"prior": [\\d.]+`, "m");
    if (!group.test(text)) throw new Error(`no prior of ${meta.id} in ${COSTS_FILE}`);
    text = text.replace(group, (found) => {
      const from = found.includes('"fitted"') ? found : found.replace('"from": [', '"from": ["fitted", ');
      return from.replace(/[\d.]+$/, String(prior));
    });
  }
  writeFileSync(COSTS_FILE, text);
}
