import type { Database } from "../../domain/ports/database.ts";
import type { Journal } from "../../domain/ports/journal.ts";

export interface FleetOptions {
  readonly database: Database;
  readonly journal: Journal;
  readonly now: () => string;
  readonly newTraceId: () => string;
  /** What is kept of texts that came from a repository. */
  readonly redact: <Data>(data: Data) => Data;
  /** Unique among hundred thousands. */
  readonly newTaskId: () => string;
}
