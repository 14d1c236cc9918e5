import { readFile } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { BASELINE_FILE } from "../../../app/checks/baseline-file.ts";
import { formatTrend } from "../../../app/checks/conformance.ts";
import type { Severity } from "../../../domain/entities/common.ts";
import type { Violation } from "../../../domain/entities/violation.ts";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { ReportFormat, ReportPaint, ViolationFilter } from "../../../domain/ports/conformance.ts";
import { counted } from "../../../domain/rules/text/counted.ts";
import { check } from "../../../workflows/violations/check.ts";
import { findViolation } from "../../../workflows/violations/fix-violation.ts";
import { keepBaseline } from "../../../workflows/violations/keep-baseline.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { inRepository } from "../in-repository.ts";
import { placeOf, renderViolation } from "../render/violation.ts";
import { expectShortRun } from "../short-run.ts";
import { type Paint, visible } from "../terminal.ts";

export interface CheckOptions {
  readonly file?: readonly string[];
  readonly changed?: boolean;
  readonly since?: string;
  readonly check?: readonly string[];
  readonly severity?: Severity;
  readonly format: ReportFormat;
  readonly suppressed?: boolean;
  /** An exemption that suppresses nothing is an error. */
  readonly reportUnusedExemptions?: boolean;
  /** False after `--no-baseline`. */
  readonly baseline: boolean;
}

export async function runCheck(context: CommandContext, options: CheckOptions): Promise<CommandResult> {
  expectShortRun();
  return inRepository(context, async ({ ports }) => {
    context.progress.say("Checking");
    const files = options.file?.map((path) => insideRoot(ports.workspace.root, context.cwd, path));
    const { run, filing, fresh } = await check(ports, {
      ...(files && { files }),
      ...(options.changed && { changed: true }),
      ...(options.since && { since: options.since }),
      ...(options.check && { checkIds: options.check }),
      ...(options.severity && { severity: options.severity }),
      baseline: options.baseline,
      signal: context.signal,
    });
    context.progress.end();
    const text = await run.format(options.format, {
      paint: painter(context.paint),
      ...(options.suppressed && { suppressed: true }),
    });
    const isStale = options.reportUnusedExemptions === true && run.unusedExemptions.length > 0;
    const exitCode = fresh.length > 0 || isStale ? 1 : run.problems.length > 0 ? 2 : 0;
    const data = context.json ? { ...filing, ...JSON.parse(await run.format("json")) } : null;
    return { exitCode, text, data };
  });
}

export async function writeBaseline(
  context: CommandContext,
  { acceptNew = false }: { readonly acceptNew?: boolean },
): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    context.progress.say("Checking");
    const report = await keepBaseline(ports, { acceptNew, signal: context.signal });
    context.progress.end();
    const { kept, gone, added, fresh } = report;
    const change = `${added} added, ${gone} gone`;
    const lines = [
      `${context.paint("green", "✔")} ${BASELINE_FILE}: ${counted(kept, "violation")} (${change}).`,
      fresh > 0
        ? `  ${counted(fresh, "new violation")} not in it. Run \`agentforge conformance check\` to see them, or use --accept-new to add them.`
        : "  Commit the file. `agentforge conformance check` reports only what is not in it.",
    ];
    return { exitCode: fresh > 0 ? 1 : 0, text: lines.join("\n"), data: report };
  });
}

export async function importReport(
  context: CommandContext,
  file: string,
  options: { readonly root?: readonly string[] } = {},
): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const text = await readFile(resolve(context.cwd, file), "utf8").catch((cause: unknown) => {
      throw new AgentForgeError("not_found", `${file} cannot be read`, { cause });
    });
    const { tool, opened, reopened, resolved, suppressed, problems, leftOut } =
      await ports.conformance.importSarif(text, options.root);
    const counts = `${opened.length} new, ${reopened.length} reopened, ${resolved.length} resolved`;
    const ignored =
      leftOut.length === 0
        ? []
        : [
            `  ${leftOut.length} in ignored, generated or linked files were skipped (${visible(leftOut[0] ?? "")}).`,
          ];
    const unplaced = problems.map(({ why }) => `${context.paint("yellow", "!")} ${visible(why)}`);
    const done = `${context.paint("green", "✔")} ${visible(tool)}: ${counts}.`;
    return {
      exitCode: problems.length > 0 ? 2 : 0,
      text: [done, ...ignored, ...unplaced, "  agentforge conformance violations list"].join("\n"),
      data: { tool, opened, reopened, resolved, suppressed, problems, leftOut },
    };
  });
}

export interface ListOptions {
  readonly status: NonNullable<ViolationFilter["status"]>;
  readonly severity?: Severity;
  readonly check?: string;
  readonly file?: string;
  readonly limit?: number;
}

export async function listViolations(context: CommandContext, options: ListOptions): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const { violations, total } = await ports.conformance.violations({
      status: options.status,
      ...(options.severity && { severity: options.severity }),
      ...(options.check && { checkId: options.check }),
      ...(options.file && { file: options.file }),
      ...(options.limit && { limit: options.limit }),
    });
    const { paint } = context;
    const line = (violation: Violation) =>
      `${paint("cyan", violation.violation_id)}  ${violation.severity.padEnd(8)}  ${status(violation)}${visible(placeOf(violation))}  ${violation.check_id}: ${visible(violation.message)}`;
    const status = (violation: Violation) =>
      options.status === "open" ? "" : `${violation.status.padEnd(10)}  `;
    const more = total > violations.length ? [`… and ${total - violations.length} more (--limit).`] : [];
    const none = "No violations recorded. Run `agentforge conformance check` to look for them.";
    const text = total === 0 ? none : [...violations.map(line), ...more].join("\n");
    return { exitCode: 0, text, data: { violations, total } };
  });
}

export async function showViolation(context: CommandContext, id: string): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const violation = await findViolation(ports, id);
    return { exitCode: 0, text: renderViolation(violation, context.paint), data: violation };
  });
}

export async function showTrend(
  context: CommandContext,
  options: { limit?: number },
): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const trend = await ports.conformance.trend(options.limit ?? 20);
    return { exitCode: 0, text: formatTrend(trend), data: trend };
  });
}

/** Turns a path relative to the current folder into one relative to the repository. */
function insideRoot(root: string, cwd: string, path: string): string {
  const inside = relative(root, resolve(cwd, path)).split(sep).join("/");
  if (inside !== "" && !inside.startsWith("../")) return inside;
  throw new AgentForgeError("bad_input", `${path} is not a file in this repository`);
}

function painter(paint: Paint): ReportPaint {
  const marks = { path: "cyan", severity: "yellow", dim: "dim", marker: "red" } as const;
  return (part, text) => paint(marks[part], text);
}
