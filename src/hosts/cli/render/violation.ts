import type { Violation } from "../../../domain/entities/violation.ts";
import { type Paint, visible, visibleName } from "../terminal.ts";
import { rows } from "./review.ts";

export function placeOf(violation: Violation): string {
  const { file_path, line, column } = violation;
  return [visibleName(file_path), line, line === null ? null : column]
    .filter((part) => part !== null)
    .join(":");
}

/** Everything recorded about one violation. */
export function renderViolation(violation: Violation, paint: Paint): string {
  const { suppression, fix_hint, snippet } = violation;
  const pairs: [string, string][] = [
    ["Check", `${violation.contract_id}/${violation.check_id} (${violation.severity})`],
    ["Place", placeOf(violation)],
    ["Says", violation.message],
  ];
  if (snippet !== null) pairs.push(["Code", snippet.split("\n")[0] ?? ""]);
  if (fix_hint !== null) pairs.push(["Fix", fix_hint]);
  if (suppression) pairs.push(["Exempt", `${suppression.reason}, until ${suppression.expires_at ?? "ever"}`]);
  for (const entry of violation.history) {
    pairs.push(["History", `${entry.at}  ${entry.status}${entry.note ? `: ${entry.note}` : ""}`]);
  }
  const head = `${paint("bold", violation.violation_id)}  ${visible(violation.status)}`;
  const open = violation.status === "open" || violation.status === "reopened";
  const next = `  ${paint("cyan", `agentforge agent fix-violation ${violation.violation_id}`)}`;
  return [head, rows(pairs, paint), ...(open ? [next] : [])].join("\n");
}
