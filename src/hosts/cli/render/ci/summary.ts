import { counted } from "../../../../domain/rules/text/counted.ts";
import { inlineCode } from "../../../../domain/rules/text/markdown.ts";
import { type CiReport, testResultOf } from "../../../../workflows/ci/ci.ts";
import type { OfferedChange } from "../../../../workflows/ci/offer-change.ts";
import { count } from "../review.ts";
import { placeOf } from "../violation.ts";

const MOST_ROWS = 50;

/** A Markdown summary for people who look at the build: what fails, and the proposed changes. */
export function summaryOf(report: CiReport, patches: ReadonlyMap<string, string>): string {
  const parts = [
    `## AgentForge: ${headline(report)}`,
    testsOf(report),
    offersOf(report.offered, patches),
    violationsOf(report),
    problemsOf(report),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

export function headline({ status, offered }: CiReport): string {
  if (status === "green") return "green";
  if (status === "could_not_run") return "could not run everything";
  return offered.length === 0
    ? "red, and no proven change was found"
    : `red, ${counted(offered.length, "proven change")}`;
}

function testsOf(report: CiReport): string {
  const result = testResultOf(report);
  if (result === null)
    return report.tests?.status === "no_verdict" ? `Tests did not run: ${inlineCode(report.tests.why)}` : "";
  const failing = result.failures
    .slice(0, MOST_ROWS)
    .map(({ test_id, error_message }) => [test_id, error_message]);
  const why =
    report.tests?.status === "not_repaired" ? `\n\nNot repaired: ${inlineCode(report.tests.why)}` : "";
  return `Tests: ${count(result)}.${failing.length === 0 ? "" : `\n\n${table(["Failing test", "Why"], failing)}`}${why}`;
}

function offersOf(offered: readonly OfferedChange[], patches: ReadonlyMap<string, string>): string {
  if (offered.length === 0) return "";
  const rows = offered.map((each): string[] => [
    inlineCode(each.review.title),
    each.review.evidence.confidence.overall.toFixed(2),
    whereOf(each, patches),
  ]);
  return rawTable(["Proven change", "Confidence", "Where"], rows);
}

/** URLs come from the forge, whose answers are not trusted: anything unusual is shown as code. */
function whereOf({ review, offer }: OfferedChange, patches: ReadonlyMap<string, string>): string {
  if (offer.kind === "pull-request") return `pull request ${offer.status}: ${linkTo(offer.url)}`;
  if (offer.kind === "suggestion") return `suggestion ${offer.status}: ${linkTo(offer.url)}`;
  if (offer.kind === "branch") return `pushed to ${inlineCode(offer.branch)}`;
  const file = patches.get(review.review_id);
  const where = file === undefined ? "no patch, because the change contains a secret" : inlineCode(file);
  return offer.why === null ? where : `${where} (${inlineCode(offer.why)})`;
}

function linkTo(url: string): string {
  return /^https?:\/\/[\w.:/#-]+$/.test(url) ? url : inlineCode(url);
}

function violationsOf({ checked, notFixed }: CiReport): string {
  const fresh = checked?.fresh ?? [];
  if (fresh.length === 0) return checked === null ? "" : "Checks: no new violations.";
  const why = new Map(notFixed.map((each) => [each.violation.violation_id, each.why]));
  const rows = fresh
    .slice(0, MOST_ROWS)
    .map((violation) => [
      placeOf(violation),
      `${violation.contract_id}/${violation.check_id}`,
      violation.message,
      why.get(violation.violation_id) ?? "a change is proposed",
    ]);
  const left = fresh.length - rows.length;
  return `${table(["Place", "Check", "Message", "Fix"], rows)}${left > 0 ? `\n\nAnd ${left} more.` : ""}`;
}

function problemsOf({ checked }: CiReport): string {
  const problems = checked?.run.problems ?? [];
  return problems
    .map(
      ({ contract, check, why }) =>
        `- ${inlineCode(`${contract}/${check}`)} could not run: ${inlineCode(why)}`,
    )
    .join("\n");
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return rawTable(
    heads,
    rows.map((row) => row.map(inlineCode)),
  );
}

function rawTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}
