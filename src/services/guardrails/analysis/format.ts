import type { Comparison } from "./compare.ts";
import type { TraceReport } from "./report.ts";

interface Section {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** What to say where there are no rows; left out without it. */
  readonly none?: string;
}

export function traceText(report: TraceReport, comparison: readonly Comparison[] | null): string {
  const parts = sectionsOf(report, comparison).flatMap(({ title, rows, none }) => {
    if (rows.length === 0) return none === undefined ? [] : [`${title}\n  ${none}`];
    const width = Math.min(48, Math.max(...rows.map(([label]) => label.length)));
    return [[title, ...rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`)].join("\n")];
  });
  return parts.join("\n\n");
}

/** One page without scripts or anything from elsewhere; all text is escaped. */
export function traceHtml(report: TraceReport, comparison: readonly Comparison[] | null): string {
  const most = Math.max(1, ...report.tool_mix.map((row) => row.calls));
  const bars = report.tool_mix
    .map(
      ({ tool, calls, failures, denied }) =>
        `<tr><th>${escapeHtml(tool)}</th><td><meter max="${most}" value="${calls}"></meter> ${calls}</td><td>${failures} failed</td><td>${denied} denied</td></tr>`,
    )
    .join("");
  const sections = sectionsOf(report, comparison)
    .filter(({ title }) => title !== "Tools")
    .map(({ title, rows, none }) => {
      if (rows.length === 0)
        return none === undefined ? "" : `<h2>${escapeHtml(title)}</h2><p>${escapeHtml(none)}</p>`;
      const body = rows.map(
        ([label, value]) => `<tr><th>${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
      );
      return `<h2>${escapeHtml(title)}</h2><table>${body.join("")}</table>`;
    });
  const style =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}th{text-align:left;font-weight:500;padding-right:1.5rem;vertical-align:top}td{padding-right:1rem;overflow-wrap:anywhere}meter{width:12rem}";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Trace ${escapeHtml(report.run)}</title><style>${style}</style><h1>Trace ${escapeHtml(report.run)}</h1><h2>Tools</h2><table>${bars}</table>${sections.join("")}</html>\n`;
}

function sectionsOf(report: TraceReport, comparison: readonly Comparison[] | null): Section[] {
  const { verification, waste, cost } = report;
  return [
    {
      title: `Run ${report.run}`,
      rows: [
        ["started", report.started_at ?? "unknown"],
        ["took", seconds(report.seconds)],
        ["steps", `${report.steps}, ${report.failures} failed, ${report.denied} denied`],
        ["wasted steps", `${waste.steps} (${percent(waste.steps, report.steps)}): ${wasteDetail(waste)}`],
        [
          "cost",
          `${cost.tokens === null ? "tokens unknown" : `${cost.tokens} tokens`}, ${cost.usd === null ? "dollars unknown" : `$${cost.usd.toFixed(2)}`}`,
        ],
      ],
    },
    {
      title: "Tools",
      rows: report.tool_mix.map(({ tool, calls, failures, denied }) => [
        tool,
        `${calls}${failures > 0 ? `, ${failures} failed` : ""}${denied > 0 ? `, ${denied} denied` : ""}`,
      ]),
      none: "no calls",
    },
    { title: "Files edited most", rows: report.hot_files.map(({ path, edits }) => [path, String(edits)]) },
    {
      title: "Verification",
      rows: [
        ["test runs", `${verification.runs}: ${verification.passed} green, ${verification.failed} red`],
        [
          "first test run",
          verification.steps_to_first === null
            ? "never"
            : `step ${verification.steps_to_first}, after ${seconds(verification.seconds_to_first)}`,
        ],
        [
          "edited after the last green run",
          verification.edited_after_last_green.slice(0, 10).join(", ") || "nothing",
        ],
        ["refused stops", String(verification.refused_stops)],
      ],
    },
    {
      title: "Loops",
      rows: report.loops.map((loop) => [
        `steps ${loop.from}–${loop.to}`,
        `${loop.kind.replace("_", " ")}, ${loop.times} times: ${loop.what}`,
      ]),
      none: "none",
    },
    {
      title: "Failures that came back",
      rows: report.repeated_failures.map(({ what, error, times }) => [`${times} times`, `${what}: ${error}`]),
      none: "none",
    },
    {
      title: "Suggested thresholds (harness.json)",
      rows: report.suggestions.map(({ setting, present, suggested, evidence }) => [
        setting.replace("middleware.", ""),
        `${present} → ${suggested}: ${evidence}`,
      ]),
      none: "none: the present ones fit, or there are too few runs to tell",
    },
    ...(comparison === null
      ? []
      : [
          {
            title: "Compared",
            rows: comparison.map(({ metric, before, after, better }): readonly [string, string] => [
              metric,
              `${before ?? "?"} → ${after ?? "?"}${better === null ? "" : better ? " (better)" : " (worse)"}`,
            ]),
          },
        ]),
  ];
}

function wasteDetail(waste: TraceReport["waste"]): string {
  return `${waste.repeated_failures} failures again, ${waste.repeated_reads} reads again, ${waste.repeated_commands} commands again, ${waste.denied} denied`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "0 %" : `${Math.round((part / whole) * 100)} %`;
}

function seconds(value: number | null): string {
  return value === null ? "unknown" : `${value.toFixed(1)} s`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
