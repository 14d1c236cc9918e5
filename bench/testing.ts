/**
 * The cost of our run compared with the bare tool, on a suite of 200 tests in ten files. They alternate and the best of
 * each is compared: CPU time, including children, if the system reports it, because wall-clock time on a busy machine
 * measures other processes. As in a sandbox, which discards written files, neither run finds bytecode from an earlier
 * one.
 *
 *   node bench/testing.ts [rounds]
 */
import { join, resolve } from "node:path";
import { createTestRunner } from "../src/services/testing/index.ts";
import { executeDirectly, temporaryTree } from "../test/support/direct-execution.ts";
import { cpuSeconds } from "./cpu.ts";

const BAR = 1.15;
const rounds = Number(process.argv[2] ?? 5);
const top = resolve(import.meta.dirname, "..");
const runner = createTestRunner({
  execute: executeDirectly,
  nodeProgram: process.execPath,
  resourceFolder: join(top, "src/services/testing/resources"),
  defaults: { timeoutMs: 120_000 },
});

const FRESH = { PYTHONDONTWRITEBYTECODE: "1", NO_COLOR: "1" };

const SUITES = [
  { framework: "pytest", bare: ["python3", "-m", "pytest"], files: pythonSuite() },
  { framework: "node:test", bare: [process.execPath, "--test"], files: nodeSuite() },
] as const;

let isSlow = false;
console.log("suite of 200     bare tool   our run   ratio");
for (const { framework, bare, files } of SUITES) {
  using tree = temporaryTree(files);
  const times = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const plain = await measure(() => executeDirectly({ argv: [...bare], tree: tree.path, env: FRESH }));
    const ours = await measure(async () => {
      const { result } = await runner.run(tree, { framework, root: ".", why: "" });
      if (result.passed !== 200)
        throw new Error(`${framework}: ${result.passed} passed\n${result.raw_output}`);
    });
    // The first round warms the caches.
    if (round > 0) times.bare.push(plain);
    if (round > 0) times.ours.push(ours);
  }
  const ratio = best(times.ours) / best(times.bare);
  isSlow ||= ratio > BAR;
  console.log(
    `${framework.padEnd(12)} ${best(times.bare).toFixed(0).padStart(10)} ms ${best(times.ours).toFixed(0).padStart(6)} ms   ${ratio.toFixed(3)}`,
  );
}
console.log(isSlow ? `above the bar of ${BAR}` : `within the bar of ${BAR}`);
process.exitCode = isSlow ? 1 : 0;

async function measure(work: () => Promise<unknown>): Promise<number> {
  const began = spent();
  await work();
  return spent() - began;
}

/** Milliseconds of CPU time of this process and its finished children; otherwise wall-clock time. */
function spent(): number {
  try {
    return cpuSeconds("self") * 1000;
  } catch {
    return performance.now();
  }
}

function best(numbers: readonly number[]): number {
  return Math.min(...numbers);
}

function pythonSuite(): Record<string, string> {
  const one = (index: number) => `def test_${index}():\n    assert sum(range(100)) == 4950\n`;
  return inTenFiles((file) => [`tests/test_${file}.py`, twenty(one)]);
}

function nodeSuite(): Record<string, string> {
  const head = 'const { test } = require("node:test");\nconst assert = require("node:assert");\n';
  const one = (index: number) =>
    `test("test ${index}", () => assert.strictEqual(1 + ${index}, ${index + 1}));\n`;
  return inTenFiles((file) => [`test/suite-${file}.test.js`, head + twenty(one)]);
}

function inTenFiles(make: (file: number) => [string, string]): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 10 }, (_, file) => make(file)));
}

function twenty(make: (index: number) => string): string {
  return Array.from({ length: 20 }, (_, index) => make(index)).join("\n");
}
