import type { TestResult } from "../../domain/entities/test-result.ts";
import type { Execution } from "../../domain/ports/sandbox.ts";
import type { Suite, TestTree } from "../../domain/ports/testing.ts";
import { type Pace, showsPace } from "../../domain/rules/run-limits.ts";

/** How long full runs of a tree's suites took. Forgotten with the tree, so each attempt starts fresh. */
export interface Paces {
  of(tree: TestTree, suite: Suite): Pace | null;
  /** Ignores runs that do not indicate how long the tests take. If there are several, the longest counts. */
  remember(
    tree: TestTree,
    suite: Suite,
    execution: Pick<Execution, "durationMs" | "longestSilenceMs">,
    result: TestResult,
  ): void;
}

export function createPaces(): Paces {
  const trees = new WeakMap<TestTree, Map<string, Pace>>();
  const keyOf = ({ framework, root }: Suite) => `${framework}@${root}`;
  const of: Paces["of"] = (tree, suite) => trees.get(tree)?.get(keyOf(suite)) ?? null;
  return {
    of,
    remember(tree, suite, { durationMs, longestSilenceMs = durationMs }, result) {
      if (!showsPace(result)) return;
      const before = of(tree, suite);
      const suites = trees.get(tree) ?? new Map<string, Pace>();
      trees.set(tree, suites);
      suites.set(keyOf(suite), {
        durationMs: Math.max(durationMs, before?.durationMs ?? 0),
        longestSilenceMs: Math.max(longestSilenceMs, before?.longestSilenceMs ?? 0),
      });
    },
  };
}
