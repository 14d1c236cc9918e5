import type { Certificate, Statement } from "../../../domain/entities/certificate.ts";
import type { Difference } from "../../../domain/rules/proof/certificate-comparison.ts";
import { isFailing } from "../../../domain/rules/proof/failing.ts";
import { counted } from "../../../domain/rules/text/counted.ts";
import { type Paint, visible, visibleName } from "../terminal.ts";
import { rows } from "./review.ts";

export function renderCertificate(certificate: Certificate, paint: Paint, verbose: boolean): string {
  const { statement } = certificate;
  const { approval, journal, sandbox } = statement;
  const tools = Object.entries(statement.tools).map(([name, version]) => `${name} ${version}`);
  return rows(
    [
      ["Certificate", `sha256:${certificate.digest}`],
      ["Fix", statement.title],
      ["Commit", `${certificate.result_commit} on ${certificate.base_commit ?? "nothing"}`],
      ["Files", statement.files.map((file) => visibleName(file.path)).join(", ")],
      ["Tests", testsOf(statement)],
      ...statement.tests.fixed.map((id): [string, string] => ["Fixed", id]),
      ...checksOf(statement),
      ["Proof", coverageOf(statement)],
      ["Confidence", statement.confidence.toFixed(2)],
      ["Brain", brainOf(statement)],
      ...modelsOf(statement),
      ["Cost", costOf(statement)],
      ["Sandbox", sandbox ?? "not recorded"],
      ["Tools", tools.join(", ")],
      ["Approved", `by ${approval.by} (${approval.actor}) at ${approval.at}`],
      ["Journal", journal === null ? "not recorded" : `record ${journal.seq}, ${journal.hash.slice(0, 16)}`],
      ["Trace", statement.trace_id],
      ...(verbose ? statement.tests.cases.map(caseOf) : []),
    ],
    paint,
  );
}

export function renderDifference({ place, certified, now }: Difference): string {
  return `    ${visible(place)}\n      certified: ${visible(certified)}\n      now:       ${visible(now)}`;
}

function testsOf({ tests }: Statement): string {
  if (tests.cases.length === 0) return "none";
  const count = (side: "before" | "after") => {
    const statuses = tests.cases.map((test) => test[side]);
    const passed = statuses.filter((status) => status === "passed").length;
    const failed = statuses.filter((status) => status !== null && isFailing({ status })).length;
    return `${passed} passed, ${failed} failed`;
  };
  return `${count("before")} before; ${count("after")} after (${tests.framework})`;
}

function checksOf({ checks }: Statement): [string, string][] {
  return checks === null
    ? []
    : [["Checks", `${counted(checks.before, "violation")} before, ${checks.after} after`]];
}

function coverageOf({ changed_lines: { total, covered } }: Statement): string {
  return covered === null
    ? "coverage of the changed lines was not measured"
    : `tests run ${covered} of ${counted(total, "changed line")}`;
}

/** Who made the change is named only if it says more than the kind of brain. */
function brainOf({ brain: { kind, made_by: makers } }: Statement): string {
  const names = makers.join(", ");
  return names === kind ? kind : `${kind} (${names})`;
}

function modelsOf({ brain: { models = [] } }: Statement): [string, string][] {
  return models.length === 0 ? [] : [["Model", models.join(", ")]];
}

function costOf({ cost: { tokens, usd } }: Statement): string {
  if (tokens === 0) return "nothing: no model was used";
  return `${tokens.toLocaleString("en")} tokens, ${usd === null ? "price unknown" : `$${usd}`}`;
}

function caseOf({ id, before, after }: Statement["tests"]["cases"][number]): [string, string] {
  return ["Test", `${id}: ${before ?? "missing"} before, ${after ?? "missing"} after`];
}
