/**
 * Mines small fixes from the histories of git directories and writes them as cases for `bench/reach.ts`, one JSON line
 * each. Repositories are split by name into `fit.jsonl` and `held-out.jsonl`; those named with --held-out are always
 * held out. Do not commit the output to the project.
 *
 *   node bench/reach-mine.ts --out DIR [--most N] [--held-out NAME,NAME] GIT_DIRECTORY...
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, openSync, writeSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { CODE, git, MADE, TEST } from "./commits-history.ts";
import type { ReachCase } from "./reach-case.ts";

const MOST_LINES = 3;
/** Changes that are further apart are skipped. */
const MOST_APART = 80;
const LARGEST_FILE = 25_000;
const FIX =
  /\b(?:fix|bug|wrong|correct|incorrect|regression|crash|broken|issue|handle|typo|error|fail)|#\d+/i;
const NO_FIX =
  /\b(?:bump|release|version|lint|format|style|docs?|comment|rename|merge|license|copyright|typing|type hints?)\b/i;

const { values, positionals } = parseArgs({
  options: {
    out: { type: "string" },
    most: { type: "string", default: "800" },
    "held-out": { type: "string", default: "" },
  },
  allowPositionals: true,
});
if (values.out === undefined || positionals.length === 0)
  throw new Error("give --out DIR and git directories");
mkdirSync(values.out, { recursive: true });
const files = {
  fit: openSync(join(values.out, "fit.jsonl"), "w"),
  "held-out": openSync(join(values.out, "held-out.jsonl"), "w"),
};
const heldOut = new Set(values["held-out"].split(","));

for (const given of positionals) {
  const tree = resolve(given);
  const repository = nameOf(tree);
  const half = heldOut.has(repository) || isOdd(repository) ? "held-out" : "fit";
  let count = 0;
  for (const found of casesIn(tree, repository)) {
    writeSync(files[half], `${JSON.stringify(found)}\n`);
    count += 1;
  }
  console.log(JSON.stringify({ repository, half, cases: count }));
}

function nameOf(tree: string): string {
  const last = basename(tree);
  return last === "repo" || last === ".git" ? basename(dirname(tree)) : last;
}

function isOdd(name: string): boolean {
  return (createHash("sha256").update(name).digest()[0] ?? 0) % 2 === 1;
}

interface Change {
  readonly path: string;
  readonly blobs: readonly [string, string];
}

function* casesIn(tree: string, repository: string): Generator<ReachCase> {
  const changes = changesIn(tree);
  let count = 0;
  for (let at = 0; at < changes.length; at += 100) {
    const some = changes.slice(at, at + 100);
    const texts = blobs(
      tree,
      some.flatMap((each) => each.blobs),
    );
    for (const { path, blobs: ids } of some) {
      const [before, after] = ids.map((id) => texts.get(id));
      if (before === undefined || after === undefined) continue;
      if (before.length > LARGEST_FILE || before.includes("\uFFFD") || before.includes("\r")) continue;
      if (!isSmall(before.split("\n"), after.split("\n")) || isSameCode(before, after)) continue;
      count += 1;
      if (count > Number(values.most)) return;
      yield { repository, path, before, after };
    }
  }
}

/** Whether only a few lines were replaced. */
function isSmall(before: string[], after: string[]): boolean {
  if (Math.abs(before.length - after.length) > MOST_LINES) return false;
  while (before.length > 0 && before.at(-1) === after.at(-1)) {
    before.pop();
    after.pop();
  }
  const start = before.findIndex((line, at) => line !== after[at]);
  const [old, now] =
    start === -1 ? [[], after.slice(before.length)] : [before.slice(start), after.slice(start)];
  if (Math.max(old.length, now.length) > MOST_APART) return false;
  const kept = commonLines(old, now);
  return old.length - kept <= MOST_LINES && now.length - kept <= MOST_LINES;
}

/** Length of the longest common subsequence. */
function commonLines(before: readonly string[], after: readonly string[]): number {
  let above = new Uint16Array(after.length + 1);
  for (const line of before) {
    const row = new Uint16Array(after.length + 1);
    for (const [at, other] of after.entries())
      row[at + 1] = line === other ? (above[at] ?? 0) + 1 : Math.max(above[at + 1] ?? 0, row[at] ?? 0);
    above = row;
  }
  return above.at(-1) ?? 0;
}

/** Commits that change one source file, apart from tests; newest first. */
function changesIn(tree: string): readonly Change[] {
  const log = git(
    tree,
    "log",
    "--no-merges",
    "--no-renames",
    "--raw",
    "--no-abbrev",
    "--format=%x00%s",
    "HEAD",
  );
  return log.split("\0").slice(1).flatMap(changeIn);
}

function changeIn(record: string): readonly Change[] {
  const [subject = "", ...rows] = record.split("\n");
  const raw = rows.flatMap((row) => {
    const [, from, to, status, path] = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) (\w)\t(.*)$/.exec(row) ?? [];
    if (from === undefined || to === undefined || path === undefined) return [];
    return [{ from, to, status, path }];
  });
  const sources = raw.filter(({ path }) => CODE.test(path) && !TEST.test(path) && !MADE.test(path));
  const [source] = sources;
  if (source === undefined || sources.length > 1 || source.status !== "M") return [];
  const tested = raw.some(({ path }) => TEST.test(path));
  if (NO_FIX.test(subject) || !(tested || FIX.test(subject))) return [];
  return [{ path: source.path, blobs: [source.from, source.to] }];
}

/** Without spaces and whole-line comments. */
function isSameCode(before: string, after: string): boolean {
  const code = (text: string) => text.replace(/^\s*(?:#|\/\/|\*).*$/gm, "").replace(/\s+/g, "");
  return code(before) === code(after);
}

function blobs(tree: string, ids: readonly string[]): ReadonlyMap<string, string> {
  const { stdout } = spawnSync("git", ["cat-file", "--batch"], {
    cwd: tree,
    input: `${ids.join("\n")}\n`,
    maxBuffer: 1 << 29,
  });
  const found = new Map<string, string>();
  for (let at = 0; at < stdout.length; ) {
    const end = stdout.indexOf("\n", at);
    if (end === -1) break;
    const [id = "", kind, size = "0"] = stdout.toString("utf8", at, end).split(" ");
    at = end + 1;
    if (kind !== "blob") continue;
    found.set(id, stdout.toString("utf8", at, at + Number(size)));
    at += Number(size) + 1;
  }
  return found;
}
