import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSandbox, probeSandboxes, type SandboxOptions } from "../src/services/sandbox/index.ts";
import { meetsBar } from "./bar.ts";

/**
 * The cost of one sandboxed command over a bare spawn of the same program, interleaved in one run so that other load
 * affects both equally. The limit is 50 ms at the median for the best available sandbox.
 */
const rounds = Number(process.argv[2] ?? 40);
const barMs = 50;
const options: SandboxOptions = {
  path: process.env.PATH ?? "",
  home: process.env.HOME ?? "/nonexistent",
  unsafe: true,
};
const tree = mkdtempSync(join(tmpdir(), "agentforge-bench-"));
for (let file = 0; file < 100; file++) writeFileSync(join(tree, `file${file}.txt`), `content ${file}\n`);

const bare = (): Promise<unknown> =>
  new Promise((resolve) => spawn("/bin/true", { stdio: "pipe" }).once("close", resolve));
const probes = await probeSandboxes(options);
const ids = probes.filter((probe) => probe.usable && probe.id !== "docker").map((probe) => probe.id);
const sandboxes = await Promise.all(ids.map((id) => openSandbox({ ...options, backends: [id] })));
const times = new Map<string, number[]>([
  ["bare spawn", []],
  ...ids.map((id): [string, number[]] => [id, []]),
]);

for (let round = 0; round < rounds; round++) {
  await timed("bare spawn", bare);
  for (const sandbox of sandboxes)
    await timed(sandbox.id, () => sandbox.execute({ argv: ["/bin/true"], tree }));
}
rmSync(tree, { recursive: true, force: true });

const reference = median("bare spawn");
console.log(`${rounds} rounds, a tree of 100 files, as uid ${process.getuid?.()}`);
console.log("what            median ms   fastest   over bare");
for (const name of times.keys()) {
  const cells = [median(name), Math.min(...(times.get(name) ?? [])), median(name) - reference];
  console.log(`${name.padEnd(14)} ${cells.map((cell) => cell.toFixed(1).padStart(9)).join(" ")}`);
}
const best = ids[0];
const over = best === undefined ? Number.NaN : median(best) - reference;
console.log(`${best}: ${over.toFixed(1)} ms over a bare spawn at the median; the bar is ${barMs} ms`);
if (Number.isNaN(over)) throw new Error("no sandbox was measured");
meetsBar(over <= barMs);

async function timed(name: string, action: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await action();
  times.get(name)?.push(performance.now() - startedAt);
}

function median(name: string): number {
  const sorted = [...(times.get(name) ?? [])].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
