import { equipBrain } from "../../../app/brains/brains.ts";
import type { Severity } from "../../../domain/entities/common.ts";
import { check } from "../../../workflows/violations/check.ts";
import { BY_HAND, fixByHand } from "../../../workflows/violations/fix-by-hand.ts";
import type { FixEvent, FixOutcome } from "../../../workflows/violations/fix-request.ts";
import { type FixManyReport, fixViolations } from "../../../workflows/violations/fix-violations.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { inRepository } from "../in-repository.ts";
import { showActivity } from "../render/activity.ts";
import { lineOf, renderEscalation, reportData } from "../render/fix.ts";
import { renderNoVerdict } from "../render/no-verdict.ts";
import { describeProven } from "../render/proven.ts";
import { placeOf } from "../render/violation.ts";
import { visible } from "../terminal.ts";
import { showModelWarnings } from "./model-warnings.ts";

export interface FixOptions {
  readonly autoCommit?: boolean;
  readonly brain?: string;
  readonly dryRun?: boolean;
}

export async function runFix(
  context: CommandContext,
  id: string,
  options: FixOptions,
): Promise<CommandResult> {
  return inRepository(context, async (app) => {
    showModelWarnings(app, options.brain ?? null, context);
    const { ports } = equipBrain(app, options.brain ?? null);
    context.progress.say("Checking");
    const request = { violation: id, auto: options.autoCommit ?? false, dryRun: options.dryRun ?? false };
    const outcome = await fixByHand(ports, request, context.signal, (event) => showPhase(event, context));
    context.progress.end();
    return describe(outcome, context);
  });
}

export interface FixManyOptions {
  readonly limit?: number;
  readonly severity?: Severity;
  readonly check?: string;
  readonly autoCommit?: boolean;
  readonly dryRun?: boolean;
  readonly brain?: string;
}

export async function runFixMany(context: CommandContext, options: FixManyOptions): Promise<CommandResult> {
  return inRepository(context, async (app) => {
    showModelWarnings(app, options.brain ?? null, context);
    const { ports } = equipBrain(app, options.brain ?? null);
    context.progress.say("Checking");
    await check(ports, { signal: context.signal });
    const request = {
      limit: options.limit ?? null,
      auto: options.autoCommit ?? false,
      dryRun: options.dryRun ?? false,
      concurrency: ports.settings.daemon.concurrency,
      rules: BY_HAND,
      cooldownSeconds: ports.settings.daemon.cooldownSeconds,
      ...(options.severity && { severity: options.severity }),
      ...(options.check && { checkId: options.check }),
    };
    const report = await fixViolations(ports, request, context.signal, (event) => {
      if (event.kind === "phase") showPhase(event, context);
      if (event.kind === "outcome")
        context.progress.say(lineOf(event.outcome, context.paint, request.dryRun));
    });
    context.progress.end();
    return summarize(report, request.dryRun, context);
  });
}

export function showPhase(event: FixEvent, { progress }: CommandContext): void {
  const { violation, phase, detail, activity } = event;
  showActivity(progress, `${violation.violation_id} ${phase}: ${detail}`, activity);
}

export function describe(outcome: FixOutcome, context: CommandContext): CommandResult {
  const { paint } = context;
  switch (outcome.status) {
    case "already_gone":
      return done(0, `${outcome.violation.violation_id} is already resolved; nothing to do.`, outcome);
    case "no_verdict":
      return done(2, renderNoVerdict(outcome, paint), outcome);
    case "cannot_fix":
      return done(1, renderEscalation(outcome, paint), outcome);
    default:
      return describeProven(outcome, "Fixed", context);
  }
}

/** 0 if every selected violation is fixed or waiting for approval. */
function summarize(report: FixManyReport, isDry: boolean, context: CommandContext): CommandResult {
  const { paint } = context;
  const count = (...statuses: FixOutcome["status"][]) =>
    report.outcomes.filter((outcome) => statuses.includes(outcome.status)).length;
  const [fixed, waiting] = [count("landed", "already_gone"), count("waiting_for_review")];
  const dry = count("dry_run");
  const [escalated, conflicts, unproven] = [
    count("cannot_fix"),
    count("landing_conflict"),
    count("no_longer_proven"),
  ];
  const others: readonly (readonly [number, string])[] = [
    [waiting, "waiting for your answer"],
    [escalated, escalated === 1 ? "needs a person" : "need a person"],
    [conflicts, "in conflict with other changes"],
    [unproven, "no longer proven on the current code"],
    [report.left.length, "left"],
  ];
  const counts = [
    isDry ? `${dry} could be fixed (dry run, nothing kept)` : `${fixed} fixed`,
    ...others.filter(([many]) => many > 0).map(([many, what]) => `${many} ${what}`),
  ];
  const lines = [
    ...report.outcomes.map((outcome) => lineOf(outcome, paint, isDry)),
    ...report.left.map(
      ({ violation, why }) =>
        `${paint("dim", "·")} ${violation.violation_id}  ${visible(placeOf(violation))}  left: ${visible(why)}`,
    ),
    ...(report.stopped ? [paint("yellow", `▲ Stopped: ${visible(report.stopped)}`)] : []),
    `${counts.join(", ")}.`,
    ...(waiting > 0 ? [`  ${paint("cyan", "agentforge review list")}`] : []),
    ...(escalated > 0 && !isDry ? [`  ${paint("cyan", "agentforge escalation list")}`] : []),
  ];
  const exitCode =
    count("no_verdict") > 0 ? 2 : escalated + conflicts + unproven + report.left.length > 0 ? 1 : 0;
  const numbers = { fixed, could_be_fixed: dry, waiting, escalated, conflicts, no_longer_proven: unproven };
  const data = { ...numbers, ...reportData(report) };
  return done(exitCode, lines.join("\n"), data);
}

function done(exitCode: 0 | 1 | 2, text: string, data: unknown): CommandResult {
  return { exitCode, text, data };
}
