import type { Session, StepResult, UnderWay } from "../../../domain/entities/session.ts";
import type { ToolCall, ToolResult } from "../../../domain/entities/tool.ts";
import { callTarget } from "../../../domain/rules/runs/call-target.ts";
import { counted } from "../../../domain/rules/text/counted.ts";
import { oneLine } from "../../../domain/rules/text/plain-text.ts";
import { shortened } from "../../../domain/rules/text/shortened.ts";
import { type Paint, visible, visibleName } from "../terminal.ts";
import { readable } from "./readable.ts";

/** How much of each parameter list and each result is shown without `--full`. */
const LINES = 12;
const WIDTH = 200;

interface SessionView {
  readonly paint: Paint;
  readonly full: boolean;
}

/** What was decided, the calls made, and their results. */
export function renderStep(step: StepResult, number: number, view: SessionView): string {
  const { paint } = view;
  const mark = step.success ? paint("green", "✔") : paint("yellow", "▲");
  const words = visible(step.action?.reasoning ?? "").trim();
  const [first = "", ...rest] = bounded(words === "" ? ["(said nothing)"] : words.split("\n"), view);
  const calls = step.action?.tool_calls ?? [];
  return [
    `${mark} ${number}. ${first}${paint("dim", costOf(step))}`,
    ...rest.map((line) => `     ${line}`),
    ...calls.flatMap((call, index) => renderCall(call, step.tool_results[index], view)),
    ...step.tool_results.slice(calls.length).flatMap((result) => renderResult(result, view)),
    ...(step.error === null ? [] : [`   ${paint("yellow", "▲")} ${oneLine(visible(step.error))}`]),
  ].join("\n");
}

export function renderUnderWay(underWay: UnderWay | null, number: number): string[] {
  const call = underWay?.action.tool_calls[underWay.results.length];
  return call
    ? [`… ${number}. ${visibleName(call.name)} ${callTarget(call)}`.trimEnd(), "     was running"]
    : [];
}

function renderCall(call: ToolCall, result: ToolResult | undefined, view: SessionView): string[] {
  const lines = bounded(readable(call.parameters), view);
  return [
    `   ${view.paint("cyan", `▸ ${visibleName(call.name)}`)} ${callTarget(call)}`.trimEnd(),
    ...lines.map((line) => `       ${line}`),
    ...(result ? renderResult(result, view) : ["     (no result recorded)"]),
  ];
}

function renderResult(result: ToolResult, view: SessionView): string[] {
  const { paint } = view;
  const mark = result.success ? paint("green", "→") : paint("yellow", "→ failed:");
  const said = result.success ? readable(result.output) : readable(result.error ?? "");
  const [first = "(nothing)", ...rest] = bounded(said, view);
  return [`     ${mark} ${first}`, ...rest.map((line) => `       ${line}`)];
}

function bounded(lines: readonly string[], { full }: SessionView): string[] {
  const plain = lines.map((line) => visible(line));
  if (full) return plain;
  const shown = plain.slice(0, LINES).map((line) => shortened(line, WIDTH));
  const left = plain.length - shown.length;
  return left === 0 ? shown : [...shown, `… ${counted(left, "more line")} (--full shows them)`];
}

/** `used` is the sum so far, as the step recorded it. */
function costOf({ action, duration_seconds }: StepResult): string {
  const used = action?.metadata.used;
  if (typeof used !== "object" || used === null || Array.isArray(used)) return "";
  const money = typeof used.costUsd === "number" ? `, $${used.costUsd.toFixed(4)}` : "";
  const tokens = typeof used.tokens === "number" ? `, ${used.tokens.toLocaleString("en")} tokens so far` : "";
  return `  (${duration_seconds.toFixed(1)} s${tokens}${money})`;
}

/** Phrases that stay true: what became of a change later is in its review. */
const OUTCOMES: Readonly<Record<string, string>> = {
  waiting_for_review: "proposed a change",
  landed: "landed a change",
};

/** How a session ended, or what it is about while it runs. */
export function outcomeOf({ outcome, task_description }: Session): string {
  return outcome ? (OUTCOMES[outcome] ?? outcome.replaceAll("_", " ")) : visible(task_description);
}
