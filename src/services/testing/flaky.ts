import type { Suite, TestRunner, TestTree } from "../../domain/ports/testing.ts";

export interface Flakiness {
  /** Failed at first and passed at least once on the same, unpatched tree. */
  readonly flaky: readonly string[];
  /** Failed every time. */
  readonly steady: readonly string[];
  readonly runs: number;
}

/** Runs what failed again, on the tree as it is. A flaky test is reported, never repaired. */
export async function findFlaky(
  runner: TestRunner,
  tree: TestTree,
  suite: Suite,
  failing: readonly string[],
  reruns: number,
  options: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
): Promise<Flakiness> {
  const flaky = new Set<string>();
  let runs = 0;
  while (runs < reruns && flaky.size < failing.length && !options.signal?.aborted) {
    runs += 1;
    const ids = failing.filter((id) => !flaky.has(id));
    const { result } = await runner.run(tree, suite, { ...options, selection: { kind: "tests", ids } });
    for (const test of result.tests)
      if (test.status === "passed" && ids.includes(test.id)) flaky.add(test.id);
  }
  return { flaky: [...flaky], steady: failing.filter((id) => !flaky.has(id)), runs };
}
