import { setTimeout } from "node:timers/promises";
import { equipBrain } from "../../../app/brains/brains.ts";
import { openPlanPorts } from "../../../app/plans.ts";
import { type App, openApp } from "../../../app.ts";
import { AgentForgeError, messageWithHint } from "../../../domain/errors.ts";
import { attendPlans, type PlanRound } from "../../../workflows/plans/attend-plans.ts";
import { type Reconciled, reconcilePlans } from "../../../workflows/plans/files/reconcile-plans.ts";
import { keepAnswers, whileAnswering } from "../../../workflows/plans/keep-answers.ts";
import type { PlanEvent, PlanPorts } from "../../../workflows/plans/plan-ports.ts";
import { patrol, type Round } from "../../../workflows/schedule/schedule.ts";
import { createWaker, type Waker } from "../../../workflows/schedule/waker.ts";
import { recover } from "../../../workflows/sessions/recover.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { lineOf, reportData } from "../render/fix.ts";
import { visible } from "../terminal.ts";
import { planData } from "../with-plan-ports.ts";
import { showModelWarnings } from "./model-warnings.ts";

export interface DaemonOptions {
  readonly once?: boolean;
  readonly interval?: number;
  readonly brain?: string;
  readonly auto?: boolean;
  readonly only?: "plans" | "violations";
}

const LOOK_MS = 2000;
const LOOK_SOON_MS = 150;
const AFTER_TROUBLE_MS = 5000;

const WATCHING = "watching .agentforge/Inbox and .agentforge/System/Active";

/** Executes plans as they arrive and fixes violations in rounds until it is stopped; on a signal, running work rolls back first. */
export async function runDaemon(context: CommandContext, options: DaemonOptions): Promise<CommandResult> {
  await using opened = await openApp(context);
  showModelWarnings(opened, options.brain ?? null, context);
  const app = equipBrain(opened, options.brain ?? null);
  const watch = { app, context, options, rounds: [] as Round[], plans: [] as PlanRound[] };
  const plans = () => (options.only === "violations" ? Promise.resolve() : keepPlans(watch));
  if (options.once) {
    await plans();
    await keepPatrolling(watch);
  } else await Promise.all([keepPatrolling(watch), plans()]);
  const last = watch.rounds.at(-1);
  const said = [...(options.once ? watch.plans.map(describePlans) : []), ...(last ? [describe(last)] : [])];
  const text = options.once ? said.filter((line) => line !== "").join("\n") || "Nothing to do." : "Stopped.";
  const failed = watch.plans.some((round) => round.executions.some(({ status }) => status === "failed"));
  const exitCode = options.once && (failed || last?.status === "paused") ? 1 : 0;
  const data = { rounds: watch.rounds.map(roundData), plans: watch.plans.flatMap(executionsOf) };
  return { exitCode, text, data, endsWhenTold: true };
}

interface Watch {
  readonly app: App;
  readonly context: CommandContext;
  readonly options: DaemonOptions;
  readonly rounds: Round[];
  readonly plans: PlanRound[];
}

async function keepPatrolling({ app, context, options, rounds }: Watch): Promise<void> {
  const intervalMs = (options.interval ?? app.settings.daemon.interval_seconds) * 1000;
  while (!context.signal.aborted) {
    const round = await oneRound(app, context, options);
    if (round !== null) rounds.push(round);
    if (round !== null) context.progress.keep(stamped(app, describe(round)));
    if (options.once) return;
    await setTimeout(intervalMs, undefined, { signal: context.signal }).catch(() => undefined);
  }
}

async function oneRound(
  app: App,
  context: CommandContext,
  { only, auto = false }: DaemonOptions,
): Promise<Round | null> {
  const { ports } = app;
  try {
    for (const line of (await recover(ports)).repairs) context.progress.keep(stamped(app, visible(line)));
    if (only === "plans") return null;
    if (only === undefined && (await ports.conformance.countChecks()) === 0) return null;
    return await patrol(ports, { auto, signal: context.signal }, (event) => {
      if (event.kind === "phase")
        context.progress.say(`${event.violation.violation_id} ${event.phase}: ${visible(event.detail)}`);
      if (event.kind === "outcome") context.progress.keep(stamped(app, lineOf(event.outcome, context.paint)));
    });
  } catch (error) {
    if (context.signal.aborted) return null;
    throw error;
  }
}

