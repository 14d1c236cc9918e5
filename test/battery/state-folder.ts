import { openJournal } from "../../src/services/journal/index.ts";
import { openAttempts, openEscalations, openReviews } from "../../src/services/reviews/index.ts";
import { openSessions } from "../../src/services/sessions/index.ts";
import { openState } from "../../src/services/state/index.ts";
import { sampleEscalation, sampleReview } from "../support/samples.ts";
import { sampleAttempt, sampleContext, sampleSession, sampleStep } from "./state-samples.ts";

const now = () => "2026-01-02T03:04:05.000Z";

export async function openAll(folder: string) {
  const state = await openState({ folder, now });
  try {
    const journal = await openJournal({
      ...state,
      now,
      randomId: () => crypto.randomUUID(),
      redact: (text) => text,
    });
    const sessions = await openSessions({ ...state, now });
    const attempts = await openAttempts(state);
    const reviews = await openReviews({ ...state, journal, now });
    const escalations = await openEscalations({ ...state, journal, now });
    return { ...state, journal, sessions, attempts, reviews, escalations };
  } catch (error) {
    await state.database.close();
    throw error;
  }
}

export type Everything = Awaited<ReturnType<typeof openAll>>;

/** One of each kind of stored record. */
export async function fill(everything: Everything): Promise<void> {
  const { journal, sessions, attempts, reviews, escalations } = everything;
  await sessions.begin(sampleSession("s-1"));
  await sessions.saveContext(sampleContext("s-1", 1));
  for (let n = 1; n <= 3; n += 1) await sessions.appendStep("s-1", sampleStep(n));
  await attempts.save(sampleAttempt("a-1", 1));
  await reviews.open(sampleReview("RV-1"));
  await escalations.create(sampleEscalation("ESC-1"));
  for (let n = 1; n <= 5; n += 1)
    journal.record({ traceId: null, actor: "agent", actionType: "tool.called" });
  await journal.flush();
}

/** Everything in the database, as text; throws if it notices damage. */
export async function readAll(everything: Everything): Promise<string> {
  const { journal, sessions, attempts, reviews, escalations } = everything;
  const chain = await journal.verifyChain();
  if (chain.status !== "ok") throw new Error(chain.why);
  const list = await sessions.list();
  return JSON.stringify([
    list,
    await sessions.list({ status: "running" }),
    await sessions.loadContext("s-1"),
    await sessions.history("s-1"),
    await sessions.lastStep("s-1"),
    await attempts.list(),
    await attempts.get("a-1"),
    await reviews.list(),
    await reviews.list("pending"),
    await escalations.list(),
    await escalations.list("pending"),
    await journal.query({}),
    await journal.query({ actionType: "tool.called" }),
    await journal.query({ entityId: "RV-1" }),
  ]);
}
