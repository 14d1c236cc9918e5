import type { TestResult } from "../../domain/entities/test-result.ts";
import type { SourceFile } from "../../domain/ports/repair.ts";
import type { WrittenTest } from "../../domain/ports/test-writer.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import type { Ports } from "../ports.ts";
import {
  type Baseline,
  chooseTests,
  type Failing,
  failingIds,
  type Observed,
  takeBaseline,
} from "../proof/baseline.ts";
import type { RepairRequest } from "./repair-request.ts";

export const PASSES = "it passes on the current code, so it does not show the bug";

/** The context in which a new test is validated. */
interface TryTestInput {
  readonly tree: AttemptTree;
  /** The tests without the new one. */
  readonly before: Observed;
  readonly request: Pick<RepairRequest, "tests">;
  readonly signal: AbortSignal;
}

/** Adds it to the tree and runs all tests; returns what is wrong with it, or the run in which it newly fails. */
export async function tryTest(
  ports: Pick<Ports, "settings" | "telemetry" | "testRules" | "tests">,
  { tree, before, request, signal }: TryTestInput,
  { added, changed, named = [] }: WrittenTest,
): Promise<Failing | string> {
  if (changed.length > 0) return `it changes ${changed.join(", ")}; only new files may be added`;
  if (added.length === 0 && before.status === "failing" && named.length > 0)
    return { ...before, targets: named };
  if (added.length === 0) return "no new file was written";
  const present = new Set(await tree.files());
  const taken = added.find(({ path }) => present.has(path));
  if (taken) return `${taken.path} already exists`;
  const steering = ports.testRules.guard({
    before: { files: [], result: null },
    after: { files: added, result: null },
    changedPaths: added.map((file) => file.path),
    isTestFile: before.judging.has,
  });
  if (steering.length > 0) return steering.join("; ");

  for (const { path, text } of added) await tree.writeBytes(path, new TextEncoder().encode(text));
  const baseline = await takeBaseline(ports, tree, [], signal);
  const why = whyMisplaced(baseline, added) ?? judgeRun(baseline, before.result);
  if (why === null && baseline.status === "failing") {
    const asked =
      request.tests.length === 0 ? [] : chooseTests(baseline.targets, baseline.result, request.tests);
    const fresh = baseline.targets.filter(isFresh(before.result));
    return { ...baseline, targets: [...new Set([...fresh, ...asked, ...named])] };
  }
  await tree.restore();
  return why ?? "it does not fail";
}

/** Tests that already failed prove nothing about it, no matter what they do now. */
function judgeRun(baseline: Baseline, before: TestResult): string | null {
  if (baseline.status === "no_verdict") return baseline.why;
  const isNew = isFresh(before);
  const fresh = baseline.result.tests.filter(({ id }) => isNew(id));
  if (fresh.length === 0) return "the test run did not include a new test";
  const flaky = "flaky" in baseline ? baseline.flaky : [];
  const passed = new Set(before.tests.flatMap(({ id, status }) => (status === "passed" ? [id] : [])));
  const failing = failingIds(baseline.result);
  const broken = failing.filter((id) => passed.has(id) && !flaky.includes(id));
  if (broken.length > 0) return `tests that passed before fail with it: ${broken.join(", ")}`;
  if (!failing.some(isNew)) return PASSES;
  const flakyNew = flaky.filter(isNew);
  if (flakyNew.length > 0) return `it fails only sometimes: ${flakyNew.join(", ")}`;
  const unloaded = fresh.find((test) => test.status === "error");
  if (unloaded) return `it does not run: ${messageOf(baseline.result, unloaded.id)}`;
  return null;
}

function isFresh({ tests }: Pick<TestResult, "tests">): (id: string) => boolean {
  const known = new Set(tests.map(({ id }) => id));
  return (id) => !known.has(id);
}

/** Every added file must be a test that ran, or belong to one. */
function whyMisplaced(baseline: Baseline, added: readonly SourceFile[]): string | null {
  if (baseline.status === "no_verdict") return baseline.why;
  const odd = added.find(({ path }) => !baseline.judging.has(path));
  return odd ? `${odd.path} is not where ${baseline.result.framework} looks for tests` : null;
}

function messageOf({ failures }: TestResult, id: string): string {
  const failure = failures.find(({ test_id }) => test_id === id);
  return failure ? `${failure.error_type}: ${failure.error_message}`.slice(0, 400) : id;
}
