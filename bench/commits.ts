/**
 * Real fixes from history. Finds commits that change source (at most 10 lines) and tests together, applies the test
 * change to the parent, keeps those with a failing test that passes at the commit, and repairs them through the real
 * command with the search brain. One JSON line per commit, newest first, and a summary.
 *
 *   node bench/commits.ts --repository DIR [--limit 10] [--budget 60] [--lines 10] [--examined 100]
 *                         [--install LINE]... [--only COMMIT] [--keep DIR]
 *
 * DIR is a clone or a bare repository and is only read: everything happens in a clone of it. `--install` runs once in
 * that clone, at the newest commit, for example `python3 -m venv .venv && .venv/bin/pip install -e .`; git must ignore
 * what it leaves. `--limit` counts kept commits, `--examined` tried ones.
 *
 * A repair is right if every test in the commit's test files that passes at the commit passes with it, and every test
 * in the newest version of those files that passes with the commit's own source does too (`later` says how many).
 * Otherwise it is wrong: asked if the gate would ask a person, unasked if it would not.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Fix, fixesIn, git, has } from "./commits-history.ts";
import { openTree, type Statuses } from "./commits-tree.ts";

const { values } = parseArgs({
  options: {
    repository: { type: "string" },
    limit: { type: "string", default: "10" },
    budget: { type: "string", default: "60" },
    lines: { type: "string", default: "10" },
    examined: { type: "string", default: "100" },
    install: { type: "string", multiple: true, default: [] },
    only: { type: "string" },
    keep: { type: "string" },
  },
});
if (values.repository === undefined) throw new Error("give --repository DIR");

interface Outcome {
  readonly status?: string;
  readonly why?: string;
  readonly review?: {
    readonly title: string;
    readonly asked_because: readonly string[];
    readonly change: { readonly diff: string };
  };
}

interface Case {
  readonly fix: Fix;
  readonly failing: readonly string[];
  /** The tests that pass at the commit. */
  readonly own: Statuses;
}

interface Line {
  readonly commit: string;
  readonly subject: string;
  readonly failing: number;
  readonly verdict: "not reached" | "right" | "wrong, asked" | "wrong, unasked";
  readonly exact: boolean;
  readonly later: number;
  readonly seconds: number;
  readonly asked: readonly string[];
  readonly fix: string;
}

const IDENTITY = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"];
const original = resolve(values.repository);
const folder =
  values.keep === undefined ? mkdtempSync(join(tmpdir(), "agentforge-commits-")) : resolve(values.keep);
process.on("exit", () => {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
});

const tree = openTree(original, folder, values.install);
const fixes = fixesIn(tree.path, Number(values.lines)).filter(({ commit }) =>
  commit.startsWith(values.only ?? ""),
);
const lines: Line[] = [];
const dropped = new Map<string, number>();
let examined = 0;
for (const fix of fixes) {
  if (lines.length >= Number(values.limit) || examined >= Number(values.examined)) break;
  examined += 1;
  const found = examine(fix);
  if (typeof found === "string") {
    dropped.set(found, (dropped.get(found) ?? 0) + 1);
    console.error(`${fix.commit.slice(0, 10)} ${found}: ${fix.subject}`);
    continue;
  }
  const line = repairOne(found);
  lines.push(line);
  console.log(JSON.stringify(line));
}
summarize();

/** The case of a commit, or why it has none. */
function examine(fix: Fix): Case | string {
  tree.checkOut(fix.commit);
  const after = tree.run(fix.tests);
  if (after === null) return "its tests do not run";
  tree.checkOut(`${fix.commit}^`);
  tree.layTests(fix, fix.commit);
  const before = tree.run(fix.tests);
  if (before === null) return "its tests do not run at the parent";
  const own = passing(after);
  const failing = [...before].filter(([id, status]) => isBad(status) && own.has(id)).map(([id]) => id);
  return failing.length === 0 ? "no test distinguishes it from its parent" : { fix, failing, own };
}

function repairOne({ fix, failing, own }: Case): Line {
  git(tree.path, "add", "-A");
  git(tree.path, ...IDENTITY, "commit", "-q", "-n", "-m", "the case");
  const started = git(tree.path, "rev-parse", "HEAD").trim();
  const names = failing.flatMap((id) => ["--test", id]);
  const began = performance.now();
  const outcome = tree.agentforge("repair", "--budget", values.budget, ...names) as Outcome | null;
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
  const review = outcome?.review;
  const judged = review === undefined ? null : judge(fix, own, review.change.diff, started);
  const wrong = review?.asked_because.length === 0 ? "wrong, unasked" : "wrong, asked";
  return {
    commit: fix.commit.slice(0, 10),
    subject: fix.subject,
    failing: failing.length,
    verdict: judged === null ? "not reached" : judged.isRight ? "right" : wrong,
    exact: judged?.isExact ?? false,
    later: judged?.later ?? 0,
    seconds,
    asked: review?.asked_because ?? [],
    fix: review?.title ?? outcome?.why ?? outcome?.status ?? "no answer",
  };
}

function judge(fix: Fix, own: Statuses, diff: string, started: string) {
  const path = tree.path;
  const kept = fix.tests.filter((file) => has(path, tree.newest, file));
  tree.checkOut(fix.commit);
  const later = kept.length === 0 ? new Map() : passing(withNewest(kept));
  tree.checkOut(started);
  const { status } = spawnSync("git", ["apply", "-"], { cwd: path, input: diff });
  const same = spawnSync("git", ["diff", "--quiet", fix.commit, "--", ...fix.sources], { cwd: path });
  const isRight =
    status === 0 && covers(own, tree.run(fix.tests)) && (later.size === 0 || covers(later, withNewest(kept)));
  return { isRight, isExact: same.status === 0, later: later.size };
}

function withNewest(files: readonly string[]): Statuses | null {
  git(tree.path, "checkout", "-q", tree.newest, "--", ...files);
  return tree.run(files);
}

function passing(found: Statuses | null): Statuses {
  return new Map([...(found ?? [])].filter(([, status]) => status === "passed"));
}

function covers(wanted: Statuses, found: Statuses | null): boolean {
  return [...wanted.keys()].every((id) => found?.get(id) === "passed");
}

function isBad(status: string): boolean {
  return status === "failed" || status === "error";
}

function summarize(): void {
  const of = (verdict: Line["verdict"]) => lines.filter((line) => line.verdict === verdict).length;
  const seconds = lines.map((line) => line.seconds).sort((a, b) => a - b);
  const reasons = [...dropped].map(([why, count]) => `${count} ${why}`).join(", ");
  console.error(
    `\n${basename(original)}: ${fixes.length} commits change a few lines of source and tests; ${examined} examined (${reasons})`,
  );
  console.error(
    [
      `${lines.length} kept: reached ${lines.length - of("not reached")}, right ${of("right")}`,
      `(${lines.filter(({ exact }) => exact).length} exactly as the commit),`,
      `wrong and asked ${of("wrong, asked")}, wrong and unasked ${of("wrong, unasked")};`,
      `median ${seconds[seconds.length >> 1] ?? "–"} s, longest ${seconds.at(-1) ?? "–"} s`,
    ].join(" "),
  );
}
