import type { ChangeSet } from "../../domain/entities/code-change.ts";
import type { Patch } from "../../domain/entities/patch.ts";
import type { LineCoverage, TestFailure, TestResult } from "../../domain/entities/test-result.ts";
import type { SourceFile } from "../../domain/ports/repair.ts";
import type { JudgingFiles, Suite } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { textsOf } from "../../domain/rules/changes/file-text.ts";
import { quickTimeoutMs } from "../../domain/rules/proof/run-limits.ts";
import { fixedTests, judge, type Verdict } from "../../domain/rules/proof/verdict.ts";
import { oneLine } from "../../domain/rules/text/plain-text.ts";
import { addedSuppression } from "../../domain/rules/violations/suppression-comments.ts";
import type { Ports } from "../ports.ts";
import { changedLines } from "./changed-lines.ts";
import { type CheckRequirement, type ChecksJudged, judgeChecks } from "./check-requirement.ts";
import { untestedIn } from "./reach/untested-folders.ts";
import { runSuites } from "./suites.ts";

type JudgePorts = Pick<Ports, "conformance" | "settings" | "testRules" | "tests">;

export type SettlePorts = JudgePorts & Pick<Ports, "telemetry">;

export interface SettleInput {
  readonly tree: AttemptTree;
  readonly suites: readonly Suite[];
  /** The run the patch is measured against; null if there are no tests. */
  readonly before: TestResult | null;
  /** The files that judge, as they were before any patch. */
  readonly judging: JudgingFiles;
  /** Failing tests of which the patch must fix at least one; empty if it is enough that it breaks none. */
  readonly targets: readonly string[];
  readonly flaky: readonly string[];
  /** The violation the patch must remove; null if no checks run. */
  readonly checks: CheckRequirement | null;
  /** Measure which changed lines the tests run, for the evidence. */
  readonly coverage?: boolean;
  /** Its source has seen targets pass with it, so all tests run without running the targets first. */
  readonly screened?: boolean;
  /** Called when only the run of all tests is left to do. */
  readonly whileTestsRun?: () => void;
  readonly signal: AbortSignal;
}

export interface Settled {
  readonly verdict: Verdict;
  /** The run of all tests; null if there are none, or a cheaper step already decided. */
  readonly after: TestResult | null;
  /** Tests that failed in the deciding run, even if it ran only the targets. */
  readonly failures?: readonly TestFailure[];
  readonly coverage: LineCoverage | null;
  readonly checks: ChecksJudged | null;
}

/**
 * Judges one patch, regardless of its author: apply in the attempt tree, failing tests first, then the checks, then all
 * tests. An accepted patch stays applied; a rejected one leaves the tree at its last restore point.
 */
export function settle(ports: SettlePorts, input: SettleInput, patch: Patch): Promise<Settled> {
  const about = {
    "agentforge.patch.source": patch.source,
    "agentforge.patch.description": patch.description,
  };
  return ports.telemetry.span("settle", about, async (span) => {
    const settled = await settlePatch(ports, input, patch);
    const { verdict } = settled;
    span.note({ "agentforge.verdict": verdict.status });
    if (verdict.status === "rejected") span.note({ "agentforge.verdict.reasons": verdict.reasons });
    return settled;
  });
}

function settlePatch(ports: JudgePorts, input: SettleInput, patch: Patch): Promise<Settled> {
  const paths = [...new Set(patch.edits.map((edit) => edit.path))];
  return settleWork(ports, input, { paths, apply: () => input.tree.apply(patch.edits) });
}

/** The same for a change that may also add and delete files. */
export async function settleWork(
  ports: JudgePorts,
  input: SettleInput,
  { paths, apply }: { readonly paths: readonly string[]; apply(): Promise<void> },
): Promise<Settled> {
  const before = await readPresent(input.tree, paths);
  try {
    await apply();
    const after = await readPresent(input.tree, paths);
    const settled = await judgeApplied(ports, input, { paths, before, after });
    if (settled.verdict.status === "rejected") await input.tree.restore();
    return settled;
  } catch (error) {
    await input.tree.restore();
    throw error;
  }
}

/** The same for a change that is already in the tree. Leaves the tree unchanged. */
export async function settleChange(
  ports: JudgePorts,
  input: SettleInput,
  change: ChangeSet,
): Promise<Settled> {
  const paths = change.files.map((file) => file.path);
  const [before, after] = [textsOf(change, "before"), textsOf(change, "after")];
  return judgeApplied(ports, input, { paths, before, after });
}