/** Reads answers whenever a file changes, even while plans are written and executed. */
async function keepPlans(watch: Watch): Promise<void> {
  const { app, context, options } = watch;
  const ports = await openPlanPorts(app);
  const { signal } = context;
  const waker = createWaker(ports.pause);
  const say = (line: string) => context.progress.keep(stamped(app, visible(line)));
  const onEvent = ({ requestId, what }: PlanEvent) => {
    say(`${requestId}: ${what}`);
    waker.wake();
  };
  if (options.once) {
    await waitUntilSettled(ports, signal, onEvent);
    await whileAnswering(ports, signal, { onEvent }, () => workOnce(ports, watch, onEvent));
    return;
  }
  let known: string | null = null;
  const onLook = ({ troubles }: Reconciled) => {
    if (known === null) say(WATCHING);
    const told = troubles.map(({ path, why }) => `${path} ${why}`).join("; ");
    if (told !== (known ?? "")) say(told);
    known = told;
    waker.wake();
  };
  const onTrouble = (error: AgentForgeError) => say(messageWithHint(error));
  await Promise.all([
    keepAnswers(ports, signal, { onEvent, onLook, onTrouble }),
    keepWork(ports, watch, waker, onEvent),
  ]);
}

/** Waits until no plan is being written and every rehearsal is finished. */
async function waitUntilSettled(
  ports: PlanPorts,
  signal: AbortSignal,
  onEvent: (event: PlanEvent) => void,
): Promise<void> {
  for (;;) {
    const { events, unsettled, rehearsing } = await reconcilePlans(ports, signal);
    for (const event of events) onEvent(event);
    if (!unsettled || signal.aborted) return;
    await (rehearsing ?? ports.pause(LOOK_SOON_MS, signal));
  }
}

async function workOnce(
  ports: PlanPorts,
  { context, plans }: Watch,
  onEvent: (event: PlanEvent) => void,
): Promise<void> {
  while (!context.signal.aborted) {
    const round = await attendPlans(ports, context.signal, onEvent);
    plans.push(round);
    if (round.executions.length === 0) return;
    await waitUntilSettled(ports, context.signal, onEvent);
  }
}

/** An error that a person must fix does not stop the watcher: it is reported, and retried. */
async function keepWork(
  ports: PlanPorts,
  { app, context, plans }: Watch,
  waker: Waker,
  onEvent: (event: PlanEvent) => void,
): Promise<void> {
  let known: string | null = null;
  while (!context.signal.aborted) {
    try {
      const round = await attendPlans(ports, context.signal, onEvent);
      plans.splice(0, plans.length, round);
      if (round.waiting !== known && round.waiting !== null)
        context.progress.keep(stamped(app, visible(round.waiting)));
      known = round.waiting;
      if (round.executions.length === 0) await waker.wait(LOOK_MS, context.signal);
    } catch (error) {
      if (context.signal.aborted) return;
      if (!(error instanceof AgentForgeError)) throw error;
      context.progress.keep(stamped(app, visible(messageWithHint(error))));
      await ports.pause(AFTER_TROUBLE_MS, context.signal);
    }
  }
}

function describePlans({ executions }: PlanRound): string {
  return executions
    .map((execution) => {
      const { request_id, outcome } = execution.record;
      if (execution.status === "completed") return `${request_id}: ${outcome?.branch}`;
      if (execution.status === "withdrawn") return `${request_id}: stopped, ${execution.report}`;
      return `${request_id}: failed, ${visible(execution.why)}`;
    })
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
  return `${app.ports.now().slice(0, 19)}Z  ${line}`;
}
