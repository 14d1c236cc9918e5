import type { LineCoverage, TestResult } from "../../domain/entities/test-result.ts";
import type { RepairTarget, TestEnvironment } from "../../domain/ports/repair.ts";
import type { Suite } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import type { Ports } from "../ports.ts";
import type { Failing } from "../proof/baseline.ts";
import { splitByJudging } from "../proof/reach/source-files.ts";
import { runSuites } from "../proof/suites.ts";
import type { FixSearchInput } from "./fix-search-input.ts";
import { recentChanges } from "./recent-changes.ts";

/** Every file that may be code or a test, and recent changes: collected before code and tests are separated. */
export interface Listing {
  readonly paths: readonly string[];
  readonly recent: NonNullable<RepairTarget["recent"]>;
}

/** The input of a source: the failure and the code that may change. */
export async function describeTarget(
  ports: Pick<Ports, "gatherNear" | "sourcesOf">,
  tree: AttemptTree,
  { judging, result, targets }: Pick<Failing, "judging" | "result" | "targets">,
  listing: Promise<Listing> = listFiles(ports, tree),
): Promise<RepairTarget> {
  const { paths, recent } = await listing;
  const failing = onlyTargets(result, targets);
  const near = await ports.gatherNear({
    failures: failing.failures,
    ...splitByJudging(paths, judging),
    read: (path) => tree.readText(path),
  });
  return { ...near, coverage: null, recent, failing };
}

export function environmentOf(tree: AttemptTree, suites: readonly Suite[]): TestEnvironment {
  return { tree: tree.path, lent: tree.lent, suites };
}

export async function listFiles(ports: Pick<Ports, "sourcesOf">, tree: AttemptTree): Promise<Listing> {
  const paths = await ports.sourcesOf(tree);
  return { paths, recent: (await tree.recentDiffs()).map(recentChanges) };
}

/** The same with the lines that the failing tests ran, for sources that cannot find them with a warm worker. */
export async function measureTarget(
  ports: Pick<Ports, "settings" | "testRules" | "tests">,
  input: FixSearchInput,
  target: RepairTarget,
  targets: readonly string[],
): Promise<RepairTarget> {
  const { coverage } = await runSuites(ports, input.tree, input.baseline.suites, targets, {
    timeoutMs: ports.settings.testTimeoutSeconds * 1000,
    coverageOf: target.sources.map((each) => each.path),
    signal: input.signal,
  });
  const relevant = new Set(
    narrow(
      target.sources.map((each) => each.path),
      coverage,
    ),
  );
  return { ...target, sources: target.sources.filter((each) => relevant.has(each.path)), coverage };
}

/** A file that none of the failing tests ran cannot contain the bug. */
function narrow(paths: readonly string[], coverage: LineCoverage | null): readonly string[] {
  if (coverage === null) return paths;
  const executed = paths.filter((path) => (coverage[path]?.executed.length ?? 0) > 0);
  return executed.length > 0 ? executed : paths;
}

function onlyTargets(result: TestResult, targets: readonly string[]): TestResult {
  return { ...result, failures: result.failures.filter((failure) => targets.includes(failure.test_id)) };
}
