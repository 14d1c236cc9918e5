import type { ChangeSet } from "../../domain/entities/code-change.ts";
import type { LineCoverage, TestResult } from "../../domain/entities/test-result.ts";
import { runsWithStatement } from "../../domain/rules/proof/coverage.ts";
import { changedLines } from "./changed-lines.ts";

export interface UntestedInput {
  readonly change: ChangeSet;
  readonly after: TestResult;
  readonly coverage: LineCoverage | null;
  readonly addedTests?: readonly string[];
}

/**
 * Places of a change that no test runs, as sentences: tests of one place say nothing about another. Empty if coverage
 * could not be measured at all.
 */
export function untestedPlaces({ change, after, coverage, addedTests = [] }: UntestedInput): string[] {
  if (coverage === null) return [];
  const isTest = (path: string) => addedTests.includes(path) || after.tests.some(({ file }) => file === path);
  const lines = new Map(changedLines(change.diff).map((file) => [file.path, file.lines]));
  return change.files.flatMap(({ path, after: state }) => {
    if (isTest(path)) return [];
    if (state === null) return [`no test shows that ${path} is not needed`];
    const [measured, changed] = [coverage[path], lines.get(path) ?? []];
    if (measured === undefined || changed.length === 0) return [`no test runs ${path}`];
    return groupsOf(changed)
      .filter((group) => !isRun(group, measured))
      .map(([line]) => `no test runs the change at ${path}:${line}`);
  });
}

type Measured = LineCoverage[string];

/**
 * Lines without code of their own count with the executable ones around them, or with the statement they belong to; above
 * all statements, such as an import in Go, with the whole file.
 */
function isRun(lines: readonly number[], measured: Measured): boolean {
  const { executed, executable } = measured;
  const own = lines.filter((line) => executable.includes(line));
  if (own.length > 0) return own.some((line) => executed.includes(line));
  if (lines.every((line) => executable.every((each) => line < each))) return executed.length > 0;
  return lines.some((line) => runsWithStatement(line, measured));
}

/** Lines that follow each other without a gap. */
function groupsOf(lines: readonly number[]): readonly number[][] {
  const groups: number[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.at(-1) === line - 1) last.push(line);
    else groups.push([line]);
  }
  return groups;
}
