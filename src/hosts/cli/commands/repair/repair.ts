import { equipBrain } from "../../../../app/brains/brains.ts";
import { readTestFiles } from "../../../../app/reviews/test-file.ts";
import { cloneRepository, openApp } from "../../../../app.ts";
import type { LandingPlace } from "../../../../domain/entities/review.ts";
import { counted } from "../../../../domain/rules/text/counted.ts";
import { firstFew } from "../../../../domain/rules/text/first-few.ts";
import { type RepairOutcome, repair } from "../../../../workflows/repair/repair.ts";
import { type RepairEvent, repairRequest } from "../../../../workflows/repair/repair-request.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { showActivity } from "../../render/activity.ts";
import { renderNoVerdict } from "../../render/no-verdict.ts";
import { renderHint } from "../../render/problem.ts";
import { describeProven } from "../../render/proven.ts";
import { count } from "../../render/review.ts";
import { type Progress, visible, visibleName } from "../../terminal.ts";
import { showModelWarnings } from "../model-warnings.ts";
import { showRecovery } from "../recovery.ts";

export interface RepairOptions {
  readonly test?: readonly string[];
  readonly issue?: string;
  readonly testFile?: readonly string[];
  readonly brain?: string;
  readonly maxIterations?: number;
  readonly budget?: number;
  readonly auto?: boolean;
  readonly dryRun?: boolean;
  readonly to?: LandingPlace;
}

export async function runRepair(
  given: CommandContext,
  url: string | undefined,
  options: RepairOptions,
): Promise<CommandResult> {
  const context = url === undefined ? given : { ...given, cwd: await cloneRepository(given, url) };
  await using app = await openApp(context);
  await showRecovery(app.ports, context);
  showModelWarnings(app, options.brain ?? null, context);
  const { ports } = equipBrain(app, options.brain ?? null, options.budget ?? null);
  const request = repairRequest(ports, {
    ...(options.issue !== undefined && { issue: options.issue }),
    ...(options.test && { tests: options.test }),
    ...(options.maxIterations && { maxIterations: options.maxIterations }),
    ...(options.budget && { budgetSeconds: options.budget }),
    ...(options.auto && { auto: true }),
    ...(options.dryRun && { dryRun: true }),
    ...(options.to && { landTo: options.to }),
    ...(options.testFile && { testFiles: await readTestFiles(ports, context.cwd, options.testFile) }),
  });
  const outcome = await repair(ports, request, context.signal, (event) => showEvent(event, context.progress));
  context.progress.end();
  return describe(outcome, context);
}

/** One line that shows what is happening now. */
export function showEvent(event: RepairEvent, progress: Progress): void {
  switch (event.kind) {
    case "phase": {
      const words = {
        copy: "Copying the project",
        baseline: "Running the tests",
        locate: "Locating the bug",
        search: "Trying fixes",
        verify: "Proving the fix",
      };
      progress.say(words[event.phase]);
      return;
    }
    case "baseline":
      if (event.baseline.status === "failing") {
        const { targets } = event.baseline;
        progress.keep(`${targets.length} failing: ${visible(firstFew(targets))}`);
      }
      return;
    case "suspects": {
      const [first] = event.suspects;
      if (first)
        progress.keep(`Most suspected: ${visibleName(first.path)}:${first.line} (${visible(first.why)})`);
      return;
    }
    case "candidate": {
      const rate = event.seconds > 0 ? ` (${(event.tried / event.seconds).toFixed(1)}/s)` : "";
      progress.say(`Trying fixes: ${event.tried}${rate}, ${visible(event.patch.description)}`);
      return;
    }
    case "brain":
      showActivity(progress, event.text, event.activity);
      return;
    case "progress":
      progress.keep(
        event.left === 0
          ? `Found: ${visible(event.patch.description)}`
          : `Partial fix: ${visible(event.patch.description)}, ${event.left} still failing`,
      );
  }
}

export function describe(outcome: RepairOutcome, context: CommandContext): CommandResult {
  const { paint } = context;
  switch (outcome.status) {
    case "nothing_to_repair":
      return done(0, `Nothing to repair: ${count(outcome.result)}.`, outcome);
    case "no_failing_test": {
      const lines = [
        `${paint("yellow", "▲ Not repaired:")} ${visible(outcome.why)}. Tests: ${count(outcome.result)}.`,
        ...outcome.notes.map((note) => `  Note: ${visible(note)}`),
        renderHint(outcome.hint),
      ];
      return done(2, lines.join("\n"), outcome);
    }
    case "only_flaky": {
      const why = "the failing tests pass when run again, so they are flaky, not broken";
      const tests = outcome.flaky.map((id) => `    - ${visible(id)}`);
      return done(1, [`${paint("yellow", "▲ Not repaired:")} ${why}:`, ...tests].join("\n"), outcome);
    }
    case "not_repaired":
      return done(1, notRepaired(outcome, context), outcome);
    case "no_verdict":
      return done(2, renderNoVerdict(outcome, paint), outcome);
    default:
      return describeProven(outcome, "Repaired", context);
  }
}

/** The suspects are ranked; a person seldom reads beyond the first few. */
const MOST_SUSPECTS = 5;
/** The rest is in the record, and printed with --verbose. */
const MOST_OPERATORS = 6;

function notRepaired(outcome: RepairOutcome & { status: "not_repaired" }, context: CommandContext): string {
  const { paint, verbose } = context;
  const { search, before } = outcome;
  const endedBy = search.status === "none" ? search.endedBy : null;
  const operators = Object.entries(search.operators)
    .sort((a, b) => b[1] - a[1])
    .map(([name, times]) => `${name} ${times}`);
  return [
    `${paint("yellow", "▲ Not repaired:")} ${visible(outcome.why)}. Nothing was changed.`,
    `  Tests: ${count(before)}. Tried ${counted(search.tried, "candidate")} in ${search.seconds.toFixed(1)} s.`,
    ...search.suspects
      .slice(0, MOST_SUSPECTS)
      .map(
        (suspect) => `  Suspected: ${visibleName(suspect.path)}:${suspect.line} (${visible(suspect.why)})`,
      ),
    operators.length > 0
      ? `  Operators: ${firstFew(operators, verbose ? operators.length : MOST_OPERATORS)}`
      : "",
    ...search.notes.map((note) => `  Note: ${visible(note)}`),
    endedBy === "budget"
      ? `  A larger budget may help: ${paint("cyan", "agentforge repair --budget 600")}`
      : endedBy === "candidates"
        ? `  Search has nothing left to try. A language model can take over: ${paint("cyan", "agentforge repair --brain provider:model")}`
        : "",
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function done(exitCode: 0 | 1 | 2, text: string, data: unknown): CommandResult {
  return { exitCode, text, data };
}
