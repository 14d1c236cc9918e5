import { AgentForgeError } from "../../domain/errors.ts";
import type { Database, Queries } from "../../domain/ports/database.ts";

/**
 * Writes the files of one kind of entity from what the database holds, while holding its lock, so that a slow process
 * cannot put an older state over a newer one. When a file cannot be written the database still has it all: it is
 * written at the next chance instead of failing work that is already safe.
 */
export function createPublisher(
  database: Database,
  write: (queries: Queries, id: string) => Promise<void>,
): (id: string) => Promise<void> {
  const late = new Set<string>();

  return async (id) => {
    late.add(id);
    for (const one of [...late].reverse()) {
      try {
        await database.transaction((queries) => write(queries, one));
        late.delete(one);
      } catch (error) {
        if (isTemporary(error)) return;
        throw error;
      }
    }
  };
}

function isTemporary(error: unknown): boolean {
  return error instanceof AgentForgeError && ["disk_full", "read_only", "busy"].includes(error.code);
}
