import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JournalPosition } from "../../domain/entities/certificate.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Database, Queries } from "../../domain/ports/database.ts";
import type { Activity, Head } from "../../domain/ports/journal.ts";
import type { References } from "../../domain/ports/workspace.ts";
import { addCheckpoint, checkpointReference } from "../../domain/rules/records/checkpoints.ts";

const CHECKPOINT_EVERY = 500;

export interface CheckpointOptions {
  readonly references: References;
  readonly journalId: string;
  readonly now: () => string;
  /** Where a process notes that a checkpoint is due, until it is written. */
  readonly folder: string;
  /** The mark of this process, usable as a file name; `isMarkAlive` recognizes it. */
  readonly mark: string;
  readonly isMarkAlive: (mark: string) => Promise<boolean>;
  /** Tells the person what the next command will do. */
  readonly warn: (message: string) => void;
}

/**
 * Writes heads of the journal to a git reference. A decision is marked as needing one before it is durable,
 * so that a checkpoint that could not be written because of a crash or a lock is known to be missing, and the
 * next command writes it.
 */
export function createCheckpoints(options: CheckpointOptions) {
  const { references, journalId, folder, mark } = options;
  const marker = join(folder, mark);
  let newest = 0;

  async function write(head: Head): Promise<JournalPosition> {
    const position = { journal_id: journalId, ...head };
    if (head.seq <= newest) return position;
    const checkpoint = { ...head, at: options.now() };
    try {
      await references.update(checkpointReference(journalId), (text) => addCheckpoint(text, checkpoint));
    } catch (error) {
      if (!(error instanceof AgentForgeError)) throw error;
      // The marker already exists; it does not matter if its reason cannot be written.
      await noteOwed(error.message).catch(() => undefined);
      options.warn(notWritten(error));
      return position;
    }
    newest = head.seq;
    await rm(marker, { force: true });
    return position;
  }

  async function noteOwed(why: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(marker, why, { mode: 0o600 });
  }

  const owed = () => readOwed(options);

  return {
    write,
    owed,
    /** Called before a decision is durable. */
    owe: () => noteOwed("").catch((cause: unknown) => Promise.reject(cannotRecord(folder, cause))),
    /** Called after every durable write; writes a checkpoint when a multiple of the interval is passed. */
    async written(before: number, head: Head): Promise<void> {
      const interval = (seq: number) => Math.floor(seq / CHECKPOINT_EVERY);
      if (interval(head.seq) > interval(before)) await write(head);
    },
    /** Writes what dead processes could not; false if it still cannot be written. */
    async settle(head: Head): Promise<boolean> {
      const marks = await owed();
      await write(head);
      if (newest < head.seq) return false;
      for (const { mark } of marks) await rm(join(folder, mark), { force: true });
      return true;
    },
  };
}

/** The checkpoints that killed processes did not write, and those that could not be written. */
async function readOwed({
  folder,
  isMarkAlive,
}: CheckpointOptions): Promise<readonly { readonly mark: string; readonly why: string }[]> {
  const found: { mark: string; why: string }[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const why = await readFile(join(folder, name), "utf8").catch(() => null);
    const underWay = why === "" && (await isMarkAlive(name));
    if (why !== null && !underWay) found.push({ mark: name, why: why || "the process was killed" });
  }
  return found;
}

function notWritten({ message, hint = "" }: AgentForgeError): string {
  return `the journal's checkpoint was not written: ${message}. ${hint} The next command writes it.`;
}

function cannotRecord(folder: string, cause: unknown): AgentForgeError {
  const isFull =
    cause instanceof Error && "code" in cause && ["ENOSPC", "EDQUOT"].includes(String(cause.code));
  const why = isFull ? "the disk is full" : `${folder} cannot be written`;
  return new AgentForgeError(isFull ? "disk_full" : "read_only", `${why}; nothing was recorded`, {
    hint: isFull ? "Free some space and answer again." : "Check who owns the folder, and answer again.",
    cause,
  });
}

/** Decisions in transactions that are not durable yet. */
export type Deciding = WeakMap<Queries, Activity[]>;

/** Transactions in which a decision was recorded are followed by a checkpoint. */
export function withCheckpoints(
  database: Database,
  deciding: Deciding,
  decided: (decisions: readonly Activity[]) => Promise<unknown>,
): Database {
  return {
    dialect: database.dialect,
    run: (sql, parameters) => database.run(sql, parameters),
    all: (sql, parameters) => database.all(sql, parameters),
    migrate: (owner, migrations) => database.migrate(owner, migrations),
    outdated: () => database.outdated(),
    close: () => database.close(),
    async transaction(work) {
      let decisions: readonly Activity[] = [];
      const result = await database.transaction(async (queries) => {
        const done = await work(queries);
        decisions = deciding.get(queries) ?? [];
        deciding.delete(queries);
        return done;
      });
      if (decisions.length > 0) await decided(decisions);
      return result;
    },
  };
}
