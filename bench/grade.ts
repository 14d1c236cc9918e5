/**
 * Judges trees that bench/repair.ts left, with tests the repair has not seen, and prints how well confidence predicts
 * the result.
 *
 *   node bench/grade.ts --out DIR --hidden DIR --command "python3 -m pytest -q test_hidden.py"
 *
 * DIR/<id>/ of the hidden folder is copied over OUT/<id>/; existing files (the code) are kept.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Pinning } from "../src/domain/entities/evidence.ts";
import { noticedShare, whyUnpinned } from "../src/domain/rules/proof/pinning.ts";

const { values } = parseArgs({
  options: { out: { type: "string" }, hidden: { type: "string" }, command: { type: "string" } },
});
if (values.out === undefined || values.hidden === undefined || values.command === undefined) {
  throw new Error("give --out DIR, --hidden DIR and --command");
}
const out = resolve(values.out);
const hidden = resolve(values.hidden);
const [program = "", ...given] = values.command.split(" ");
const lines = readFileSync(join(out, "results.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Line);

interface Line {
  readonly id: string;
  readonly status: string;
  readonly confidence: number | null;
  readonly asked: readonly string[];
  readonly seconds: number;
  readonly fix: string | null;
  readonly rivals: number;
  readonly evidence?: { readonly search: { readonly pinning: Pinning | null } | null } | null;
}

const graded: (Line & { readonly right: boolean })[] = [];
const asked = { right: 0, wrong: 0, vain: 0 };
const bands: Record<string, { right: number; wrong: number }> = {};
let right = 0;
let wrongUnasked = 0;
for (const line of lines) {
  if (line.status !== "repaired") {
    console.log(`${line.id}\t${line.status}`);
    continue;
  }
  const correct = passesHidden(line.id);
  graded.push({ ...line, right: correct });
  if (line.asked.length > 0) asked[correct ? "right" : "wrong"] += 1;
  if (line.asked.length > 0 && correct && line.rivals === 0 && isPinned(line)) asked.vain += 1;
  if (correct) right += 1;
  if (!correct && line.asked.length === 0) wrongUnasked += 1;
  const band = (Math.floor((line.confidence ?? 0) * 10) / 10).toFixed(1);
  const count = bands[band] ?? { right: 0, wrong: 0 };
  bands[band] = correct ? { ...count, right: count.right + 1 } : { ...count, wrong: count.wrong + 1 };
  const said = line.asked.length > 0 ? "asked" : "sure";
  console.log(
    `${line.id}\t${correct ? "right" : "WRONG"}\t${said}\t${line.confidence}\t${line.seconds} s\t${line.fix}`,
  );
}
writeFileSync(join(out, "graded.jsonl"), `${graded.map((line) => JSON.stringify(line)).join("\n")}\n`);
const seconds = lines.map((line) => line.seconds).sort((a, b) => a - b);
console.log(`\n${right} of ${lines.length} repaired and right; ${wrongUnasked} wrong without asking`);
const wrong = graded.length - right;
console.log(
  `${wrong} wrong; asked about ${asked.right + asked.wrong} (${asked.right} right, ${asked.wrong} wrong), needlessly (right, no rival, pinned) ${asked.vain}`,
);
console.log(`median ${seconds[seconds.length >> 1]} s, longest ${seconds.at(-1)} s`);
console.log("\nconfidence  right  wrong");
const sure = { right: 0, wrong: 0 };
for (const [band, count] of Object.entries(bands).sort()) {
  if (Number(band) >= 0.9) {
    sure.right += count.right;
    sure.wrong += count.wrong;
  }
  console.log(`≥ ${band}       ${String(count.right).padStart(5)}  ${String(count.wrong).padStart(5)}`);
}
const shown = sure.right + sure.wrong;
console.log(
  `shown with 0.9 or more: ${shown}, of them right ${sure.right}${shown === 0 ? "" : ` (${((100 * sure.right) / shown).toFixed(1)}%, the bar is 95%)`}`,
);

function isPinned({ evidence }: Line): boolean {
  const pinning = evidence?.search?.pinning ?? null;
  return noticedShare(pinning) !== null && whyUnpinned(pinning) === null;
}

function passesHidden(id: string): boolean {
  const tree = mkdtempSync(join(tmpdir(), "agentforge-grade-"));
  try {
    if (existsSync(join(hidden, id))) cpSync(join(hidden, id), tree, { recursive: true });
    cpSync(join(out, id), tree, { recursive: true });
    return spawnSync(program, given, { cwd: tree, timeout: 120_000, stdio: "ignore" }).status === 0;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
