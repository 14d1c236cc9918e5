import { randomBytes } from "node:crypto";
import { noPostgres, type PostgresServer, startPostgres } from "./postgres.ts";

/** A kind of database that the same tests run on. */
export interface TestStore {
  /** Includes the reason if its tests are skipped. */
  readonly name: string;
  readonly isMissing: boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Options of `openState` for an unused database. */
  fresh(): { readonly postgres?: { readonly url: string; readonly schema: string } };
}

let server: PostgresServer | null = null;

export const STORES: readonly TestStore[] = [
  { name: "SQLite", isMissing: false, start: async () => {}, stop: async () => {}, fresh: () => ({}) },
  {
    name: noPostgres === null ? "PostgreSQL" : `PostgreSQL (skipped: ${noPostgres})`,
    isMissing: noPostgres !== null,
    async start() {
      server = await startPostgres();
    },
    async stop() {
      await server?.stop();
    },
    fresh() {
      const schema = `test_${randomBytes(6).toString("hex")}`;
      return { postgres: { url: String(server?.url), schema } };
    },
  },
];
