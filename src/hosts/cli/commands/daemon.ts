import { setTimeout } from "node:timers/promises";
import { equipBrain } from "../../../app/brains.ts";
import { openPlanHouse } from "../../../app/plans.ts";
import { type App, openApp } from "../../../app.ts";
import { AgentForgeError } from "../../../domain/errors.ts";
import { attendPlans, type PlanRound } from "../../../workflows/attend-plans.ts";
import type { PlanHouse } from "../../../workflows/plan-house.ts";
import { recover } from "../../../workflows/recover.ts";
import { patrol, type Round } from "../../../workflows/schedule.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { planData } from "../in-plan-house.ts";
import { lineOf, reportData } from "../render/fix.ts";
import { visible } from "../terminal.ts";

export interface DaemonOptions {
  readonly once?: boolean;
  readonly interval?: number;
  readonly brain?: string;
  readonly only?: "plans" | "violations";
}

/** Files are watched; where watching misses something, this is how late it is noticed. */
const LOOK_MS = 2000;
const LOOK_SOON_MS = 150;
const AFTER_TROUBLE_MS = 5000;

const WATCHING = "watching .agentforge/Inbox and .agentforge/System/Active";

/** Plans when they come, violations round after round, until it is told to stop; a signal lets what runs roll back first. */
export async function runDaemon(context: CommandContext, options: DaemonOptions): Promise<CommandResult> {
  const opened = await openApp(context);
  try {
    const app = equipBrain(opened, options.brain ?? null);
    const watch = { app, context, options, rounds: [] as Round[], plans: [] as PlanRound[] };
    const plans = () => (options.only === "violations" ? Promise.resolve() : keepPlans(watch));
    if (options.once) {
      await plans();
      await keepHouse(watch);
    } else await Promise.all([keepHouse(watch), plans()]);
    const last = watch.rounds.at(-1);
    const said = [...(options.once ? watch.plans.map(describePlans) : []), ...(last ? [describe(last)] : [])];
    const text = options.once
      ? said.filter((line) => line !== "").join("\n") || "Nothing to do."
      : "Stopped.";
    const failed = watch.plans.some((round) => round.executions.some(({ status }) => status === "failed"));
    const exitCode = options.once && (failed || last?.status === "paused") ? 1 : 0;
    const data = { rounds: watch.rounds.map(roundData), plans: watch.plans.flatMap(executionsOf) };
    return { exitCode, text, data, endsWhenTold: true };
  } finally {
    await opened.close();
  }
}

interface Watch {
  readonly app: App;
  readonly context: CommandContext;
  readonly options: DaemonOptions;
  readonly rounds: Round[];
  readonly plans: PlanRound[];
}

async function keepHouse({ app, context, options, rounds }: Watch): Promise<void> {
  const intervalMs = (options.interval ?? app.settings.daemon.interval_seconds) * 1000;
  while (!context.signal.aborted) {
    const round = await oneRound(app, context, options);
    if (round !== null) rounds.push(round);
    if (round !== null) context.progress.keep(stamped(app, describe(round)));
    if (options.once) return;
    await setTimeout(intervalMs, undefined, { signal: context.signal }).catch(() => undefined);
  }
}

async function oneRound(app: App, context: CommandContext, { only }: DaemonOptions): Promise<Round | null> {
  const { house } = app;
  try {
    for (const line of (await recover(house)).repairs) context.progress.keep(stamped(app, visible(line)));
    if (only === "plans") return null;
    if (only === undefined && (await house.conformance.countChecks()) === 0) return null;
    return await patrol(house, context.signal, (event) => {
      if (event.kind === "phase")
        context.progress.say(`${event.violation.violation_id} ${event.phase}: ${visible(event.detail)}`);
      if (event.kind === "outcome") context.progress.keep(stamped(app, lineOf(event.outcome, context.paint)));
    });
  } catch (error) {
    if (context.signal.aborted) return null;
    throw error;
  }
}

/** A round whenever a file changes, and now and then in case a change went unseen. */
async function keepPlans(watch: Watch): Promise<void> {
  const { app, context, options } = watch;
  const house = await openPlanHouse(app);
  const bell = createBell();
  if (!options.once) house.folders.watch(context.signal, bell.ring);
  let known: string | null = null;
  while (!context.signal.aborted) {
    const round = await planRound(house, watch);
    if (round !== null) {
      watch.plans.splice(0, options.once ? 0 : watch.plans.length, round);
      const told = [...round.troubles.map(({ path, why }) => `${path} ${why}`), round.waiting ?? ""].join(
        "; ",
      );
      if (known === null && !options.once) context.progress.keep(stamped(app, WATCHING));
      if (told !== known && told !== "") context.progress.keep(stamped(app, visible(told)));
      known = told;
    }
    const busy = round !== null && (round.executions.length > 0 || round.unsettled);
    if (options.once && !busy) return;
    if (!busy) await bell.wait(round === null ? AFTER_TROUBLE_MS : LOOK_MS, context.signal);
    else if (round.unsettled) await bell.wait(LOOK_SOON_MS, context.signal);
  }
}

/** What a person must mend does not end the watch: it is said, and tried again. */
async function planRound(house: PlanHouse, { app, context, options }: Watch): Promise<PlanRound | null> {
  try {
    return await attendPlans(house, context.signal, ({ requestId, what }) =>
      context.progress.keep(stamped(app, `${requestId}: ${visible(what)}`)),
    );
  } catch (error) {
    if (context.signal.aborted) return null;
    if (!(error instanceof AgentForgeError) || options.once) throw error;
    const hint = error.hint === undefined ? "" : ` (${error.hint})`;
    context.progress.keep(stamped(app, visible(`${error.message}${hint}`)));
    return null;
  }
}

function createBell() {
  let rung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
      const timer = new AbortController();
      const bell = new Promise<void>((resolve) => {
        wake = resolve;
        if (rung) resolve();
      });
      const either = AbortSignal.any([signal, timer.signal]);
      await Promise.race([
        bell,
        setTimeout(milliseconds, undefined, { signal: either }).catch(() => undefined),
      ]);
      timer.abort();
      rung = false;
      wake = null;
    },
  };
}

function describePlans({ executions }: PlanRound): string {
  return executions
    .map((execution) =>
      execution.status === "completed"
        ? `${execution.record.request_id}: ${execution.record.outcome?.branch}`
        : `${execution.record.request_id}: failed, ${visible(execution.why)}`,
    )
    .join("\n");
}

function executionsOf({ executions }: PlanRound) {
  return executions.map(({ record }) => planData(record));
}

function describe(round: Round): string {
  if (round.status !== "worked") return `${round.status}: ${visible(round.why)} (${round.open} open)`;
  const { outcomes, left, stopped } = round.report;
  const count = (status: string) => outcomes.filter((outcome) => outcome.status === status).length;
  const counts = `${count("landed")} fixed, ${count("waiting_for_review")} waiting for an answer, ${count("cannot_fix")} need a person, ${left.length} left`;
  return `${counts}${stopped === null ? "" : `; stopped: ${visible(stopped)}`}`;
}

function roundData(round: Round) {
  return round.status === "worked" ? { ...round, report: reportData(round.report) } : round;
}

function stamped(app: App, line: string): string {
  return `${app.house.now().slice(0, 19)}Z  ${line}`;
}
