import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { PlanRecord } from "../../../src/domain/entities/plan-record.ts";

export interface Entry {
  readonly action: string;
  /** Milliseconds. */
  readonly at: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The records, read without AgentForge: its own commands would first process the files that are being judged. */
export interface Records {
  plan(id: string): PlanRecord | null;
  journal(id: string): readonly Entry[];
  close(): void;
}

export function openRecords(root: string): Records {
  const database = new DatabaseSync(join(root, ".agentforge/journal.db"), { readOnly: true, timeout: 5000 });
  const plan = database.prepare("SELECT data FROM plans WHERE request_id = ?");
  const journal = database.prepare(
    "SELECT action_type, timestamp, metadata FROM activity WHERE entity_id = ? ORDER BY seq",
  );
  return {
    plan(id) {
      const row = plan.get(id);
      return row === undefined ? null : JSON.parse(String(row.data));
    },
    journal: (id) =>
      journal.all(id).map((row) => ({
        action: String(row.action_type),
        at: Date.parse(String(row.timestamp)),
        metadata: JSON.parse(String(row.metadata)),
      })),
    close: () => database.close(),
  };
}

/** The files of one plan in a folder, with their texts. */
export function filesOf(root: string, place: string, id: string): readonly { name: string; text: string }[] {
  const folder = join(root, ".agentforge", place);
  return readdirSync(folder)
    .filter((name) => belongsTo(name, id))
    .flatMap((name) => {
      try {
        return [{ name, text: readFileSync(join(folder, name), "utf8") }];
      } catch {
        // Moved between the two calls.
        return [];
      }
    });
}

export function belongsTo(name: string, id: string): boolean {
  return name.startsWith(id) && !/^\d/.test(name.slice(id.length)) && name.endsWith(".md");
}
