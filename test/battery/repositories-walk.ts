import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { countFailing } from "../../src/domain/rules/proof/failing.ts";
import { agentforge, type CliRun } from "../support/cli.ts";
import { type Counts, readCounts, showCounts } from "./repositories-counts.ts";
import { commitAll, MINUTE, must } from "./repositories-fetch.ts";
import type { Project } from "./repositories-list.ts";

export interface Step {
  readonly name: string;
  /** `unfit` is caused by the project or the list, not by AgentForge. */
  readonly outcome: "ok" | "failed" | "unfit";
  readonly note: string;
}

/** Places whose code is not the project's own. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|\.venv|venv|site-packages|vendor|third_party|dist|build|target|\.git|\.tox)\//;

/** Does what a new user would, step by step; stops when the next step makes no sense. */
export async function* walkProject(
  project: Project,
  tree: string,
  settings: { readonly budget: string; readonly env: Record<string, string> },
): AsyncGenerator<Step> {
  const own = runOwn(project, tree);
  if (own.counts === null || own.status !== 0 || own.counts.passed === 0) {
    yield { name: "own command", outcome: "unfit", note: `exit ${own.status}: ${own.tail}` };
    return;
  }
  yield { name: "own command", outcome: "ok", note: showCounts(own.counts) };
  const call = (...args: string[]) => agentforge(tree, [...args, "--json"], settings.env, 30 * MINUTE);
  yield await step("doctor", async () => judgeDoctor(await call("doctor")));
  yield await step("test", async () => judgeTest(await call("test"), own.counts));
  yield await step("check", async () => {
    const { json } = await call("init");
    // As `init` advises if git ignores what it wrote.
    if (json.ignored.length > 0) appendFileSync(join(tree, ".gitignore"), "!.agentforge/\n");
    commitAll(tree, "Contracts");
    return judgeCheck(await call("conformance", "check"), tree);
  });
  yield await step("search", async () => judgeSearch(await call("search", "-F", project.word), tree));
  const planted = plant(project, tree);
  yield planted;
  if (planted.outcome !== "ok") return;
  const bug = must("git", ["rev-parse", "HEAD"], tree).trim();
  const before = must("git", ["status", "--porcelain"], tree);
  let review: string | undefined;
  yield await step("repair", async () => {
    const { json } = await call("repair", "--budget", settings.budget);
    review = json.review?.review_id;
    return {
      ok: review !== undefined,
      note: json.review?.title ?? `${json.status}: ${json.why ?? json.error?.message}`,
    };
  });
  if (review !== undefined) yield* land(project, tree, review, bug, call);
  const after = must("git", ["status", "--porcelain"], tree);
  yield { name: "clean", outcome: after === before && after === "" ? "ok" : "failed", note: after.trim() };
}

async function* land(
  project: Project,
  tree: string,
  review: string,
  bug: string,
  call: (...args: string[]) => Promise<CliRun>,
): AsyncGenerator<Step> {
  let landed = false;
  yield await step("approve", async () => {
    const { json, exitCode } = await call("review", "approve", review);
    landed = exitCode === 0 && must("git", ["rev-parse", "HEAD"], tree).trim() !== bug;
    return { ok: landed, note: landed ? "" : JSON.stringify(json).slice(0, 200) };
  });
  if (!landed) return;
  const isOriginal = spawnSync("git", ["diff", "--quiet", `${bug}~1`, "HEAD"], { cwd: tree }).status === 0;
  yield await step("green", async () => {
    const { status, tail } = runOwn(project, tree);
    return { ok: status === 0, note: status === 0 ? (isOriginal ? "as it was" : "different code") : tail };
  });
  yield await step("rollback", async () => {
    const { json, exitCode } = await call("rollback", review);
    const isBack = spawnSync("git", ["diff", "--quiet", bug, "HEAD"], { cwd: tree }).status === 0;
    return { ok: exitCode === 0 && isBack, note: isBack ? "" : JSON.stringify(json).slice(0, 200) };
  });
}

