import type { Review } from "../../domain/entities/review.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import type { Suite } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { textsOf } from "../../domain/rules/changes/file-text.ts";
import { judge } from "../../domain/rules/proof/verdict.ts";
import { type ConfirmPorts, confirm } from "../examine/confirm.ts";
import type { Ports } from "../ports.ts";
import { applyChange } from "./apply-change.ts";
import { type CheckRequirement, judgeChecks } from "./check-requirement.ts";
import { chooseSuites, runSuites } from "./suites.ts";

export type ReverifyPorts = Pick<Ports, "conformance" | "newId" | "workspace"> & ConfirmPorts;

export type Reverified =
  | { readonly status: "not_needed" }
  /** `tests`: the run that proves it; null if there are no tests. */
  | { readonly status: "holds_again"; readonly tests: TestResult | null; readonly on: string | null }
  /** Files that it changes have changed since, so it no longer applies. */
  | { readonly status: "moved"; readonly paths: readonly string[]; readonly why: string }
  /** It still applies, but a check or a test fails with it. */
  | { readonly status: "no_longer_proven"; readonly why: string };

/** A change whose base has changed since it was proven is proven again, on the user's current code. */
export async function reverifyIfMoved(ports: ReverifyPorts, review: Review): Promise<Reverified> {
  const state = await ports.workspace.state();
  if (state.head === review.base_commit) return { status: "not_needed" };
  await using tree = await ports.workspace.openAttempt(ports.newId("A"));
  return await proveAgain(ports, review, tree);
}

async function proveAgain(ports: ReverifyPorts, review: Review, tree: AttemptTree): Promise<Reverified> {
  const { signal } = new AbortController();
  const requirement = await requirementOf(ports, review, tree);
  const moved = await applyChange(tree, review.change);
  if (moved.length > 0) {
    const why = `changed since the fix was proven: ${moved.join(", ")}`;
    return { status: "moved", paths: moved, why };
  }
  const checks = requirement && (await judgeChecks(ports, tree, requirement, signal));
  if (checks && checks.reasons.length > 0) return fails(checks.reasons);

  const { evidence } = review;
  const { suites } = await chooseSuites(ports, tree);
  const hadTests = evidence.tests_before.status !== "no_tests";
  if (!hadTests && suites.length === 0) return holds(tree, null);
  const { result } = await runSuites(ports, tree, suites, "all", {
    timeoutMs: ports.settings.testTimeoutSeconds * 1000,
  });
  const verdict = judge({
    before: evidence.tests_before,
    after: result,
    targets: evidence.fixed,
    flaky: evidence.flaky,
    tampering: [],
    ask: evidence.fixed.length === 0 ? "no_worse" : "whole",
  });
  const reasons =
    hadTests && verdict.status === "rejected"
      ? verdict.reasons
      : await brokenSince(ports, suites, result, evidence.flaky);
  if (reasons.length > 0) return fails(reasons.map((reason) => `on the current code the fix ${reason}`));
  if (!hadTests) return holds(tree, result.status === "no_tests" ? null : result);
  const { fixed, flaky, tests_before: before } = evidence;
  const original = textsOf(review.change, "before");
  const runs = { tree, original, suites, before, after: result, fixed, flaky, signal };
  const confirmed = await confirm(ports, runs);
  if (confirmed.status === "forged")
    return fails(confirmed.reasons.map((reason) => `on the current code the evidence is forged: ${reason}`));
  return holds(tree, result);
}

/**
 * What the change breaks although the proof could not show it: a test that was added or fixed since. Only the current
 * code without the change can tell whether a failing test is one of these.
 */
async function brokenSince(
  ports: ReverifyPorts,
  suites: readonly Suite[],
  after: TestResult,
  flaky: readonly string[],
): Promise<readonly string[]> {
  if (after.status === "passed" || after.status === "no_tests") return [];
  await using tree = await ports.workspace.openAttempt(ports.newId("A"));
  const { result: before } = await runSuites(ports, tree, suites, "all", {
    timeoutMs: ports.settings.testTimeoutSeconds * 1000,
  });
  const verdict = judge({ before, after, targets: [], flaky, tampering: [], ask: "no_worse" });
  return verdict.status === "rejected" && verdict.broken.length > 0 ? verdict.reasons : [];
}

function holds({ baseCommit: on }: AttemptTree, tests: TestResult | null): Reverified {
  return { status: "holds_again", tests, on };
}

function fails(reasons: readonly string[]): Reverified {
  return { status: "no_longer_proven", why: reasons.join("; ") };
}

async function requirementOf(
  ports: Pick<Ports, "conformance">,
  review: Review,
  tree: AttemptTree,
): Promise<CheckRequirement | null> {
  if (review.violation_id === null) return null;
  const violation = await ports.conformance.violation(review.violation_id);
  return violation && { violation, before: await ports.conformance.check(tree) };
}
