import { hash } from "node:crypto";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Queries, Row } from "../../domain/ports/database.ts";
import { unsealRow } from "../../domain/rules/records/sealed-row.ts";

export const sha256 = (text: string) => hash("sha256", text);

/** Reads what people answer, each stored as a sealed row under its id. */
export function createSealedRecords<Entity>(
  noun: "review" | "escalation",
  parse: (value: unknown) => Entity,
) {
  const [table, id] = [`${noun}s`, `${noun}_id`];
  const read = (row: Row) => parse(unsealRow(row, `${noun} ${row[id]}`, sha256));

  async function find(queries: Queries, key: string): Promise<Entity | null> {
    const [row] = await queries.all(`SELECT ${id}, data, checksum FROM ${table} WHERE ${id} = ?`, [key]);
    return row === undefined ? null : read(row);
  }

  return {
    find,
    async existing(queries: Queries, key: string): Promise<Entity> {
      const entity = await find(queries, key);
      if (entity !== null) return entity;
      throw new AgentForgeError("not_found", `there is no ${noun} ${key}`, {
        hint: `Run \`agentforge ${noun} list\` to see all of them.`,
      });
    },
    /** Newest first. */
    async list(queries: Queries, status?: string): Promise<Entity[]> {
      const rows = await queries.all(
        `SELECT ${id}, data, checksum FROM ${table} ${status === undefined ? "" : "WHERE status = ?"}
         ORDER BY created_at DESC, ${id} DESC`,
        status === undefined ? [] : [status],
      );
      return rows.map(read);
    },
    /** Oldest first. */
    async ids(queries: Queries): Promise<string[]> {
      const rows = await queries.all(`SELECT ${id} FROM ${table} ORDER BY created_at`);
      return rows.map((row) => String(row[id]));
    },
  };
}
