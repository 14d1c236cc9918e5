import { AgentForgeError } from "../../errors.ts";

export type Sha256Function = (text: string) => string;

/** An entity as a database row stores it: its exact JSON text, and a digest that detects a flipped bit. */
export interface SealedRow {
  readonly data: string;
  readonly checksum: string;
}

export function sealRow(entity: unknown, sha256: Sha256Function): SealedRow {
  const data = JSON.stringify(entity);
  return { data, checksum: sha256(data) };
}

/**
 * The JSON value of a row. Throws `state_damaged` for a damaged row, which is never mistaken for a good or a
 * missing one.
 */
export function unsealRow(
  row: Readonly<Record<string, unknown>>,
  name: string,
  sha256: Sha256Function,
): unknown {
  const { data, checksum } = row;
  if (typeof data === "string" && sha256(data) === checksum) return JSON.parse(data);
  throw new AgentForgeError("state_damaged", `the record of ${name} in journal.db is damaged`, {
    hint: "See docs/state.md, 'When the database is damaged'.",
  });
}
