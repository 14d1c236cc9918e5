import { counted } from "../../../domain/rules/text/counted.ts";
import { firstFew } from "../../../domain/rules/text/first-few.ts";
import type { Comparison } from "./compare.ts";
import { plain, seconds, sectionsOf } from "./format.ts";
import { STYLE } from "./page-style.ts";
import type { TraceReport } from "./report.ts";

const KINDS: Readonly<Record<string, string>> = {
  r: "read",
  e: "edit",
  c: "command",
  o: "other",
  G: "green tests",
  R: "red tests",
  f: "failed",
  d: "denied",
};
const MOST_STEPS = 5000;

/** One self-contained page without scripts or external resources; all text is escaped. */
export function traceHtml(report: TraceReport, comparison: readonly Comparison[] | null): string {
  const shown = ["Tools", "Verification", "Compared", `Run ${report.run}`];
  const sections = sectionsOf(report, comparison)
    .filter(({ title }) => !shown.includes(title))
    .map(({ title, rows, none }) => section(title, rows, none));
  const body = [
    `<header><h1>Trace ${escapeHtml(report.run)}</h1><p>${escapeHtml(when(report))}</p></header>`,
    `<div class="tiles">${tiles(report)}</div>`,
    timeline(report.timeline),
    comparison === null ? "" : compared(comparison),
    tools(report),
    ...sections,
  ].join("\n");
  const title = escapeHtml(`Trace ${report.run}`);
  return `<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>\n<style>${STYLE}</style>\n<main>${body}</main></html>\n`;
}

function when({ started_at, seconds: took }: TraceReport): string {
  if (started_at === null) return "an agent's session";
  return `${started_at.slice(0, 16).replace("T", " ")} UTC, ${took === null ? "unknown" : seconds(took)}`;
}

function tiles({ steps, failures, denied, waste, verification, cost, loops }: TraceReport): string {
  const unverified = verification.edited_after_last_green;
  const list: (readonly [label: string, value: string, detail: string, mood: "" | "good" | "bad"])[] = [
    ["steps", String(steps), `${failures} failed, ${denied} denied`, ""],
    ["wasted", String(waste.steps), `of ${counted(steps, "step")} produced nothing new`, ""],
    ["loops", String(loops.length), loops[0]?.what ?? "none", loops.length > 0 ? "bad" : "good"],
    [
      "test runs",
      String(verification.runs),
      `${verification.passed} green, ${verification.failed} red`,
      verification.passed > 0 ? "good" : "bad",
    ],
    [
      "first test run",
      verification.steps_to_first === null ? "never" : `step ${verification.steps_to_first}`,
      verification.seconds_to_first === null ? "" : `after ${seconds(verification.seconds_to_first)}`,
      verification.steps_to_first === null ? "bad" : "",
    ],
    [
      "not verified",
      String(unverified.length),
      unverified.length === 0 ? "nothing edited after the last green run" : firstFew(unverified),
      unverified.length === 0 ? "good" : "bad",
    ],
    ["refused stops", String(verification.refused_stops), "“done” without a green run", ""],
    [
      "cost",
      cost.usd === null ? number(cost.tokens) : `$${plain(cost.usd)}`,
      cost.usd === null ? (cost.tokens === null ? "not counted" : "tokens") : `${number(cost.tokens)} tokens`,
      "",
    ],
  ];
  return list
    .map(
      ([label, value, detail, mood]) =>
        `<div class="tile ${mood}"><b>${escapeHtml(value)}</b><span>${label}</span><small>${escapeHtml(detail)}</small></div>`,
    )
    .join("");
}

/** Every step as one colored cell, in order. */
function timeline(letters: string): string {
  if (letters === "") return "";
  const cells = [...letters.slice(0, MOST_STEPS)].map((letter) => `<i class=${letter}></i>`).join("");
  const used = Object.entries(KINDS).filter(([letter]) => letters.includes(letter));
  const legend = used.map(([letter, name]) => `<span><i class=${letter}></i>${name}</span>`).join("");
  const cut = letters.length > MOST_STEPS ? `<p>The first ${MOST_STEPS} of ${letters.length}.</p>` : "";
  return `<section><h2>Steps</h2><div class="steps">${cells}</div>${cut}<p class="legend">${legend}</p></section>`;
}

function tools({ tool_mix }: TraceReport): string {
  if (tool_mix.length === 0) return section("Tools", [], "no calls");
  const most = Math.max(...tool_mix.map((row) => row.calls));
  const part = (count: number, kind: string) =>
    count === 0 ? "" : `<i class=${kind} style="width:${((count / most) * 100).toFixed(1)}%"></i>`;
  const rows = tool_mix.map(({ tool, calls, failures, denied }) => {
    const bar = `${part(calls - failures - denied, "c")}${part(failures, "f")}${part(denied, "d")}`;
    const parts = [failures > 0 ? `${failures} failed` : "", denied > 0 ? `${denied} denied` : ""];
    const detail = parts.filter((text) => text !== "").join(", ");
    return `<tr><th>${escapeHtml(tool)}</th><td class="number">${calls}</td><td class="bar"><div>${bar}</div></td><td class="dim">${detail}</td></tr>`;
  });
  return `<section><h2>Tools</h2><table class="tools">${rows.join("")}</table></section>`;
}

function compared(comparison: readonly Comparison[]): string {
  const rows = comparison.map(({ metric, before, after, better }) => {
    const mood = better === null ? "" : better ? "good" : "bad";
    const word = better === null ? "" : better ? "better" : "worse";
    return `<tr><th>${escapeHtml(metric)}</th><td class="number">${number(before)}</td><td class="number ${mood}">${number(after)}</td><td class="${mood}">${word}</td></tr>`;
  });
  return `<section><h2>Compared</h2><table><tr class="dim"><th></th><td class="number">before</td><td class="number">after</td><td></td></tr>${rows.join("")}</table></section>`;
}

function section(title: string, rows: readonly (readonly [string, string])[], none?: string): string {
  if (rows.length === 0)
    return none === undefined
      ? ""
      : `<section><h2>${escapeHtml(title)}</h2><p class="dim">${escapeHtml(none)}</p></section>`;
  const body = rows.map(
    ([label, value]) => `<tr><th>${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<section><h2>${escapeHtml(title)}</h2><table>${body.join("")}</table></section>`;
}

function number(value: number | null): string {
  return value === null ? "?" : plain(value);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
