import type { JournalPosition } from "../domain/entities/certificate.ts";
import { AgentForgeError } from "../domain/errors.ts";
import type { Head } from "../domain/ports/journal.ts";
import type { References } from "../domain/ports/workspace.ts";
import { addCheckpoint } from "../domain/rules/checkpoints.ts";

export const CHECKPOINT_EVERY = 200;

export interface CheckpointOptions {
  readonly references: References;
  readonly journalId: string;
  readonly now: () => string;
}

export const checkpointReference = (journalId: string) => `journal/${journalId}`;

/** Writes heads of the journal to a git reference. One that cannot be written delays nothing: the next one can. */
export function createCheckpoints({ references, journalId, now }: CheckpointOptions) {
  async function write(head: Head): Promise<JournalPosition> {
    try {
      const checkpoint = { ...head, at: now() };
      await references.update(checkpointReference(journalId), (text) => addCheckpoint(text, checkpoint));
    } catch (error) {
      if (!(error instanceof AgentForgeError)) throw error;
    }
    return { journal_id: journalId, ...head };
  }
  return {
    write,
    /** Told of every durable write: one that passes a multiple of the interval is noted. */
    async written(before: number, head: Head): Promise<void> {
      const interval = (seq: number) => Math.floor(seq / CHECKPOINT_EVERY);
      if (interval(head.seq) > interval(before)) await write(head);
    },
  };
}