interface Texts {
  readonly paths: readonly string[];
  readonly before: readonly SourceFile[];
  readonly after: readonly SourceFile[];
}

async function judgeApplied(ports: JudgePorts, input: SettleInput, texts: Texts): Promise<Settled> {
  const tampering = [...guard(ports, input, texts, null), ...hiding(input, texts)];
  if (tampering.length > 0) return rejected(tampering);
  const look = input.screened ? null : await lookAtTargets(ports, input);
  if (look !== null && !look.helped) {
    return { ...rejected(["the failing tests still fail"], look.inconclusive), failures: look.failures };
  }

  const { tree, signal } = input;
  const checks = input.checks && (await judgeChecks(ports, tree, input.checks, signal));
  signal.throwIfAborted();
  if (checks && checks.reasons.length > 0) return { ...rejected(checks.reasons), checks };
  if (input.before === null) {
    return {
      verdict: { status: "accepted", fixed: [], stillFailing: [] },
      after: null,
      coverage: null,
      checks,
    };
  }

  input.whileTestsRun?.();
  const { result: after, coverage } = await runSuites(ports, tree, input.suites, "all", {
    timeoutMs: ports.settings.testTimeoutSeconds * 1000,
    signal,
    ...(input.coverage && coverageOfChange(await tree.changes(), texts.paths)),
    untested: await untestedIn(tree, input.judging, texts.paths),
  });
  const { before, targets, flaky } = input;
  const verdict = judge({
    before,
    after,
    targets,
    flaky,
    tampering: guard(ports, input, texts, after),
    ask: targets.length === 0 ? "no_worse" : "progress",
  });
  return { verdict, after, failures: after.failures, coverage, checks };
}

/** The coverage to measure: only that of the changed lines. */
export function coverageOfChange({ diff }: Pick<ChangeSet, "diff">, paths: readonly string[]) {
  const lines = changedLines(diff).map((file) => [file.path, file.lines] as const);
  return { coverageOf: paths, coverageLines: Object.fromEntries(lines), perTestCoverage: true };
}

/** The cheapest step: runs only the target tests. Null if there are none. */
async function lookAtTargets(ports: Pick<Ports, "settings" | "testRules" | "tests">, input: SettleInput) {
  const { before, targets, signal } = input;
  if (before === null || targets.length === 0) return null;
  const { result: after } = await runSuites(ports, input.tree, input.suites, targets, {
    timeoutMs: quickTimeoutMs(before, ports.settings.testTimeoutSeconds * 1000),
    signal,
  });
  const helped = fixedTests({ before, after, targets }).length > 0;
  const inconclusive = after.status === "timed_out" || after.status === "could_not_run";
  return { helped, inconclusive, failures: after.failures };
}

/** The patch's changes to the tests that judge it. */
function guard(
  ports: Pick<Ports, "settings" | "testRules">,
  input: SettleInput,
  texts: Texts,
  after: TestResult | null,
): readonly string[] {
  if (ports.settings.allowTestEdits) return [];
  return ports.testRules.guard({
    before: { files: texts.before, result: after && input.before },
    after: { files: texts.after, result: after },
    changedPaths: texts.paths,
    isTestFile: input.judging.has,
  });
}

/** A linter drops what a comment suppresses, so only the text distinguishes a fix from a suppression. */
function hiding({ checks }: SettleInput, { before, after }: Texts): readonly string[] {
  const added = checks?.violation ? addedSuppression(before, after) : null;
  if (added === null) return [];
  const place = `${added.path}:${added.line}`;
  return [`a suppression is not a fix: ${place} adds "${oneLine(added.text, 120)}"`];
}

async function readPresent(tree: AttemptTree, paths: readonly string[]): Promise<SourceFile[]> {
  const present = new Set(await tree.files());
  return readTexts(
    tree,
    paths.filter((path) => present.has(path)),
  );
}

export async function readTexts(tree: AttemptTree, paths: readonly string[]): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const path of paths) files.push({ path, text: await tree.readText(path) });
  return files;
}

function rejected(reasons: readonly string[], inconclusive = false): Settled {
  const verdict = { status: "rejected", reasons, fixed: [], broken: [], inconclusive } as const;
  return { verdict, after: null, coverage: null, checks: null };
}
