import type { Evidence, LineRun } from "../../../domain/entities/evidence.ts";
import type { Modification, Review } from "../../../domain/entities/review.ts";
import type { TestResult } from "../../../domain/entities/test-result.ts";
import { bandOf, WEIGHTS } from "../../../domain/rules/proof/confidence.ts";
import { countFailing } from "../../../domain/rules/proof/failing.ts";
import { ranBy } from "../../../domain/rules/proof/ran-by.ts";
import { questionsOf } from "../../../domain/rules/reviews/deciding-test.ts";
import { counted } from "../../../domain/rules/text/counted.ts";
import { type Paint, visible, visibleName } from "../terminal.ts";
import { renderDiff } from "./diff.ts";

/** Everything a person needs to answer: the diff, why, the proof and its limits, and the rivals. */
export function renderReview(review: Review, paint: Paint, verbose = false): string {
  const { evidence, request } = review;
  const sections = [
    renderDiff(review.change.diff, paint),
    rows(
      [
        ...evidence.doubts.map((doubt): [string, string] => ["Doubt", doubt]),
        ["Problem", request.diagnostic_summary],
        ["Fix", request.proposed_fix],
        ["Tests", tests(evidence)],
        ...checks(evidence),
        ["Proof", proof(evidence)],
        ...lineRows(evidence, verbose),
        ...confirmed(evidence),
        ["Confidence", confidence(evidence)],
        ...review.modifications.map((one): [string, string] => ["Modified", modified(one)]),
        ...evidence.notes.map((note): [string, string] => ["Note", note]),
        ...review.asked_because
          .filter((reason) => !evidence.doubts.includes(reason))
          .map((reason): [string, string] => ["Why asked", reason]),
      ],
      paint,
    ),
  ];
  if (verbose) sections.push(renderSignals(evidence, paint));
  if (evidence.alternatives.length > 0) sections.push(renderAlternatives(evidence, paint, verbose));
  if (questionsOf(review).length > 0) sections.push(renderQuestions(review));
  return sections.join("\n\n");
}

export function nextSteps(review: Review, paint: Paint): string {
  const id = review.review_id;
  const answers: (readonly [string, string])[] = [
    [`approve ${id}`, "commits it on the current branch"],
    [`modify ${id}`, "lets you edit it first; your version is proven again"],
    [`reject ${id} --reason "…"`, "drops it; the next attempt sees your reason"],
    ...(questionsOf(review).length > 0
      ? [
          [
            `answer ${id} --test this|other --question n`,
            "writes the test that decides, and repairs again",
          ] as const,
        ]
      : []),
    [`show ${id}`, "shows this page again"],
  ];
  return [
    "Nothing in your working tree has changed yet. Your answer:",
    ...answers.flatMap(([command, what]) => [
      `  ${paint("cyan", `agentforge review ${command}`)}`,
      `      ${what}`,
    ]),
  ].join("\n");
}

