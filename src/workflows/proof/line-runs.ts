import type { LineRun } from "../../domain/entities/evidence.ts";
import type { LineCoverage } from "../../domain/entities/test-result.ts";
import type { changedLines } from "./changed-lines.ts";

/** Limits of a record: lines, tests per line, and tests in total. */
const MOST = { lines: 2_000, testsOfLine: 20, tests: 4_000 };

/** The changed lines that were measured: whether they ran, and by which tests. */
export function lineRuns(
  changed: ReturnType<typeof changedLines>,
  coverage: LineCoverage | null,
  fixed: readonly string[],
): LineRun[] {
  const runs = changed.flatMap(({ path, lines }) => runsIn(path, lines, coverage?.[path], new Set(fixed)));
  let left = MOST.tests;
  return runs.slice(0, MOST.lines).map((run) => {
    const tests = run.tests?.slice(0, Math.min(left, MOST.testsOfLine)) ?? null;
    left -= tests?.length ?? 0;
    return { ...run, tests };
  });
}

function runsIn(
  path: string,
  lines: readonly number[],
  measured: LineCoverage[string] | undefined,
  fixed: ReadonlySet<string>,
): LineRun[] {
  if (measured === undefined) return [];
  const [executed, executable] = [new Set(measured.executed), new Set(measured.executable)];
  return lines
    .filter((line) => executed.has(line) || executable.has(line))
    .map((line) => {
      const known = measured.tests && (measured.tests[line] ?? []);
      const tests =
        known?.toSorted((one, other) => Number(fixed.has(other)) - Number(fixed.has(one))) ?? null;
      return { path, line, run: executed.has(line), tests, test_count: tests?.length ?? 0 };
    });
}
