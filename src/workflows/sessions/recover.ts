import type { Session } from "../../domain/entities/session.ts";
import { RunMemory } from "../../domain/entities/task.ts";
import { AgentForgeError, isTransient, messageWithHint, withHint } from "../../domain/errors.ts";
import { checkpointReference, readCheckpoints } from "../../domain/rules/records/checkpoints.ts";
import type { Ports } from "../ports.ts";
import { finishLanding, type LandReviewPorts } from "../reviews/land-review.ts";
import { takeBackUnasked } from "../reviews/take-back.ts";

export type RecoverPorts = Pick<
  Ports,
  "checkpointsOwed" | "isAlive" | "journalId" | "notices" | "settleCheckpoints" | "verifyChain"
> &
  LandReviewPorts;

export interface Recovery {
  /** Newly found runs that a crash or a kill interrupted. */
  readonly interrupted: readonly Session[];
  /** Work that was finished, undone or removed. */
  readonly repairs: readonly string[];
  readonly notices: readonly string[];
}

/**
 * Cleans up after a crash. Every way to work on a repository runs it first. What only inspects the records does not,
 * because it reports what is there: `journal`, `state check`, `doctor`, hooks.
 */
export async function recover(ports: RecoverPorts): Promise<Recovery> {
  const repairs = [...(await ports.workspace.recover()), ...(await writeOwedCheckpoints(ports))];
  const approved = await finishApproved(ports);
  repairs.push(...approved.finished);
  const interrupted = await ports.sessions.reapInterrupted(ports.isAlive);
  for (const session of interrupted) {
    ports.journal.record({
      traceId: session.trace_id,
      actor: "system",
      actionType: "session.interrupted",
      entityId: session.session_id,
      metadata: { owner: session.owner },
    });
    const attempt = session.attempt_id === null ? null : await ports.attempts.get(session.attempt_id);
    if (attempt && attempt.completed_at === null) {
      await ports.attempts.save({
        ...attempt,
        phase: "failed",
        error: "interrupted",
        completed_at: ports.now(),
      });
    }
    repairs.push(...(await takeBackReviewsOf(ports, session)));
  }
  for (const repair of repairs) {
    ports.journal.record({
      traceId: null,
      actor: "system",
      actionType: "workspace.recovered",
      metadata: { repair },
    });
  }
  await ports.journal.flush();
  return { interrupted, repairs, notices: [...(ports.notices ?? []), ...approved.waiting] };
}

/** For a run that should land automatically and was killed between opening its review and landing. */
async function takeBackReviewsOf(
  ports: Pick<Ports, "reviews" | "sessions">,
  { session_id }: Session,
): Promise<string[]> {
  const context = await ports.sessions.loadContext(session_id);
  const memory = RunMemory.safeParse(context?.memory_context);
  if (!memory.success || memory.data.request.auto !== true) return [];
  const said: string[] = [];
  for (const review of await ports.reviews.list("pending")) {
    if (review.session_id !== session_id) continue;
    if (!(await takeBackUnasked(ports, review, "the run was killed before its change landed"))) continue;
    said.push(`withdrew ${review.review_id}: its run was killed before the change landed`);
  }
  return said;
}

/** Only for a journal that agrees with its checkpoints: an altered one must not get a new checkpoint. */
async function writeOwedCheckpoints(ports: RecoverPorts): Promise<string[]> {
  if ((await ports.checkpointsOwed()).length === 0) return [];
  const text = await ports.workspace.references.read(checkpointReference(ports.journalId));
  const chain = await ports.verifyChain(readCheckpoints(text ?? "").checkpoints);
  if (chain.status === "broken") return [];
  return (await ports.settleCheckpoints()) ? ["wrote a missing checkpoint of the journal"] : [];
}

/**
 * An approval is stored before its landing starts. A landing that a crash, a full disk or a lock prevented
 * happens now. If it still fails, the command reports it and continues, and the next command retries.
 */
async function finishApproved(ports: RecoverPorts) {
  const finished: string[] = [];
  const waiting: string[] = [];
  for (const review of await ports.reviews.list("approved")) {
    const { decision } = review;
    if (decision === null || (await isLanding(ports, decision.owner))) continue;
    try {
      const landing = await finishLanding(ports, review, decision);
      finished.push(
        landing.status === "landed"
          ? `finished the landing of ${review.review_id} as ${landing.commit.slice(0, 12)}`
          : `${review.review_id} is pending again: ${landing.why}`,
      );
    } catch (error) {
      if (!(error instanceof AgentForgeError) && !isTransient(error)) throw error;
      const why = withHint(messageWithHint(error), "The next command retries.");
      waiting.push(`${review.review_id} is approved but has not landed: ${why}`);
    }
  }
  return { finished, waiting };
}

async function isLanding(ports: Pick<Ports, "isAlive" | "owner">, owner: string | null): Promise<boolean> {
  return owner !== null && owner !== ports.owner && (await ports.isAlive(owner));
}
