import { setTimeout } from "node:timers/promises";
import type { Journal } from "../../../domain/ports/journal.ts";
import type { Topic } from "../api/events.ts";
import type { Streams } from "./streams.ts";

const LOOK_EVERY_MS = 300;
const MOST_ROWS = 500;

/** What the noun of an action type means for the page; anything else is a step of a run. */
const TOPIC_OF: Readonly<Record<string, readonly Topic[]>> = {
  review: ["reviews"],
  change: ["reviews"],
  certificate: ["reviews"],
  escalation: ["escalations"],
  plan: ["plans"],
  request: ["plans"],
  execution: ["plans", "runs"],
  violation: ["violations"],
  checks: ["violations", "runs"],
  hook: [],
  guard: [],
  journal: [],
};

/**
 * Tells what changed, in whatever process it was done: everything that a person may want to see is in the journal.
 * Looks only while somebody listens.
 */
export async function watchJournal(
  journal: Pick<Journal, "query">,
  streams: Pick<Streams, "count" | "send">,
  signal: AbortSignal,
): Promise<void> {
  let last = (await journal.query({ limit: 1 })).at(-1)?.id ?? null;
  while (!signal.aborted) {
    await setTimeout(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted || streams.count === 0) continue;
    // A locked or full database is looked at again; those who use it are told by their own requests.
    const rows = await journal
      .query({ ...(last !== null && { after: last }), limit: MOST_ROWS })
      .catch(() => []);
    const newest = rows.at(-1);
    if (newest === undefined) continue;
    last = newest.id;
    streams.send("changed", { topics: topicsOf(rows.map((row) => row.action_type)) });
  }
}

function topicsOf(actionTypes: readonly string[]): Topic[] {
  const topics = new Set<Topic>(["journal"]);
  for (const type of actionTypes) {
    const noun = type.split(".", 1)[0] ?? "";
    for (const topic of TOPIC_OF[noun] ?? ["runs" as const]) topics.add(topic);
  }
  return [...topics];
}
