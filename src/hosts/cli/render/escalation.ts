import type { Escalation } from "../../../domain/entities/escalation.ts";
import { type Paint, visible } from "../terminal.ts";
import { rows } from "./review.ts";

/** Everything recorded about an escalation. */
export function renderRecord(escalation: Escalation, paint: Paint): string {
  const { agent_analysis: analysis, resolution } = escalation;
  const many = (name: string, texts: readonly string[]): [string, string][] =>
    texts.map((text) => [name, text]);
  const pairs: [string, string][] = [
    ["Reason", escalation.reason],
    ...(escalation.violation_id === null ? [] : many("About", [escalation.violation_id])),
    ...many("Test", escalation.tests),
    ...many("Understood", analysis.understanding),
    ...many("Tried", analysis.attempted_approaches),
    ...many("Looked at", analysis.files_examined),
    ...many("Must", escalation.constraints),
    ...many("Or", escalation.alternatives),
    ...(escalation.trace_id === null ? [] : many("Trace", [escalation.trace_id])),
  ];
  if (resolution !== null) {
    pairs.push([
      "Resolved",
      `by ${resolution.by} at ${resolution.at}${resolution.retry ? "" : ", taken over"}`,
    ]);
    if (resolution.guidance !== null) pairs.push(["Guidance", resolution.guidance]);
    if (resolution.reason !== null) pairs.push(["Because", resolution.reason]);
  }
  const id = escalation.escalation_id;
  const head = `${paint("bold", id)}  ${escalation.status}, ${escalation.type.replace("_", " ")}, ${visible(escalation.created_at)}`;
  const next = `  ${paint("cyan", `agentforge escalation resolve ${id} --guidance "…"`)}   or --take-over`;
  return [head, rows(pairs, paint), ...(escalation.status === "pending" ? [next] : [])].join("\n");
}