export function count(result: TestResult): string {
  const failed = countFailing(result);
  const parts = [`${result.passed} passed`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (result.skipped > 0) parts.push(`${result.skipped} skipped`);
  return parts.join(", ");
}

/** Names and values in two columns; on a terminal a long value continues below itself. */
export function rows(
  pairs: readonly (readonly [string, string])[],
  paint: Paint,
  columns = process.stdout.columns || Number.POSITIVE_INFINITY,
): string {
  const width = Math.max(0, ...pairs.map(([name]) => name.length));
  const indent = " ".repeat(width + 4);
  return pairs
    .map(([name, value]) => {
      const lines = wrap(visible(value), Math.max(30, columns - width - 5));
      return `  ${paint("dim", name.padEnd(width))}  ${lines.join(`\n${indent}`)}`;
    })
    .join("\n");
}

function wrap(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

function modified({ by, at, previous_diff_hash, reason }: Modification): string {
  const why = reason === null ? "" : `: ${reason}`;
  return `by ${by} at ${at}${why} (before: diff ${previous_diff_hash.slice(0, 12)})`;
}

function tests({ tests_before: before, tests_after: after }: Evidence): string {
  return after.status === "no_tests"
    ? "none in this repository"
    : `${count(before)} before, ${count(after)} after`;
}

function checks({ checks_before: before, checks_after: after }: Evidence): [string, string][] {
  return before === null || after === null
    ? []
    : [["Checks", `${counted(before, "violation")} before, ${after} after`]];
}

function proof(evidence: Evidence): string {
  const { total, covered } = evidence.changed_lines;
  const gone =
    evidence.checks_gone.length > 0 ? "the check no longer finds it" : "no check verified that it is gone";
  if (evidence.tests_after.status === "no_tests") return `${gone}; no tests ran`;
  const achieved = evidence.fixed.length > 0 ? fixedTests(evidence) : `${gone}, no test broke`;
  if (covered === null) return `${achieved}; whether tests run the changed lines could not be measured`;
  if (covered === 0) return `${achieved}; but no test runs the changed lines`;
  return `${achieved}; tests run ${covered} of ${counted(total, "changed line")}`;
}

/** The tests known to run the changed lines; line by line with `--verbose`. */
function lineRows({ line_runs: lines }: Evidence, verbose: boolean): [string, string][] {
  const measured = lines.filter(({ run, tests }) => run && tests !== null);
  if (verbose) {
    const more = lines.length - MOST_LINES;
    const shown = lines.slice(0, MOST_LINES).map((line): [string, string] => ["Line", lineText(line)]);
    return more > 0 ? [...shown, ["Line", `and ${counted(more, "more line")}`]] : shown;
  }
  const names = [...new Set(measured.flatMap(({ tests }) => tests ?? []))];
  if (names.length === 0) return [];
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
  return [["Covered by", `${names.slice(0, MOST_NAMES).map(visibleName).join(", ")}${more}`]];
}

const MOST_NAMES = 3;
const MOST_LINES = 10;

function lineText(line: LineRun): string {
  const names =
    line.tests === null || line.tests.length === 0 ? "" : `: ${line.tests.map(visibleName).join(", ")}`;
  return `${visibleName(line.path)}:${line.line} ${ranBy(line)}${names}`;
}

function confirmed({ confirmation }: Evidence): [string, string][] {
  if (confirmation === null) return [];
  const { tests, canaries, missing } = confirmation;
  if (missing !== null) return [["Confirmed", `no: ${missing}`]];
  const made = canaries === 1 ? "1 planted failure was caught" : `${canaries} planted failures were caught`;
  return [["Confirmed", `an independent second run agrees on ${counted(tests, "test")}; ${made}`]];
}

function fixedTests(evidence: Evidence): string {
  const left = evidence.still_failing;
  const part = left.length === 0 ? "" : `; still failing: ${left.join(", ")}`;
  return `${evidence.fixed.length} failing ${evidence.fixed.length === 1 ? "test passes" : "tests pass"} now, none broke${part}`;
}

function confidence(evidence: Evidence): string {
  const { confidence: it } = evidence;
  const parts = PARTS.map(({ title, part, weight }) => `${title} ${it[part].toFixed(2)} × ${weight}`);
  return `${it.overall.toFixed(2)} = ${parts.join(" + ")}: ${bandOf(it.overall).replaceAll("_", " ")}`;
}

const PARTS = [
  { title: "diagnosis", part: "diagnostic_confidence", signals: "diagnostic", weight: WEIGHTS.diagnostic },
  { title: "fix", part: "fix_confidence", signals: "fix", weight: WEIGHTS.fix },
  {
    title: "coverage",
    part: "test_coverage_confidence",
    signals: "test_coverage",
    weight: WEIGHTS.test_coverage,
  },
] as const;

/** What each of the three numbers is based on. */
function renderSignals({ confidence }: Evidence, paint: Paint): string {
  return rows(
    PARTS.flatMap(({ title, part, signals }) => [
      [title, confidence[part].toFixed(2)] as const,
      ...confidence.signals[signals].map(
        (signal) => [`  ${signal.name}`, `${signal.value} (${signal.score.toFixed(2)})`] as const,
      ),
    ]),
    paint,
  );
}

function renderAlternatives(evidence: Evidence, paint: Paint, verbose: boolean): string {
  const many = evidence.alternatives.length;
  const head = `  ${many} other ${many === 1 ? "change passes" : "changes pass"} every test too; read the diff with that in mind:`;
  const list = evidence.alternatives.map((rival) => {
    const parts = rival.differs === null ? "" : `\n      on ${visible(rival.differs)}`;
    const line = `    - ${visible(rival.description)}${parts}`;
    return verbose ? `${line}\n${renderDiff(rival.diff, paint)}` : line;
  });
  return [paint("yellow", head), ...list].join("\n");
}

/** The questions that `review answer` can write a test for. */
function renderQuestions(review: Review): string {
  const list = questionsOf(review).map(
    ({ call, mine, other }, at) =>
      `    ${at + 1}. ${visible(call)}: ${visible(mine)} with this change, ${visible(other)} with another`,
  );
  return ["  Questions that a test would decide:", ...list].join("\n");
}
