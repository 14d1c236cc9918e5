import type { ChangeSet } from "../../domain/entities/code-change.ts";
import type { Evidence } from "../../domain/entities/evidence.ts";
import { NO_TESTS } from "../../domain/entities/test-result.ts";
import type { CheckRun } from "../../domain/ports/conformance.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { textsOf } from "../../domain/rules/changes/file-text.ts";
import { judge } from "../../domain/rules/proof/verdict.ts";
import { firstFew } from "../../domain/rules/text/first-few.ts";
import { type ExaminePorts, examine } from "../examine/examine.ts";
import type { Ports } from "../ports.ts";
import { failingIds } from "../proof/baseline.ts";
import { judgeChecks } from "../proof/check-requirement.ts";
import { gatherEvidence } from "../proof/evidence.ts";
import type { RegressionBaseline } from "../proof/regression-baseline.ts";
import { chooseSuites, runSuites } from "../proof/suites.ts";

export type ProvePlanPorts = Pick<Ports, "conformance" | "openSandbox" | "toolVersions"> & ExaminePorts;

export interface PlanReference {
  readonly baseline: RegressionBaseline;
  /** Null if the repository has no contracts. */
  readonly checks: CheckRun | null;
}

export interface ProofInput {
  readonly tree: AttemptTree;
  readonly reference: PlanReference;
  readonly change: ChangeSet;
  readonly allowTestEdits: boolean;
  readonly signal: AbortSignal;
}

export type PlanProof =
  | { readonly status: "holds"; readonly evidence: Evidence }
  | { readonly status: "refused"; readonly reasons: readonly string[] };

/** The same criteria as everywhere else: nothing broken, no new violation, no test weakened, and added tests pass. */
export async function provePlan(ports: ProvePlanPorts, input: ProofInput): Promise<PlanProof> {
  const { tree, reference, change, signal } = input;
  const { baseline } = reference;
  const checks =
    reference.checks &&
    (await judgeChecks(ports, tree, { violation: null, before: reference.checks }, signal));
  if (checks && checks.reasons.length > 0) return { status: "refused", reasons: checks.reasons };

  const { suites, excluded } = await chooseSuites(ports, tree);
  const paths = change.files.map((file) => file.path);
  const before = baseline.before ?? NO_TESTS;
  const options = { timeoutMs: ports.settings.testTimeoutSeconds * 1000, signal, coverageOf: paths };
  const run = suites.length === 0 ? null : await runSuites(ports, tree, suites, "all", options);
  const after = run?.result ?? NO_TESTS;
  const noTests = after.status === "no_tests" && baseline.before === null;
  const broken = noTests ? [] : whatTestsRefuse(ports, input, after);
  if (broken.length > 0) return { status: "refused", reasons: broken };
  const addedTests = change.files
    .filter((file) => file.before === null && ports.tests.isTestFile(file.path, suites))
    .map((file) => file.path);
  const { failing: targets, flaky, judging } = baseline;
  const proven = { tree, change, suites, judging, before, after, targets, flaky, addedTests };
  const examined = await examine(ports, { ...proven, signal });
  if (examined.status === "forged") {
    return {
      status: "refused",
      reasons: examined.reasons.map((reason) => `the evidence is forged: ${reason}`),
    };
  }
  const evidence = gatherEvidence({
    ...{ before, after, change, checks, targets, flaky, addedTests },
    doubts: examined.doubts,
    unnoticed: examined.unnoticed,
    newTokens: examined.newTokens,
    confirmation: examined.confirmation,
    excludedSuites: excluded,
    coverage: run?.coverage ?? null,
    ...{ suspects: [], alternatives: [] },
    uncommitted: tree.uncommitted,
    madeBy: ["plan"],
    sandbox: await ports.openSandbox(),
    tools: await ports.toolVersions(after.command),
    notes: noTests ? ["there are no tests: only the checks have examined this change"] : [],
  });
  return { status: "holds", evidence };
}

function whatTestsRefuse(
  ports: Pick<Ports, "settings" | "testRules">,
  input: ProofInput,
  after: Evidence["tests_after"],
): readonly string[] {
  const { flaky, failing } = input.reference.baseline;
  const before = input.reference.baseline.before ?? NO_TESTS;
  const tampering = bent(ports, input, after);
  const verdict = judge({ before, after, targets: [], flaky, tampering, ask: "no_worse" });
  const reasons = verdict.status === "rejected" ? [...verdict.reasons] : [];
  const fresh = failingIds(after).filter(
    (id) => !flaky.includes(id) && !failing.includes(id) && !before.tests.some((test) => test.id === id),
  );
  if (fresh.length > 0) reasons.push(`tests added by the plan fail: ${firstFew(fresh)}`);
  return reasons;
}

/** The plan's changes to the tests that judge it, unless the person who approved it allowed them. */
function bent(
  ports: Pick<Ports, "settings" | "testRules">,
  { change, reference, allowTestEdits }: ProofInput,
  after: Evidence["tests_after"],
): readonly string[] {
  if (allowTestEdits || ports.settings.allowTestEdits || reference.baseline.before === null) return [];
  const reasons = ports.testRules.guard({
    before: { files: textsOf(change, "before"), result: reference.baseline.before },
    after: { files: textsOf(change, "after"), result: after },
    changedPaths: change.files.map((file) => file.path),
    isTestFile: reference.baseline.judging.has,
  });
  return reasons.map((reason) => `${reason} (allow_test_edits = true in the plan permits that)`);
}