async function step(name: string, run: () => Promise<{ ok: boolean; note: string }>): Promise<Step> {
  const began = performance.now();
  const { ok, note } = await run().catch((error: Error) => ({
    ok: false,
    note: error.message.trim().split("\n").slice(0, 4).join(" / "),
  }));
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  return { name, outcome: ok ? "ok" : "failed", note: `${note}${note === "" ? "" : " "}(${seconds} s)` };
}

function runOwn(
  project: Project,
  tree: string,
): { status: number | null; counts: Counts | null; tail: string } {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", project.command], {
    cwd: tree,
    encoding: "utf8",
    timeout: 20 * MINUTE,
    maxBuffer: 1 << 28,
  });
  const output = `${stdout}\n${stderr}`;
  return {
    status,
    counts: readCounts(project.counts, output),
    tail: output.trim().split("\n").slice(-3).join(" / ").slice(-300),
  };
}

function judgeDoctor({ json }: CliRun): { ok: boolean; note: string } {
  const tests = json.findings.filter((each: { subject: string }) => each.subject === "tests");
  const ok =
    json.ok === true && tests.length > 0 && tests.every((each: { level: string }) => each.level === "good");
  return { ok, note: tests.map((each: { detail: string }) => each.detail).join(" / ") };
}

function judgeTest({ json }: CliRun, own: Counts | null): { ok: boolean; note: string } {
  const { result, suites } = json;
  const counts = { passed: result.passed, failed: countFailing(result), skipped: result.skipped };
  const ok = own !== null && showCounts(counts) === showCounts(own) && !result.parsing_failed;
  const where = suites.map(
    (suite: { framework: string; root: string }) => `${suite.framework}@${suite.root}`,
  );
  return {
    ok,
    note: `${showCounts(counts)} by ${where.join(", ")}${ok || own === null ? "" : `, not ${showCounts(own)}`}`,
  };
}

function judgeCheck({ json }: CliRun, tree: string): { ok: boolean; note: string } {
  if (json.error !== undefined) return { ok: false, note: json.error.message };
  const paths = json.violations.map((each: { file_path: string }) => each.file_path) as string[];
  const nonsense = paths.filter((path) => isForeign(path, tree));
  // A configured linter that is not installed is correctly reported as missing.
  const problems = (json.problems as { why: string }[])
    .filter(({ why }) => !why.includes(" is not installed where checks run"))
    .map((each) => JSON.stringify(each));
  const shown = nonsense.length === 0 ? "" : `, ${nonsense.length} of them foreign, as in ${nonsense[0]}`;
  return {
    ok: nonsense.length === 0 && problems.length === 0,
    note: [`${paths.length} violations in ${json.files_checked} files${shown}`, ...problems.slice(0, 2)].join(
      "; ",
    ),
  };
}

function judgeSearch({ json }: CliRun, tree: string): { ok: boolean; note: string } {
  const paths = json.matches.map((each: { path: string }) => each.path) as string[];
  const foreign = paths.filter((path) => isForeign(path, tree));
  const shown = foreign.length === 0 ? "" : `, ${foreign.length} foreign, as in ${foreign[0]}`;
  return { ok: paths.length > 0 && foreign.length === 0, note: `${paths.length} matches${shown}` };
}

function isForeign(path: string, tree: string): boolean {
  return FOREIGN.test(path) || spawnSync("git", ["check-ignore", "-q", path], { cwd: tree }).status === 0;
}

/** Commits the bug; a bug that no test notices is a mistake in the list. */
function plant(project: Project, tree: string): Step {
  const { file, find, replace } = project.bug;
  const path = join(tree, file);
  const text = readFileSync(path, "utf8");
  if (text.split(find).length !== 2) {
    const times = text.split(find).length - 1;
    return {
      name: "plant",
      outcome: "unfit",
      note: `${JSON.stringify(find)} occurs ${times} times in ${file}`,
    };
  }
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  commitAll(tree, "A change");
  const { status, counts, tail } = runOwn(project, tree);
  if (status === 0) return { name: "plant", outcome: "unfit", note: "no test notices the bug" };
  if (counts === null || counts.failed === 0) {
    return { name: "plant", outcome: "unfit", note: `red, but no test failed: ${tail}` };
  }
  return { name: "plant", outcome: "ok", note: showCounts(counts) };
}
