import type { Severity } from "../../domain/entities/common.ts";
import type { Session } from "../../domain/entities/session.ts";
import { dayOf } from "../../domain/rules/records/calendar.ts";
import type { Ports } from "../ports.ts";

export type OverviewPorts = Pick<Ports, "conformance" | "sessions">;

type OpenCounts = Readonly<Record<Severity, number>>;

export interface Overview {
  readonly open: OpenCounts;
  readonly open_by_day: readonly { readonly day: string; readonly open: OpenCounts }[];
  readonly recent_runs: readonly Session[];
}

const MOST_DAYS = 90;
const MOST_CHECK_RUNS = 2_000;
const RECENT_RUNS = 8;
const NONE: OpenCounts = { blocker: 0, critical: 0, major: 0, minor: 0, info: 0 };

/** The state of a project, from its records; `stats/` has the metrics of completed work. */
export async function readOverview(ports: OverviewPorts): Promise<Overview> {
  const points = await ports.conformance.trend(MOST_CHECK_RUNS);
  const byDay = new Map(points.map(({ at, open }) => [dayOf(at), { ...NONE, ...open }]));
  return {
    open: { ...NONE, ...points.at(-1)?.open },
    open_by_day: [...byDay].map(([day, open]) => ({ day, open })).slice(-MOST_DAYS),
    recent_runs: await ports.sessions.list({ limit: RECENT_RUNS }),
  };
}
