import type { ChangeSet } from "../../domain/entities/code-change.ts";
import type { Signal } from "../../domain/entities/confidence.ts";
import type {
  Alternative,
  ConfirmationRecord,
  Evidence,
  SearchEvidence,
} from "../../domain/entities/evidence.ts";
import type { LineCoverage, TestResult } from "../../domain/entities/test-result.ts";
import type { Suspect } from "../../domain/ports/repair.ts";
import { isByRule, isBySearch } from "../../domain/rules/proof/authors.ts";
import { weighConfidence } from "../../domain/rules/proof/confidence.ts";
import {
  SCORES,
  type ScoredSignal,
  SIGNAL_NAMES,
  scoreIn,
  UNMEASURED,
} from "../../domain/rules/proof/confidence-scores.ts";
import { runsWithStatement } from "../../domain/rules/proof/coverage.ts";
import { countFailing } from "../../domain/rules/proof/failing.ts";
import { noticedShare } from "../../domain/rules/proof/pinning.ts";
import { fixedTests } from "../../domain/rules/proof/verdict.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import { changedLines } from "./changed-lines.ts";
import type { ChecksJudged } from "./check-requirement.ts";
import { lineRuns } from "./line-runs.ts";
import { untestedPlaces } from "./untested.ts";

export interface EvidenceInput {
  readonly before: TestResult;
  readonly after: TestResult;
  readonly targets: readonly string[];
  readonly flaky: readonly string[];
  readonly change: ChangeSet;
  readonly coverage: LineCoverage | null;
  readonly suspects: readonly Suspect[];
  readonly alternatives: readonly Alternative[];
  readonly searchEvidence?: SearchEvidence | null;
  /** Objections to the change although the tests pass. */
  readonly doubts: readonly string[];
  readonly unnoticed: readonly string[];
  readonly newTokens: number;
  /** Null when there were no tests to confirm. */
  readonly confirmation: ConfirmationRecord | null;
  readonly excludedSuites: readonly string[];
  readonly checks: ChecksJudged | null;
  /** Changed files that are tests added to show the bug; they are not the fix. */
  readonly addedTests?: readonly string[];
  readonly notes: readonly string[];
  readonly uncommitted: readonly string[];
  readonly madeBy: readonly string[];
  readonly sandbox: string;
  readonly tools: Readonly<Record<string, string>>;
}

/** Combines what was observed into evidence and confidence. */
export function gatherEvidence(input: EvidenceInput): Evidence {
  const fixed = fixedTests(input);
  const lines = changedLines(input.change.diff).filter(({ path }) => !input.addedTests?.includes(path));
  const total = lines.reduce((sum, file) => sum + file.lines.length, 0);
  const covered = countCovered(lines, input.coverage);
  return {
    tests_before: input.before,
    tests_after: input.after,
    fixed,
    still_failing: input.targets.filter((id) => !fixed.includes(id)),
    broken: [],
    flaky: [...input.flaky],
    checks_before: input.checks?.before ?? null,
    checks_after: input.checks?.after ?? null,
    checks_gone: [...(input.checks?.gone ?? [])],
    checks_come: [...(input.checks?.come ?? [])],
    changed_lines: { total, covered },
    line_runs: lineRuns(lines, input.coverage, fixed),
    untested: isByRule(input.madeBy) ? [] : untestedPlaces(input),
    doubts: [...input.doubts],
    unnoticed: [...input.unnoticed],
    search: input.searchEvidence ?? null,
    new_tokens: input.newTokens,
    confirmation: input.confirmation,
    excluded_suites: [...input.excludedSuites],
    confidence: weighConfidence({
      diagnostic: diagnosticSignals(input, lines),
      fix: fixSignals(input, total),
      test_coverage: coverageSignals(input, total, covered),
    }),
    alternatives: [...input.alternatives],
    added_tests: [...(input.addedTests ?? [])],
    notes: [...input.notes],
    uncommitted: [...input.uncommitted],
    made_by: [...new Set(input.madeBy)],
    sandbox: input.sandbox,
    tools: { ...input.tools },
  };
}

/** The rank after all listed suspects. */
const NO_SUSPECT = 20;

type ChangedFile = ReturnType<typeof changedLines>[number];

