import type { Patch } from "../domain/entities/patch.ts";
import type { TestResult } from "../domain/entities/test-result.ts";
import type { SourceFile } from "../domain/ports/repair.ts";
import type { Suite } from "../domain/ports/testing.ts";
import type { AttemptTree } from "../domain/ports/workspace.ts";
import { judge, type Verdict } from "../domain/rules/verdict.ts";
import type { House } from "./house.ts";
import { runSuites } from "./suites.ts";

export interface SettleInput {
  readonly tree: AttemptTree;
  readonly suites: readonly Suite[];
  /** The run the patch is measured against. */
  readonly before: TestResult;
  readonly targets: readonly string[];
  readonly flaky: readonly string[];
  readonly signal: AbortSignal;
}

export interface Settled {
  readonly verdict: Verdict;
  /** The run of all tests; null where the failing ones already gave the answer. */
  readonly after: TestResult | null;
}

/**
 * Judges one patch, whoever made it: apply in the attempt tree, failing tests first, then all. An accepted
 * patch stays applied; a rejected one leaves the tree at its last checkpoint.
 */
export async function settle(house: House, input: SettleInput, patch: Patch): Promise<Settled> {
  const paths = [...new Set(patch.edits.map((edit) => edit.path))];
  const before = await readTexts(input.tree, paths);
  try {
    await input.tree.apply(patch.edits);
    const after = await readTexts(input.tree, paths);
    const settled = await judgeApplied(house, input, { paths, before, after });
    if (settled.verdict.status === "rejected") await input.tree.restore();
    return settled;
  } catch (error) {
    await input.tree.restore();
    throw error;
  }
}

interface Texts {
  readonly paths: readonly string[];
  readonly before: readonly SourceFile[];
  readonly after: readonly SourceFile[];
}

async function judgeApplied(house: House, input: SettleInput, texts: Texts): Promise<Settled> {
  const tampering = guard(house, input, texts, null);
  if (tampering.length > 0) return rejected(tampering);

  const options = { timeoutMs: house.settings.testTimeoutSeconds * 1000, signal: input.signal };
  const quick = await runSuites(house, input.tree, input.suites, input.targets, {
    ...options,
    timeoutMs: quickTimeoutMs(input.before, options.timeoutMs),
  });
  const passed = quick.result.tests.filter((test) => test.status === "passed").map((test) => test.id);
  if (!input.targets.some((id) => passed.includes(id))) return rejected(["the failing tests still fail"]);

  const { result: after } = await runSuites(house, input.tree, input.suites, "all", options);
  const { before, targets, flaky } = input;
  const verdict = judge({
    before,
    after,
    targets,
    flaky,
    tampering: guard(house, input, texts, after),
    ask: "progress",
  });
  return { verdict, after };
}

/** What the patch did to the tests that judge it. */
function guard(house: House, input: SettleInput, texts: Texts, after: TestResult | null): readonly string[] {
  if (house.settings.allowTestEdits) return [];
  return house.lore.guard({
    before: { files: texts.before, result: after && input.before },
    after: { files: texts.after, result: after },
    changedPaths: texts.paths,
    isTestFile: (path) => house.tests.isTestFile(path, input.suites),
  });
}

export async function readTexts(tree: AttemptTree, paths: readonly string[]): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const path of paths) files.push({ path, text: await tree.readText(path) });
  return files;
}

/** A candidate that loops forever should not cost the whole time limit: ten times the healthy run, at least 10 s. */
function quickTimeoutMs(before: TestResult, limitMs: number): number {
  return Math.min(limitMs, Math.max(10_000, before.duration_seconds * 10_000));
}

function rejected(reasons: readonly string[]): Settled {
  return { verdict: { status: "rejected", reasons, fixed: [], broken: [] }, after: null };
}
