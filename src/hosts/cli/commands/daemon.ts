import { setTimeout } from "node:timers/promises";
import { equipBrain } from "../../../app/brains.ts";
import { type App, openApp } from "../../../app.ts";
import { recover } from "../../../workflows/recover.ts";
import { patrol, type Round } from "../../../workflows/schedule.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { lineOf, reportData } from "../render/fix.ts";
import { visible } from "../terminal.ts";

export interface DaemonOptions {
  readonly once?: boolean;
  readonly interval?: number;
  readonly brain?: string;
}

/** Round after round until it is told to stop; a signal lets what runs roll back first. */
export async function runDaemon(context: CommandContext, options: DaemonOptions): Promise<CommandResult> {
  const opened = await openApp(context);
  try {
    const app = equipBrain(opened, options.brain ?? null);
    const intervalMs = (options.interval ?? app.settings.daemon.interval_seconds) * 1000;
    const rounds: Round[] = [];
    while (!context.signal.aborted) {
      const round = await oneRound(app, context);
      if (round !== null) rounds.push(round);
      if (round !== null) context.progress.keep(stamped(app, describe(round)));
      if (options.once) break;
      await setTimeout(intervalMs, undefined, { signal: context.signal }).catch(() => undefined);
    }
    const last = rounds.at(-1);
    const text = last && options.once ? describe(last) : "Stopped.";
    const exitCode = options.once && last?.status === "paused" ? 1 : 0;
    return { exitCode, text, data: { rounds: rounds.map(roundData) }, endsWhenTold: true };
  } finally {
    await opened.close();
  }
}

async function oneRound(app: App, context: CommandContext): Promise<Round | null> {
  const { house } = app;
  try {
    for (const line of (await recover(house)).repairs) context.progress.keep(stamped(app, visible(line)));
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