function placeSignal({ searchEvidence, suspects }: EvidenceInput, lines: readonly ChangedFile[]): Signal {
  const place = searchEvidence?.place ?? null;
  if (place !== null) return scored("place", place, `${counted(place, "function")} suspected more`);
  const rank = suspects.findIndex((suspect) =>
    lines.some(
      (file) => file.path === suspect.path && file.lines.some((line) => Math.abs(line - suspect.line) <= 1),
    ),
  );
  return scored(
    "place",
    rank < 0 ? NO_SUSPECT : rank,
    rank < 0 ? "not among the suspects" : `number ${rank + 1} of ${suspects.length} suspects`,
  );
}

function diagnosticSignals(input: EvidenceInput, lines: readonly ChangedFile[]): Signal[] {
  const files = lines.length;
  return [
    placeSignal(input, lines),
    {
      name: "files changed",
      value: String(files),
      score: files <= 1 ? 1 : Math.max(0.3, 1 - (files - 1) * 0.2),
    },
  ];
}

/** If there is a doubt, nothing else about the fix counts, because its basis is in question. */
function fixSignals(input: EvidenceInput, total: number): Signal[] {
  if (input.doubts.length > 0) {
    return input.doubts.map((doubt) => ({ name: "doubt", value: doubt, score: 0 }));
  }
  const others = input.alternatives.length;
  return [
    { name: "lines changed", value: String(total), score: Math.max(0.2, 1 - Math.max(0, total - 1) * 0.05) },
    scored("rivals", others),
    ...searchSignals(input),
    ...testSignals(input),
  ];
}

/** How common the edit is, and how long the search took. */
function searchSignals({ searchEvidence }: EvidenceInput): Signal[] {
  if (!searchEvidence) return [];
  const { passing, cost, before, alike } = searchEvidence;
  return [
    scored("passing", Math.max(0, passing - 1)),
    scored("cost", cost, cost.toFixed(1)),
    scored("before", before),
    ...(alike === null ? [] : [scored("alike", alike)]),
  ];
}

function scored(signal: ScoredSignal, amount: number, value = String(amount)): Signal {
  return { name: SIGNAL_NAMES[signal], value, score: scoreIn(SCORES[signal], amount) };
}

function testSignals({ after, flaky }: EvidenceInput): Signal[] {
  if (after.status === "no_tests") return [];
  const failed = countFailing(after) - flaky.length;
  return [
    scored("passed", after.passed),
    { name: "tests that still fail", value: String(Math.max(0, failed)), score: failed > 0 ? 0.5 : 1 },
  ];
}

/** Only the changed code counts: passing tests elsewhere do not prove code that no test runs or checks. */
function coverageSignals(input: EvidenceInput, total: number, covered: number | null): Signal[] {
  if (input.after.status === "no_tests") {
    return [
      {
        name: "tests",
        value: (input.checks?.gone.length ?? 0) > 0 ? "none: proven by the checks alone" : "none",
        score: 0,
      },
    ];
  }
  return [
    {
      name: "changed lines exercised by tests",
      value: covered === null ? "not measured" : `${covered} of ${total}`,
      score: covered === null || total === 0 ? 0.5 : covered / total,
    },
    ...pinningSignals(input),
  ];
}

/** How much the tests check there, if the search made the change. */
function pinningSignals({ searchEvidence, madeBy }: EvidenceInput): Signal[] {
  const share = noticedShare(searchEvidence?.pinning ?? null);
  const unmeasured = { name: SIGNAL_NAMES.noticed, value: "not measured", score: UNMEASURED };
  if (!searchEvidence) return isBySearch(madeBy) ? [unmeasured] : [];
  const { pinning, tests } = searchEvidence;
  const run = scored("tests", tests);
  if (pinning === null || share === null) return [run, unmeasured];
  const { killed, survived } = pinning;
  return [run, scored("noticed", share, `${killed} of ${killed + survived}`)];
}

/**
 * A line that cannot be executed on its own, such as a comment, counts with the executable lines changed next to it. If
 * there are none, it counts with the statement it belongs to or follows.
 */
function countCovered(lines: readonly ChangedFile[], coverage: LineCoverage | null): number | null {
  if (coverage === null) return null;
  let covered = 0;
  let measured = false;
  for (const file of lines) {
    const known = coverage[file.path];
    if (!known) continue;
    measured = true;
    const executed = new Set(known.executed);
    const executable = new Set(known.executable);
    const own = file.lines.filter((line) => executable.has(line));
    if (own.length === 0) {
      covered += file.lines.filter((line) => runsWithStatement(line, known)).length;
      continue;
    }
    if (own.some((line) => executed.has(line)))
      covered += file.lines.filter((line) => executed.has(line) || !executable.has(line)).length;
  }
  return measured ? covered : null;
}
