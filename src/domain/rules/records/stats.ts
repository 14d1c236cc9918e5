import type { Stats, StatsBy, StatsRow } from "../../entities/stats.ts";
import { weekOf } from "./calendar.ts";
import { humanMinutes } from "./human-minutes.ts";

interface About {
  readonly at: string;
  readonly repository: string;
  readonly brain: string;
  readonly rule: string;
}

/** One event, with the fields that the statistics need. */
export type WorkEvent = About &
  (
    | { readonly kind: "asked" | "rejected" | "escalated" }
    /** `seconds`: until the change was proven; null if the run found none. */
    | { readonly kind: "ran"; readonly seconds: number | null }
    | { readonly kind: "fixed" }
    | { readonly kind: "answered"; readonly by: string; readonly askedAt: string }
    | { readonly kind: "spent"; readonly tokens: number; readonly usd: number | null }
  );

type Counted = WorkEvent & { readonly minutes: number };

/** Statistics of the events, in total and by one dimension. */
export function summarizeWork(events: readonly WorkEvent[], by: StatsBy, since: string | null): Stats {
  const counted = withMinutes(events).filter(({ at }) => since === null || at >= since);
  const nameOf = (event: WorkEvent) => (by === "week" ? weekOf(event.at) : event[by]);
  const rows = [...Map.groupBy(counted, nameOf)].map(([name, part]) => rowOf(name, part));
  const inOrder = (left: StatsRow, right: StatsRow) =>
    (by === "week" ? 0 : right.runs - left.runs) || (left.name < right.name ? -1 : 1);
  return { by, since, total: rowOf("total", counted), rows: rows.sort(inOrder) };
}

/** Computed before events are excluded, because the previous answer matters even if it is excluded itself. */
function withMinutes(events: readonly WorkEvent[]): readonly Counted[] {
  const answers = events.filter((event) => event.kind === "answered");
  const minutes = humanMinutes(answers);
  const byEvent = new Map<WorkEvent, number>(answers.map((answer, index) => [answer, minutes[index] ?? 0]));
  return events.map((event) => ({ ...event, minutes: byEvent.get(event) ?? 0 }));
}

function rowOf(name: string, events: readonly Counted[]): StatsRow {
  const of = <Kind extends WorkEvent["kind"]>(kind: Kind) =>
    events.filter((event): event is Extract<Counted, { kind: Kind }> => event.kind === kind);
  const runs = of("ran");
  const seconds = runs.flatMap((run) => (run.seconds === null ? [] : [run.seconds]));
  const answers = of("answered");
  const waits = answers.map(({ at, askedAt }) => (Date.parse(at) - Date.parse(askedAt)) / 1000);
  const spent = of("spent");
  const usd = spent.reduce<number | null>(
    (sum, each) => (sum === null || each.usd === null ? null : sum + each.usd),
    0,
  );
  const minutes = answers.reduce((sum, answer) => sum + answer.minutes, 0);
  return {
    ...{ name, runs: runs.length, proven: seconds.length, asked: of("asked").length },
    ...{ fixed: of("fixed").length, rejected: of("rejected").length, escalated: of("escalated").length },
    median_seconds_to_fix: median(seconds),
    median_seconds_to_answer: median(waits),
    tokens: spent.reduce((sum, { tokens }) => sum + tokens, 0),
    usd: usd === null ? null : Math.round(usd * 1e6) / 1e6,
    human_minutes: Math.round(minutes * 10) / 10,
  };
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
