/**
 * Candidates judged per second in a warm worker compared with starting the test framework from scratch for each, both
 * in the sandbox, one process at a time, interleaved in one run so that other load affects both equally.
 *
 *   node bench/repair-speed.ts [--rounds 5]
 *
 * The goals: 150 × for pytest, 50 × for node --test.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Patch } from "../src/domain/entities/patch.ts";
import { suspect } from "../src/services/repair/localize/suspicion.ts";
import { operators } from "../src/services/repair/operators/list.ts";
import { applyEdits } from "../src/services/repair/propose/apply.ts";
import { propose } from "../src/services/repair/propose/propose.ts";
import { prepareWorker } from "../src/services/repair/validate/harness.ts";
import { openWorker } from "../src/services/repair/validate/worker.ts";
import { openSandbox } from "../src/services/sandbox/index.ts";
import { makeTarget } from "../test/support/repair/target.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const WARM_BATCH = 200;
const AFRESH = 3;
const TICKS = 2000;

interface Subject {
  readonly framework: string;
  readonly bar: number;
  readonly source: string;
  readonly test: string;
  readonly files: Readonly<Record<string, string>>;
  readonly afresh: readonly [string, ...string[]];
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const words = "cases/python/words/project/src/words/codes.py";
const subjects: readonly Subject[] = [
  {
    framework: "pytest",
    bar: 150,
    source: "codes.py",
    test: "test_codes.py",
    files: {
      "codes.py": readFileSync(here(words), "utf8").replace("index % 2 == 1", "index % 2 == 0"),
      "test_codes.py":
        'from codes import caesar, luhn, rle\n\n\ndef test_luhn():\n    assert luhn("79927398713")\n    assert not luhn("79927398710")\n\n\ndef test_rle():\n    assert rle("aab") == [("a", 2), ("b", 1)]\n\n\ndef test_caesar():\n    assert caesar("xyz", 3) == "abc"\n',
    },
    afresh: ["python3", "-m", "pytest", "-q", "-x"],
  },
  {
    framework: "node:test",
    bar: 50,
    source: "median.mjs",
    test: "median.test.mjs",
    files: {
      "package.json": '{ "type": "module" }\n',
      "median.mjs":
        "export function median(values) {\n  const sorted = [...values].sort((a, b) => a - b);\n  const middle = Math.floor(sorted.length / 2);\n  if (sorted.length % 2 === 0) return sorted[middle];\n  return (sorted[middle - 1] + sorted[middle]) / 2;\n}\n",
      "median.test.mjs":
        'import assert from "node:assert";\nimport test from "node:test";\nimport { median } from "./median.mjs";\n\ntest("odd", () => assert.equal(median([3, 1, 2]), 2));\ntest("even", () => assert.equal(median([4, 1, 3, 2]), 2.5));\n',
    },
    afresh: [process.execPath, "--test"],
  },
];

const sandbox = await openSandbox({ path: process.env.PATH ?? "", home: process.env.HOME ?? "/nonexistent" });
for (const subject of subjects) await measure(subject);

async function measure(subject: Subject): Promise<void> {
  const tree = mkdtempSync(join(tmpdir(), "agentforge-speed-"));
  const fresh = mkdtempSync(join(tmpdir(), "agentforge-speed-"));
  try {
    for (const [path, text] of Object.entries(subject.files)) writeFileSync(join(tree, path), text);
    const { warm, cold } = await compare(subject, tree, fresh);
    const ratio = warm / cold;
    const verdict = ratio >= subject.bar ? "" : "  MISSED";
    console.log(
      `${subject.framework.padEnd(10)} warm ${warm.toFixed(0).padStart(6)} per second, from scratch ${cold.toFixed(2).padStart(6)}: ${ratio.toFixed(0)} × (bar ${subject.bar} ×)${verdict}`,
    );
    if (ratio < subject.bar) process.exitCode = 1;
  } finally {
    for (const folder of [tree, fresh]) rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(subject: Subject, tree: string, fresh: string) {
  const text = subject.files[subject.source] ?? "";
  const target = makeTarget(
    { [subject.source]: text },
    { [subject.test]: subject.files[subject.test] ?? "" },
  );
  const environment = { tree, lent: [], suites: [{ framework: subject.framework, root: "." }] };
  const prepared = prepareWorker(target, environment, {
    resourceFolder: here("../src/services/repair/resources"),
    programs: { python: "python3", node: process.execPath },
    jobs: 1,
    ticks: TICKS,
    budgetMs: 600_000,
  });
  if (prepared === null) throw new Error(`${subject.framework} cannot be run warm`);
  const worker = await openWorker(await sandbox.start(prepared.command), prepared.opening, prepared.root);
  if (typeof worker === "string") throw new Error(worker);
  const candidates = [...take(propose(target, { operators, suspicion: suspect(target) }), 2000)];
  const spent = { warm: 0, afresh: 0 };
  const rounds = Number(values.rounds);
  await worker.judge(chosen(candidates, 0, 20), TICKS);
  for (let round = 0; round < rounds; round += 1) {
    spent.warm += await timed(() => worker.judge(chosen(candidates, round, WARM_BATCH), TICKS));
    for (let each = 0; each < AFRESH; each += 1) {
      const patch = candidates[(round * AFRESH + each) * 7];
      if (patch === undefined) throw new Error("too few candidates");
      rmSync(fresh, { recursive: true, force: true });
      mkdirSync(fresh);
      cpSync(tree, fresh, { recursive: true });
      const changed = applyEdits(patch.edits, new Map([[subject.source, text]])).get(subject.source) ?? text;
      writeFileSync(join(fresh, subject.source), changed);
      spent.afresh += await timed(() =>
        sandbox.execute({ argv: [...subject.afresh], tree: fresh, limits: { timeoutMs: 20_000 } }),
      );
    }
  }
  await worker.close();
  return {
    warm: (rounds * WARM_BATCH) / spent.warm,
    cold: (rounds * AFRESH) / spent.afresh,
  };
}

function chosen(candidates: readonly Patch[], round: number, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const patch = candidates[(round * count + index) % candidates.length];
    return patch?.edits ?? [];
  });
}

function* take<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const item of items) {
    if (left === 0) return;
    left -= 1;
    yield item;
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
