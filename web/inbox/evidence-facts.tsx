import type { ReactNode } from "react";
import type { Evidence } from "../../src/domain/entities/evidence.ts";
import type { TestResult } from "../../src/domain/entities/test-result.ts";
import { countFailing } from "../../src/domain/rules/proof/failing.ts";
import { counted } from "../../src/domain/rules/text/counted.ts";
import type { ReviewDetail } from "../../src/hosts/http/api/reviews.ts";
import { duration } from "../core/time.ts";
import { Fact, Facts, Section } from "../parts/basics.tsx";
import { Columns } from "../parts/lists.tsx";
import { Shown, TextList } from "../parts/shown.tsx";
import { spelled } from "../parts/words.ts";

/** Observations from runs: tests before and after, the changed lines, checks, the second run. */
export function EvidenceFacts({ detail }: { readonly detail: ReviewDetail }) {
  const { evidence } = detail.review;
  return (
    <Section title="Evidence">
      <TestCounts before={evidence.tests_before} after={evidence.tests_after} />
      <Names title="Fixed" names={evidence.fixed} tone="good" />
      <Names title="Still failing" names={evidence.still_failing} tone="bad" />
      <Names title="Flaky: these pass or fail without any change" names={evidence.flaky} tone="warn" />
      <Facts>
        <Fact name="Changed lines">{linesRun(evidence)}</Fact>
        {testsOfLines(evidence)}
        {checks(evidence)}
        <Fact name="Second run">
          <Shown text={confirmation(evidence)} />
        </Fact>
        {evidence.added_tests.length > 0 && (
          <Fact name="New tests">
            <Shown text={evidence.added_tests.join(", ")} />: they fail without the change and pass with it
          </Fact>
        )}
        {evidence.excluded_suites.length > 0 && (
          <Fact name="Left out">
            <Shown text={evidence.excluded_suites.join(", ")} />, according to the settings
          </Fact>
        )}
        {evidence.uncommitted.length > 0 && (
          <Fact name="Not committed">
            <Shown text={evidence.uncommitted.join(", ")} /> had uncommitted changes when the tests ran
          </Fact>
        )}
        <Fact name="Where">
          <Shown text={`${evidence.tests_after.framework}, sandbox: ${evidence.sandbox ?? "not recorded"}`} />
        </Fact>
      </Facts>
      <Sentences title="No test would notice" sentences={evidence.unnoticed} />
      <Sentences title="Notes" sentences={evidence.notes} />
      <RawOutput result={evidence.tests_after} />
    </Section>
  );
}

function TestCounts({ before, after }: { readonly before: TestResult; readonly after: TestResult }) {
  if (after.status === "no_tests") return <p>There are no tests in this repository.</p>;
  return (
    <table className="counts">
      <Columns names={["Tests", "passed", "failed", "skipped", "took"]} />
      <tbody>
        {(
          [
            ["before", before],
            ["after", after],
          ] as const
        ).map(([name, result]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{result.passed}</td>
            <td className={countFailing(result) > 0 ? "bad" : "good"}>{countFailing(result)}</td>
            <td>{result.skipped}</td>
            <td>{result.status === "no_tests" ? "no tests" : duration(result.duration_seconds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Names({
  title,
  names,
  tone,
}: {
  title: string;
  names: readonly string[];
  tone: "good" | "bad" | "warn";
}) {
  if (names.length === 0) return null;
  const list = (
    <ul className={`names ${tone}`}>
      {names.map((name) => (
        <li key={name}>
          <Shown text={name} />
        </li>
      ))}
    </ul>
  );
  if (names.length <= 5)
    return (
      <>
        <h3>{title}</h3>
        {list}
      </>
    );
  return (
    <details>
      <summary>
        {title} ({names.length})
      </summary>
      {list}
    </details>
  );
}

function Sentences({ title, sentences }: { readonly title: string; readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <TextList texts={sentences} />
    </>
  );
}

function RawOutput({ result }: { readonly result: TestResult }) {
  if (result.raw_output.trim() === "") return null;
  return (
    <details>
      <summary>Output of the tests ({spelled(result.status)})</summary>
      <pre className="output">
        <Shown text={result.raw_output} />
      </pre>
    </details>
  );
}

function linesRun({ changed_lines: { total, covered }, tests_after }: Evidence): string {
  if (tests_after.status === "no_tests") return `${counted(total, "line")}, not run by any test`;
  if (covered === null) return `${counted(total, "line")}; whether tests run them could not be measured`;
  return `${covered} of ${counted(total, "line")} run by tests`;
}

/** Which tests run the changed lines; the marks next to the lines show it line by line. */
function testsOfLines({ line_runs: lines }: Evidence): ReactNode {
  const run = lines.filter((line) => line.run);
  if (run.length === 0) return null;
  const names = [...new Set(run.flatMap(({ tests }) => tests ?? []))];
  if (names.length === 0)
    return (
      run.every(({ tests }) => tests === null) && <Fact name="Covered by">not recorded which tests</Fact>
    );
  return (
    <Fact name="Covered by">
      <Shown text={names.slice(0, MOST_NAMES).join(", ")} />
      {names.length > MOST_NAMES && ` and ${names.length - MOST_NAMES} more`}
    </Fact>
  );
}

const MOST_NAMES = 5;

function checks({ checks_before: before, checks_after: after, checks_come: come }: Evidence): ReactNode {
  if (before === null || after === null) return null;
  return (
    <Fact name="Checks">
      {counted(before, "violation")} before, {after} after
      {come.length > 0 && (
        <>
          , new: <Shown text={come.join(", ")} />
        </>
      )}
    </Fact>
  );
}

function confirmation({ confirmation: it }: Evidence): string {
  if (it === null) return "none on record";
  if (it.missing !== null) return `not confirmed: ${it.missing}`;
  const failed =
    it.canaries === 1 ? "1 planted failure was caught" : `${it.canaries} planted failures were caught`;
  return `independent, agrees on ${counted(it.tests, "test")}; ${failed}${it.notes.length > 0 ? `. ${it.notes.join(" ")}` : ""}`;
}
