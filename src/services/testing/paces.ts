import type { TestResult } from "../../domain/entities/test-result.ts";
import type { Execution } from "../../domain/ports/sandbox.ts";
import type { Suite, TestTree } from "../../domain/ports/testing.ts";
import { type Pace, showsPace } from "../../domain/rules/proof/run-limits.ts";

/** How long full runs of a tree's suites took. Forgotten with the tree, so each attempt starts fresh. */
export interface Paces {
  of(tree: TestTree, suite: Suite): Pace | null;
  /** Whether the suite has run in this tree, even if that does not show how long it takes. */
  hasRun(tree: TestTree, suite: Suite): boolean;
  /** Ignores runs that do not indicate how long the tests take. If there are several, the longest counts. */
  remember(
    tree: TestTree,
    suite: Suite,
    execution: Pick<Execution, "durationMs" | "longestSilenceMs">,
    result: TestResult,
  ): void;
}

export function createPaces(): Paces {
  const trees = new WeakMap<TestTree, Map<string, Pace | null>>();
  const keyOf = ({ framework, root }: Suite) => `${framework}@${root}`;
  const of: Paces["of"] = (tree, suite) => trees.get(tree)?.get(keyOf(suite)) ?? null;
  return {
    of,
    hasRun: (tree, suite) => trees.get(tree)?.has(keyOf(suite)) ?? false,
    remember(tree, suite, { durationMs, longestSilenceMs = durationMs }, result) {
      const before = of(tree, suite);
      const suites = trees.get(tree) ?? new Map<string, Pace | null>();
      trees.set(tree, suites);
      if (!showsPace(result)) {
        suites.set(keyOf(suite), before);
        return;
      }
      suites.set(keyOf(suite), {
        durationMs: Math.max(durationMs, before?.durationMs ?? 0),
        longestSilenceMs: Math.max(longestSilenceMs, before?.longestSilenceMs ?? 0),
      });
    },
  };
}
