import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { Commit } from "../../../domain/entities/common.ts";
import { syncFolder, writeDurably } from "../durable.ts";
import { Owner } from "../owner.ts";
import { safeName } from "./backup.ts";

/** What is about to happen to the user's files, on disk before it begins; gone when it has ended. */
export const Intent = z.object({
  landing_id: z.string(),
  direction: z.enum(["land", "rollback"]),
  owner: Owner,
  /** `refs/heads/…`, or null while HEAD is detached. */
  reference: z.string().nullable(),
  previous: Commit.nullable(),
  next: Commit,
  reflog: z.object({ who: z.string(), message: z.string() }).nullable(),
  /** Folders that did not exist, outermost first. */
  missing_folders: z.array(z.string()),
});
export type Intent = z.infer<typeof Intent>;

export interface Intents {
  save(intent: Intent): Promise<void>;
  remove(landingId: string): Promise<void>;
  list(): Promise<readonly Intent[]>;
}

export function createIntents(stateFolder: string): Intents {
  const folder = join(stateFolder, "intents");
  const fileOf = (landingId: string) => join(folder, `${safeName(landingId)}.json`);
  return {
    save: (intent) => writeDurably(fileOf(intent.landing_id), JSON.stringify(intent)),
    async remove(landingId) {
      await rm(fileOf(landingId), { force: true });
      await syncFolder(folder);
    },
    async list() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json"));
      return Promise.all(
        names.map(async (name) => Intent.parse(JSON.parse(await readFile(join(folder, name), "utf8")))),
      );
    },
  };
}
