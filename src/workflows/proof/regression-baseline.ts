import type { TestResult } from "../../domain/entities/test-result.ts";
import { type JudgingFiles, NOTHING_JUDGES, type Suite } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import type { Ports } from "../ports.ts";
import { type Baseline, takeBaseline } from "./baseline.ts";
import { isWithoutTests, type NoVerdict } from "./no-verdict.ts";

/** The results that a change must not break. */
export interface RegressionBaseline {
  readonly suites: readonly Suite[];
  /** Names of suites that the user's settings exclude. */
  readonly excluded: readonly string[];
  /** Null if the repository has no tests. */
  readonly before: TestResult | null;
  readonly judging: JudgingFiles;
  readonly flaky: readonly string[];
  /** Tests that consistently fail before any change. */
  readonly failing: readonly string[];
}

export type RegressionBaselineOutcome =
  | ({ readonly status: "known" } & RegressionBaseline)
  | ({ readonly status: "no_verdict" } & NoVerdict);

/** Failing tests do not block here, as long as the change breaks no other test. */
export async function takeRegressionBaseline(
  ports: Pick<Ports, "settings" | "telemetry" | "testRules" | "tests">,
  tree: AttemptTree,
  signal: AbortSignal,
): Promise<RegressionBaselineOutcome> {
  return fromBaseline(await takeBaseline(ports, tree, [], signal));
}

function fromBaseline(baseline: Baseline): RegressionBaselineOutcome {
  if (baseline.status === "no_verdict") {
    const { status, excluded, cause, why, hint } = baseline;
    if (!isWithoutTests(baseline)) return { status, cause, why, hint };
    const none = { suites: [], before: null, judging: NOTHING_JUDGES, flaky: [], failing: [] };
    return { status: "known", excluded, ...none };
  }
  const { suites, excluded, result: before, judging } = baseline;
  return {
    status: "known",
    ...{ suites, excluded, before, judging },
    flaky: baseline.status === "passing" ? [] : baseline.flaky,
    failing: baseline.status === "failing" ? baseline.targets : [],
  };
}

/** For a baseline without results: why it has none. */
export function whyUntested({ excluded }: RegressionBaseline): string {
  return excluded.length > 0 ? "your settings exclude every suite" : "there are no tests here";
}

/** Results by commit, so that tests need not run again right away. Only for trees without uncommitted changes. */
export interface BaselineCache {
  get(tree: AttemptTree): Promise<RegressionBaseline | null>;
  put(commit: string | null, baseline: RegressionBaseline): Promise<void>;
}

export function cacheBaselines(ports: Pick<Ports, "workspace">): BaselineCache {
  const known = new Map<string, RegressionBaseline>();
  const isClean = async () => (await ports.workspace.state()).dirty.length === 0;
  return {
    async get({ baseCommit }) {
      const baseline = baseCommit === null ? undefined : known.get(baseCommit);
      return baseline && (await isClean()) ? baseline : null;
    },
    async put(commit, baseline) {
      if (commit !== null && (await isClean())) known.set(commit, baseline);
    },
  };
}
