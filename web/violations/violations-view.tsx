import { useState } from "react";
import type { Violation } from "../../src/domain/entities/violation.ts";
import { counted } from "../../src/domain/rules/text/counted.ts";
import type { ViolationsAnswer } from "../../src/hosts/http/api/violations.ts";
import { LineChart } from "../charts/line-chart.tsx";
import { ask } from "../core/api.ts";
import { useKeys } from "../core/keyboard.ts";
import { useMay } from "../core/may.ts";
import { Link, navigate, useLocation, withQuery } from "../core/router.tsx";
import { say } from "../core/toasts.tsx";
import { useAnswer } from "../core/use-answer.ts";
import { useSend } from "../core/use-send.ts";
import { AnswerState, Badge, Command, Empty, Section, Since } from "../parts/basics.tsx";
import { Choice, Columns, offsetIn, Pager } from "../parts/lists.tsx";
import { Shown } from "../parts/shown.tsx";
import { SEVERITIES, SEVERITY_TONE } from "../parts/words.ts";
import { FixButton } from "./fix-button.tsx";
import { placeOf } from "./violation-facts.tsx";

const LIMIT = 50;
const STATUSES = ["open", "resolved", "suppressed", "all"] as const;
type Severity = (typeof SEVERITIES)[number];

/** Open and past violations of the contracts. */
export function ViolationsView() {
  const { query } = useLocation();
  const filter = {
    status: (query.get("status") ?? undefined) as (typeof STATUSES)[number] | undefined,
    severity: (query.get("severity") ?? undefined) as Severity | undefined,
    rule: query.get("rule") ?? undefined,
    file: query.get("file") ?? undefined,
    text: query.get("text") ?? undefined,
  };
  const offset = offsetIn(query);
  const answer = useAnswer("listViolations", { query: { ...filter, limit: LIMIT, offset } }, ["violations"]);
  const { data, reload } = answer;
  return (
    <div className="view">
      <div className="view-head">
        <h1>Violations</h1>
        <CheckButton done={reload} />
      </div>
      <Filters rules={data?.rules ?? []} filter={filter} />
      <AnswerState answer={answer} />
      {data !== null && data.total === 0 && <NoViolations isFiltered={query.size > 0} />}
      {data !== null && data.violations.length > 0 && <ViolationTable violations={data.violations} />}
      <Pager offset={offset} limit={LIMIT} total={data?.total ?? 0} />
      <Trend rule={filter.rule} />
    </div>
  );
}

function CheckButton({ done }: { readonly done: () => void }) {
  const [isSending, send] = useSend();
  const check = async () => {
    const answer = await send(() => ask("check", { body: {} }));
    if (answer === null) return;
    const { opened, reopened, resolved, files_checked, problems } = answer;
    say(
      `${counted(files_checked, "file")} checked: ${opened.length + reopened.length} new, ${resolved.length} gone` +
        (problems.length === 0 ? "." : `; ${counted(problems.length, "check")} could not run.`),
    );
    done();
  };
  const mayCheck = useMay("check");
  useKeys("Violations", mayCheck ? [{ key: "x", label: "Run the checks", run: () => void check() }] : []);
  if (!mayCheck) return null;
  return (
    <button type="button" aria-keyshortcuts="x" disabled={isSending} onClick={check}>
      {isSending ? "Checking…" : "Run the checks"} <kbd>x</kbd>
    </button>
  );
}

interface FiltersProps {
  readonly rules: ViolationsAnswer["rules"];
  readonly filter: Readonly<Record<"status" | "severity" | "rule" | "file" | "text", string | undefined>>;
}

function Filters({ rules, filter }: FiltersProps) {
  const [text, setText] = useState(filter.text ?? "");
  const choose = (changes: Record<string, string | null>) =>
    navigate(withQuery({ ...changes, offset: null }), { replace: true });
  const known = filter.rule !== undefined && !rules.some(({ rule }) => rule === filter.rule);
  return (
    <form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        choose({ text });
      }}
    >
      <label>
        Status
        <select value={filter.status ?? "open"} onChange={(event) => choose({ status: event.target.value })}>
          {STATUSES.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </select>
      </label>
      <Choice label="Severity" value={filter.severity} choose={(severity) => choose({ severity })}>
        {SEVERITIES.map((severity) => (
          <option key={severity}>{severity}</option>
        ))}
      </Choice>
      <Choice label="Rule" value={filter.rule} choose={(rule) => choose({ rule })}>
        {known && <option>{filter.rule}</option>}
        {rules.map(({ rule, count }) => (
          <option key={rule} value={rule}>
            {rule} ({count})
          </option>
        ))}
      </Choice>
      <label>
        Text
        <input
          type="search"
          value={text}
          placeholder="in the message or path"
          onChange={(event) => setText(event.target.value)}
          onBlur={() => text !== (filter.text ?? "") && choose({ text })}
        />
      </label>
    </form>
  );
}

function NoViolations({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No violations match" />;
  return (
    <Empty title="No open violations">
      <p className="muted">
        Contracts define rules for the code. Write one, then run the checks here or with a command:
      </p>
      <Command text="agentforge conformance check" />
    </Empty>
  );
}

function ViolationTable({ violations }: { readonly violations: readonly Violation[] }) {
  return (
    <table className="list">
      <Columns
        names={[
          "Violation",
          "Severity",
          "Rule",
          "Found",
          <span key="actions" className="for-readers">
            Actions
          </span>,
        ]}
      />
      <tbody>
        {violations.map((violation) => (
          <tr key={violation.violation_id}>
            <td className="wide-cell">
              <Link href={`/violations/${violation.violation_id}`}>
                <Shown text={violation.message} />
              </Link>
              <div className="muted">
                <code>
                  <Shown text={placeOf(violation)} />
                </code>
              </div>
            </td>
            <td data-label="Severity">
              <Badge tone={SEVERITY_TONE[violation.severity]}>{violation.severity}</Badge>
            </td>
            <td data-label="Rule">
              <Shown text={violation.check_id} />
            </td>
            <td data-label="Found">
              <Since time={violation.detected_at} />
            </td>
            <td>
              <FixButton violation={violation} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Trend({ rule }: { readonly rule: string | undefined }) {
  const { data } = useAnswer("getTrend", { query: { rule } }, ["violations"]);
  if (data === null || data.points.length === 0) return null;
  return (
    <Section title={data.rule === null ? "Open over time" : "Open over time, this rule"}>
      <LineChart
        title="Open violations by day"
        labels={data.points.map(({ day }) => day)}
        series={[{ name: "open", tone: "warn", values: data.points.map(({ open }) => open) }]}
      />
    </Section>
  );
}
