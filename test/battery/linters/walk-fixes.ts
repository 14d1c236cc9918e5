import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { agentforge } from "../../support/cli.ts";
import { commitAll, MINUTE, must } from "../repositories-fetch.ts";
import type { FixCase } from "./fix-cases.ts";
import type { OwnFinding } from "./own-reports.ts";
import {
  askLinter,
  changesOfOthers,
  differences,
  fixedCopy,
  isSame,
  type Listed,
  placesOfFixes,
  unexpectedChanges,
  versionOf,
  withFixes,
} from "./own-tool.ts";

export interface FixesRow {
  readonly tool: string;
  readonly version: string;
  readonly found: number;
  readonly fixable: number;
  readonly rules: number;
  readonly tried: number;
  readonly landed: number;
  readonly commits: number;
  readonly seconds: number;
  readonly failures: readonly string[];
}

interface Outcome {
  readonly status: string;
  readonly violation_id: string;
  readonly file_path: string;
  readonly line: number | null;
  readonly review_id: string | null;
  readonly why: string | null;
}

const LEAST_SHARE = 0.8;
/**
 * A fix may give its neighbors in the same line another id, and a fix that waits for an answer holds up the others in
 * its file: these are chosen in the next round.
 */
const MOST_ROUNDS = 40;

/** `agent fix-violations` on a small project: how many of the findings that carry a fix land proven. */
export async function walkFixes(
  linter: FixCase,
  folder: string,
  settings: { readonly fixes: number | null; readonly env: Record<string, string> },
): Promise<FixesRow> {
  const began = performance.now();
  const { fixes, env } = settings;
  const tree = makeProject(linter, folder);
  const call = (...args: string[]) => agentforge(tree, [...args, "--json"], env, 30 * MINUTE);
  await call("init");
  commitAll(tree, "Contracts");
  const start = must("git", ["rev-parse", "HEAD"], tree).trim();
  const failures: string[] = [];
  const list = async (): Promise<readonly Listed[]> => {
    const { json } = await call("conformance", "check", "--check", linter.check);
    failures.push(...(json.problems ?? [{ why: json.error?.message }]).map(({ why }: Outcome) => why));
    return json.violations ?? [];
  };

  const fixed = linter.fixAll === undefined ? null : fixedCopy(linter.fixAll, tree, folder, env);
  const found = withFixes(linter, askLinter(linter, tree, env), fixed, env);
  const listed = await list();
  failures.push(...differences(found, listed));
  const fixable = found.filter((each) => each.hasFix);

  const outcomes = await fixInRounds(call, linter.check, fixes);
  const after = askLinter(linter, tree, env);
  failures.push(...differences(after, await list()));
  const result = fixes === null ? countAll(fixable, after) : countTried(fixable, listed, outcomes);
  if (result.landed < LEAST_SHARE * result.tried)
    failures.push(`${result.landed} of ${result.tried} findings with a fix landed`);
  for (const { status, file_path, line, why } of outcomes)
    if (status !== "landed" && status !== "already_gone")
      console.log(`    ${file_path}:${line}  ${status} ${(why ?? "").slice(0, 200)}`);

  const commits = must("git", ["log", "--format=%B%x00", `${start}..HEAD`], tree)
    .split("\0")
    .slice(0, -1);
  failures.push(...commits.flatMap(whyNotProven));
  failures.push(
    ...(fixed === null
      ? unexpectedChanges(tree, start, placesOfFixes(fixable))
      : changesOfOthers(tree, start, { fixed, found })),
  );
  const { json } = await call("test");
  if (json.result?.status !== "passed") failures.push(`at the end the tests are ${json.result?.status}`);
  return {
    tool: linter.tool,
    version: versionOf(linter, tree, env),
    found: found.length,
    fixable: fixable.length,
    rules: new Set(fixable.map(({ rule }) => rule)).size,
    ...result,
    commits: commits.length,
    seconds: (performance.now() - began) / 1000,
    failures,
  };
}

function makeProject({ files, install }: FixCase, folder: string): string {
  mkdirSync(join(folder, "project"), { recursive: true });
  const tree = realpathSync(join(folder, "project"));
  const ignored = [".venv/", "__pycache__/", ".pytest_cache/", ".ruff_cache/", "node_modules/", "target/"];
  const all = { ...files, ".gitignore": `${ignored.join("\n")}\n` };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  for (const line of install) must("sh", ["-c", line], tree);
  must("git", ["init", "-q", "-b", "main"], tree);
  commitAll(tree, "A small project");
  return tree;
}

/** As a person would: what waits for an answer is approved, and the rest is fixed after that. */
async function fixInRounds(
  call: (...args: string[]) => ReturnType<typeof agentforge>,
  check: string,
  fixes: number | null,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let round = 0, left = fixes ?? Number.POSITIVE_INFINITY; round < MOST_ROUNDS && left > 0; round++) {
    const limit = fixes === null ? [] : ["--limit", String(left)];
    const { json } = await call("agent", "fix-violations", "--auto", "--check", check, ...limit);
    if (json.error) throw new Error(json.error.message);
    if (json.stopped !== null) console.log(`    stopped: ${json.stopped}`);
    const came: Outcome[] = [];
    for (const outcome of json.outcomes as readonly Outcome[]) {
      const isWaiting = outcome.status === "waiting_for_review" && outcome.review_id !== null;
      const answer = isWaiting ? (await call("review", "approve", outcome.review_id ?? "")).json : outcome;
      came.push({ ...outcome, status: answer.status ?? outcome.status });
    }
    outcomes.push(...came);
    const landed = came.filter(({ status }) => status === "landed").length;
    if (landed === 0) break;
    left -= landed;
    await call("conformance", "check");
  }
  return outcomes;
}

/** By what the linter itself still finds: rule by rule in every file. */
function countAll(fixable: readonly OwnFinding[], after: readonly OwnFinding[]) {
  const keyOf = ({ path, rule }: OwnFinding) => `${path} ${rule}`;
  const left = Map.groupBy(after, keyOf);
  const still = [...Map.groupBy(fixable, keyOf)].reduce(
    (sum, [key, all]) => sum + Math.min(all.length, left.get(key)?.length ?? 0),
    0,
  );
  return { tried: fixable.length, landed: fixable.length - still };
}

/** By the outcomes of those that were tried. */
function countTried(fixable: readonly OwnFinding[], listed: readonly Listed[], outcomes: readonly Outcome[]) {
  const withFix = new Set(
    listed
      .filter((each) => fixable.some((finding) => isSame(each, finding)))
      .map((each) => each.violation_id),
  );
  const tried = outcomes.filter(({ violation_id }) => withFix.has(violation_id));
  const landed = tried.filter(({ status }) => status === "landed" || status === "already_gone");
  return { tried: tried.length, landed: landed.length };
}

/** Each commit names the source of the change, the tests that passed and its certificate. */
function whyNotProven(message: string): readonly string[] {
  const [subject = ""] = message.trim().split("\n");
  const wanted = [
    /^By: \w+/m,
    /^Tests: [1-9]\d* pass, none broke\.$/m,
    /^\[Certificate: sha256:[0-9a-f]{64}\]$/m,
  ];
  return wanted
    .filter((line) => !line.test(message))
    .map((line) => `the commit "${subject}" has no line ${line.source}`);
}
