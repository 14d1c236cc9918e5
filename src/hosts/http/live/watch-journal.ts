import { setTimeout } from "node:timers/promises";
import type { Journal } from "../../../domain/ports/journal.ts";
import type { Topic } from "../api/events.ts";
import type { Streams } from "./streams.ts";

const LOOK_EVERY_MS = 300;
const MOST_ROWS = 500;

/** Maps the noun of an action type to the page's topics; anything else is a step of a run. */
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
 * Reports what changed, in any process: everything a person may want to see is in the journal. Polls only while someone
 * listens.
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
    // If the database is locked or full, polling retries; people who use it see the error in their own requests.
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
