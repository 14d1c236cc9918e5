import { randomUUID } from "node:crypto";
import type { FleetReview } from "../../src/domain/entities/fleet.ts";
import { openFleet } from "../../src/services/fleet/index.ts";
import { openJournal } from "../../src/services/journal/index.ts";
import { openQueue } from "../../src/services/queue/index.ts";
import { openState } from "../../src/services/state/index.ts";

const now = () => new Date().toISOString();
/** The hash of the diff of both questions. */
export const SHOWN_DIFF = "a".repeat(64);

/** A worker's typical result: a finished task with two questions. */
export async function fillFleet(url: string, folder: string): Promise<void> {
  const state = await openState({ folder, now, postgres: { url, schema: "agentforge_fleet" } });
  const { database } = state;
  const journal = await openJournal({ database, now, randomId: randomUUID, redact: (text) => text });
  const ids = { newTraceId: randomUUID, newTaskId: () => `T-${randomUUID()}` };
  const fleet = await openFleet({ database, journal, now, redact: (data) => data, ...ids });
  const queue = await openQueue({ database, holder: "me", leaseMs: 60_000 });
  const place = { repository_id: "R-1", url: "https://example.com/a/shop", label: null } as const;
  const prepare = { how: "none" } as const;
  await fleet.addRepository({
    ...place,
    prepare,
    added_by: "ada",
    added_at: now(),
    proposed_as: "pushed-branch",
  });
  const request = { kind: "tests", auto: false } as const;
  const [task] = await fleet.enqueue([{ repository: "R-1", request, ref: null, priority: 0, by: "ada" }]);
  const claim = await queue.claim("repository:R-1", { attemptLimit: null });
  const started = claim && task && (await fleet.begin(task.task_id, "W-1", claim));
  if (!claim || !started) throw new Error("not started");
  const review = (review_id: string): FleetReview => ({
    ...{ review_id, task_id: started.task_id, repository_id: "R-1", title: `fix <b> ${review_id}` },
    ...{ confidence: 0.9, files: ["a.js"], diff: "+ token = ghp_0123456789abcdefghijABCDEFGHIJ012345" },
    ...{ diff_hash: SHOWN_DIFF, asked_because: ["it is new"], created_at: now(), status: "pending" },
    ...{ answered_by: null, why: null },
  });
  const outcome = { kind: "asked", text: "two fixes", pushed: [], brain: "search" } as const;
  await fleet.finish(
    started,
    { outcome: { ...outcome, pushed: [] }, asked: [review("RV-1"), review("RV-2")] },
    claim,
  );
  await claim.succeed();
  await database.close();
}
