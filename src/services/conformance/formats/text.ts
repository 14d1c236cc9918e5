import type { UnusedExemption } from "../../../domain/ports/conformance.ts";
import { counted } from "../../../domain/rules/text/counted.ts";
import { shortened } from "../../../domain/rules/text/shortened.ts";
import { LineMap } from "../position.ts";
import { SEVERITIES } from "../rules.ts";
import type { ConformanceReport, ReportItem } from "./report.ts";

export interface TextStyle {
  /** Colors a part of the text; set by the host. */
  readonly paint?: (part: "path" | "severity" | "dim" | "marker", text: string) => string;
  /** List suppressed violations, one line each with the reason. */
  readonly suppressed?: boolean;
}

const LINES_AROUND = 1;
const WIDEST_LINE = 160;
const SHORTEST_SHOWN = 100;
const MOST_PARTS = 3;

/** A report for people: place, message, code, reason, and how to fix it. */
export function formatText(report: ConformanceReport, style: TextStyle = {}): string {
  const paint = style.paint ?? ((_, text) => text);
  const live = report.items.filter(({ violation }) => violation.status !== "suppressed");
  const mapOf = lineMaps(report);
  const blocks = live.map((item) => formatItem(item, mapOf(item.violation.file_path), paint));
  const hidden = style.suppressed ? report.items.filter((item) => !live.includes(item)) : [];
  if (hidden.length > 0) blocks.push(hidden.map((item) => formatSuppressed(item, paint)).join("\n"));
  const problems = report.problems.map(
    ({ contract, check, why }) =>
      `${paint("severity", "could not run")}  ${contract}/${check}\n  ${harmless(why)}`,
  );
  const idle = report.idle.map(({ contract, check }) => `${contract}/${check}`);
  const unseen =
    idle.length === 0
      ? []
      : [
          `${paint("dim", "no file to check")}  ${idle.join(", ")}\n  applies_to matches no file of this repository`,
        ];
  const unused = report.unusedExemptions.map((each) => formatUnused(each, paint));
  return `${[...blocks, ...problems, ...unseen, ...unused, summarize(report, live)].join("\n\n")}\n`;
}

type Paint = NonNullable<TextStyle["paint"]>;

/** Items are ordered by file, so only the last file is cached. */
function lineMaps({ textOf }: ConformanceReport): (path: string) => LineMap | null {
  let last: { readonly path: string; readonly map: LineMap | null } | null = null;
  return (path) => {
    if (last?.path === path) return last.map;
    const text = textOf(path);
    last = { path, map: text === undefined ? null : new LineMap(text) };
    return last.map;
  };
}

function placeOf({ file_path, line, column }: ReportItem["violation"]): string {
  return [file_path, line, column].filter((part) => part !== null).join(":");
}

function formatSuppressed({ violation }: ReportItem, paint: Paint): string {
  const { suppression, contract_id, check_id } = violation;
  const until = suppression?.expires_at ? `, until ${suppression.expires_at.slice(0, 10)}` : "";
  const head = `${paint("path", placeOf(violation))}  ${paint("dim", "suppressed")}  ${contract_id}/${check_id}`;
  return `${head}\n  ${harmless(suppression?.reason ?? "")}${until}`;
}

function formatUnused({ contract, check, paths, why }: UnusedExemption, paint: Paint): string {
  const name = check === null ? contract : `${contract}/${check}`;
  return `${paint("dim", "unused exemption")}  ${name}  ${harmless(paths.join(", "))}\n  ${harmless(why)}`;
}

