import type { Session } from "../../domain/entities/session.ts";
import { RunMemory } from "../../domain/entities/task.ts";
import { AgentForgeError, isPassing } from "../../domain/errors.ts";
import { checkpointReference, readCheckpoints } from "../../domain/rules/checkpoints.ts";
import type { House } from "../house.ts";
import { finishLanding } from "../reviews/land-review.ts";

export interface Recovery {
  /** Runs that a crash or a kill cut short, newly found. */
  readonly interrupted: readonly Session[];
  /** What was finished, undone or removed. */
  readonly repairs: readonly string[];
  readonly notices: readonly string[];
}

/** Puts right what a crash left: run by every command before it does anything else. */
export async function recover(house: House): Promise<Recovery> {
  const repairs = [...(await house.workspace.recover()), ...(await writeOwedCheckpoints(house))];
  const approved = await finishApproved(house);
  repairs.push(...approved.finished);
  const interrupted = await house.sessions.reapInterrupted(house.isAlive);
  for (const session of interrupted) {
    house.journal.record({
      traceId: session.trace_id,
      actor: "system",
      actionType: "session.interrupted",
      entityId: session.session_id,
      metadata: { owner: session.owner },
    });
    const attempt = session.attempt_id === null ? null : await house.attempts.get(session.attempt_id);
    if (attempt && attempt.completed_at === null) {
      await house.attempts.save({
        ...attempt,
        phase: "failed",
        error: "interrupted",
        completed_at: house.now(),
      });
    }
    repairs.push(...(await takeBackUnasked(house, session)));
  }
  for (const repair of repairs) {
    house.journal.record({
      traceId: null,
      actor: "system",
      actionType: "workspace.recovered",
      metadata: { repair },
    });
  }
  await house.journal.flush();
  return { interrupted, repairs, notices: [...(house.notices ?? []), ...approved.waiting] };
}

/**
 * A run that was to land by itself and was killed between opening its review and landing leaves a question that
 * nobody was to be asked. It is taken back, so that the work is done again instead of waiting for a person.
 */
async function takeBackUnasked(house: House, { session_id }: Session): Promise<string[]> {
  const context = await house.sessions.loadContext(session_id);
  const memory = RunMemory.safeParse(context?.memory_context);
  if (!memory.success || memory.data.request.auto !== true) return [];
  const said: string[] = [];
  for (const review of await house.reviews.list("pending")) {
    if (review.session_id !== session_id || review.asked_because.length > 0) continue;
    await house.reviews.withdraw(review.review_id, "the run was killed before it landed");
    said.push(`took ${review.review_id} back: its run was killed before it landed`);
  }
  return said;
}

/** Only on top of a journal that agrees with the checkpoints it has: one that was altered must not get a new one. */
async function writeOwedCheckpoints(house: House): Promise<string[]> {
  if ((await house.checkpointsOwed()).length === 0) return [];
  const text = await house.workspace.references.read(checkpointReference(house.journalId));
  const chain = await house.verifyChain(readCheckpoints(text ?? "").checkpoints);
  if (chain.status === "broken") return [];
  return (await house.settleCheckpoints()) ? ["wrote a checkpoint of the journal that was missing"] : [];
}

/**
 * An approval is durable before its landing begins: what a crash, a full disk or a lock kept from landing lands now. If
 * it still cannot, that keeps no command from running: it says so, and the next one tries again.
 */
async function finishApproved(house: House) {
  const finished: string[] = [];
  const waiting: string[] = [];
  for (const review of await house.reviews.list("approved")) {
    const { decision } = review;
    if (decision === null || (await isLanding(house, decision.owner))) continue;
    try {
      const landing = await finishLanding(house, review, decision);
      finished.push(
        landing.status === "landed"
          ? `finished the landing of ${review.review_id} as ${landing.commit.slice(0, 12)}`
          : `${review.review_id} waits again: ${landing.why}`,
      );
    } catch (error) {
      if (!(error instanceof AgentForgeError) && !isPassing(error)) throw error;
      waiting.push(`${review.review_id} is approved but has not landed: ${whyOf(error)}`);
    }
  }
  return { finished, waiting };
}

async function isLanding(house: House, owner: string | null): Promise<boolean> {
  return owner !== null && owner !== house.owner && (await house.isAlive(owner));
}

function whyOf(error: unknown): string {
  const { message } = error as Error;
  const hint = error instanceof AgentForgeError && error.hint !== undefined ? ` ${error.hint}` : "";
  return `${message}.${hint} The next command tries again.`;
}
