import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Activity } from "../../domain/ports/journal.ts";
import type { References } from "../../domain/ports/workspace.ts";
import {
  createCheckpoints,
  type Deciding,
  openJournal,
  withCheckpoints,
} from "../../services/journal/index.ts";
import type { State } from "../../services/state/index.ts";

export interface RecordedJournalOptions {
  readonly state: State;
  readonly references: References;
  readonly stateFolder: string;
  readonly now: () => string;
  readonly redact: (text: string) => string;
  readonly mark: string;
  readonly isMarkAlive: (mark: string) => Promise<boolean>;
  readonly warn?: (message: string) => void;
  readonly recorded?: (decision: Activity) => void;
}

/** The journal, and a database that writes a checkpoint after every transaction with a decision. */
export async function openRecordedJournal(options: RecordedJournalOptions) {
  const { state, references, stateFolder, now, redact, mark, isMarkAlive } = options;
  const checkpoints = createCheckpoints({
    ...{ references, journalId: state.id, now, mark, isMarkAlive },
    folder: join(stateFolder, "checkpoints"),
    warn: options.warn ?? (() => undefined),
  });
  const checkpoint = () => journal.head().then((head) => head && checkpoints.write(head));
  const deciding: Deciding = new WeakMap();
  const decided = async (decisions: readonly Activity[]) => {
    for (const decision of decisions.filter(({ actor }) => actor === "human")) options.recorded?.(decision);
    await checkpoint();
  };
  const journal = await openJournal({
    ...{ database: state.database, now, randomId: randomUUID, redact, written: checkpoints.written },
    async deciding(activity, within) {
      await checkpoints.owe();
      if (within !== null) deciding.set(within, [...(deciding.get(within) ?? []), activity]);
    },
    decided,
  });
  const database = withCheckpoints(state.database, deciding, decided);
  return { journal, database, checkpoints, checkpoint };
}
