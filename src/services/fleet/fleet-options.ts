import type { Database } from "../../domain/ports/database.ts";
import type { Journal } from "../../domain/ports/journal.ts";

export interface FleetOptions {
  readonly database: Database;
  readonly journal: Journal;
  readonly now: () => string;
  readonly newTraceId: () => string;
  /** Redacts texts that come from a repository before they are stored. */
  readonly redact: <Data>(data: Data) => Data;
  /** Must be unique among hundreds of thousands of tasks. */
  readonly newTaskId: () => string;
}
