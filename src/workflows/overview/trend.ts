import { dayOf } from "../../domain/rules/records/calendar.ts";
import type { Ports } from "../ports.ts";

export interface TrendDay {
  readonly day: string;
  /** At the end of the day. */
  readonly open: number;
  readonly opened: number;
  readonly resolved: number;
}

const MOST_CHECK_RUNS = 2_000;

/** Open violations by day, oldest first: for one check, or for all. */
export async function readTrend(
  ports: Pick<Ports, "conformance">,
  checkId: string | null,
): Promise<readonly TrendDay[]> {
  return checkId === null ? ofAll(ports) : ofOne(ports, checkId);
}

async function ofAll(ports: Pick<Ports, "conformance">): Promise<readonly TrendDay[]> {
  const days = new Map<string, TrendDay>();
  for (const { at, open, opened, resolved } of await ports.conformance.trend(MOST_CHECK_RUNS)) {
    const day = dayOf(at);
    const known = days.get(day);
    days.set(day, {
      day,
      open: Object.values(open).reduce((sum, count) => sum + count, 0),
      opened: (known?.opened ?? 0) + opened,
      resolved: (known?.resolved ?? 0) + resolved,
    });
  }
  return [...days.values()];
}

async function ofOne(ports: Pick<Ports, "conformance">, checkId: string): Promise<readonly TrendDay[]> {
  const days = new Map<string, TrendDay>();
  let open = 0;
  for (const { at, status } of await ports.conformance.turns(checkId)) {
    const isOpen = status === "open" || status === "reopened";
    open = Math.max(0, open + (isOpen ? 1 : -1));
    const day = dayOf(at);
    const { opened, resolved } = days.get(day) ?? { opened: 0, resolved: 0 };
    days.set(day, { day, open, opened: opened + (isOpen ? 1 : 0), resolved: resolved + (isOpen ? 0 : 1) });
  }
  return [...days.values()];
}