function formatItem(item: ReportItem, map: LineMap | null, paint: Paint): string {
  const { violation } = item;
  const place = placeOf(violation);
  const rule = `${violation.contract_id}/${violation.check_id}`;
  const lines = [
    `${paint("path", place)}  ${paint("severity", violation.severity)}  ${rule}  ${paint("dim", violation.violation_id)}`,
    `  ${violation.message}`,
  ];
  if (item.range !== null && map !== null) lines.push(...codeFrame(item, map, paint));
  if (item.why !== null) lines.push(`  why: ${item.why}`);
  if (violation.fix_hint !== null) lines.push(`  fix: ${violation.fix_hint}`);
  if (item.edits !== null) lines.push(`  run: agentforge agent fix-violation ${violation.violation_id}`);
  return lines.join("\n");
}

function codeFrame(item: ReportItem, map: LineMap, paint: Paint): readonly string[] {
  const { range } = item;
  if (range === null) return [];
  const first = Math.max(1, range.line - LINES_AROUND);
  const last = Math.min(map.lines, range.line + LINES_AROUND);
  const width = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const text = map.textOf(number);
    const isMarked = number === range.line;
    const gutter = `${isMarked ? ">" : " "} ${String(number).padStart(width)} |`;
    frame.push(`  ${paint(isMarked ? "marker" : "dim", gutter)} ${visible(text)}`.trimEnd());
    if (!isMarked || range.column > WIDEST_LINE) continue;
    const end = range.endLine === range.line ? range.endColumn : text.length + 1;
    const carets = "^".repeat(Math.max(1, Math.min(end, WIDEST_LINE) - range.column));
    const indent = visible(text.slice(0, range.column - 1)).replace(/[^\t]/g, " ");
    frame.push(`  ${paint("dim", `  ${" ".repeat(width)} |`)} ${indent}${paint("marker", carets)}`);
  }
  return frame;
}

/** Control characters of a checked file must not reach the terminal. */
function visible(text: string): string {
  return harmless(shortened(text, WIDEST_LINE));
}

function harmless(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds the characters to escape
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "�");
}

function summarize(report: ConformanceReport, live: readonly ReportItem[]): string {
  const counts = SEVERITIES.map((severity) => ({
    severity,
    count: live.filter(({ violation }) => violation.severity === severity).length,
  })).filter(({ count }) => count > 0);
  const suppressed = report.items.length - live.length;
  const fixable = live.filter((item) => item.edits !== null).length;
  const parts = [
    live.length === 0
      ? report.inBaseline
        ? "no new violations"
        : "no violations"
      : `${live.length} violation${live.length === 1 ? "" : "s"} (${counts.map(({ severity, count }) => `${count} ${severity}`).join(", ")})`,
    ...(fixable > 0 ? [`${fixable} with a mechanical fix`] : []),
    ...(report.inBaseline ? [`${report.inBaseline} in the baseline`] : []),
    ...(suppressed > 0 ? [`${suppressed} suppressed`] : []),
    ...(report.problems.length > 0 ? [`${counted(report.problems.length, "check")} could not run`] : []),
    ...(report.unusedExemptions.length > 0
      ? [counted(report.unusedExemptions.length, "unused exemption")]
      : []),
    `${counted(report.filesChecked, "file")} checked in ${seconds(report.durationMs)}${timeSpent(report)}`,
  ];
  return parts.join(", ");
}

/** What took the most time, longest first; empty for a very short run. */
function timeSpent({ durationMs, filesFromCache, time }: ConformanceReport): string {
  if (durationMs < SHORTEST_SHOWN) return "";
  const spent = [
    { name: "files", ms: time.filesMs },
    ...time.checks.map(({ contract, check, ms }) => ({ name: `${contract}/${check}`, ms })),
  ]
    .filter(({ ms }) => ms >= SHORTEST_SHOWN)
    .sort((left, right) => right.ms - left.ms)
    .slice(0, MOST_PARTS)
    .map(({ name, ms }) => `${name} ${seconds(ms)}`);
  const parts = [
    ...(filesFromCache > 0 ? [`${filesFromCache} from the cache`] : []),
    ...(spent.length > 0 ? [spent.join(", ")] : []),
  ];
  return parts.length === 0 ? "" : ` (${parts.join("; ")})`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
