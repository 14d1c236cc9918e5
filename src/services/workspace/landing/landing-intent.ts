import { link, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { Commit } from "../../../domain/entities/common.ts";
import { AgentForgeError } from "../../../domain/errors.ts";
import { syncFolder, writeDurably } from "../files/durable.ts";
import { codeOf } from "../paths/folder.ts";
import { Owner } from "../state-folder/owner.ts";
import { safeName } from "./backup.ts";

/** A planned change to the user's files: written to disk before it starts, removed when it is complete. */
export const LandingIntent = z.object({
  landing_id: z.string(),
  direction: z.enum(["land", "rollback"]),
  owner: Owner,
  /** Whether the user's files may already have been written. */
  writing: z.boolean(),
  /** `refs/heads/…`, or null while HEAD is detached. */
  reference: z.string().nullable(),
  previous: Commit.nullable(),
  next: Commit,
  reflog: z.object({ who: z.string(), message: z.string() }).nullable(),
  /** Folders that did not exist, outermost first. */
  missing_folders: z.array(z.string()),
});
export type LandingIntent = z.infer<typeof LandingIntent>;

export interface LandingIntents {
  /** Throws `busy` if another process has started the same landing. The draft is written in `scratchFolder`. */
  claim(intent: LandingIntent, scratchFolder: string): Promise<void>;
  update(intent: LandingIntent): Promise<void>;
  read(landingId: string): Promise<LandingIntent | null>;
  remove(landingId: string): Promise<void>;
  list(): Promise<readonly LandingIntent[]>;
}

export function createLandingIntents(stateFolder: string): LandingIntents {
  const folder = join(stateFolder, "intents");
  const fileOf = (landingId: string) => join(folder, `${safeName(landingId)}.json`);
  const read = async (landingId: string): Promise<LandingIntent | null> => {
    const file = fileOf(landingId);
    const text = await readFile(file, "utf8").catch(() => null);
    if (text === null) return null;
    const intent = parseLandingIntent(text);
    if (intent?.landing_id === landingId) return intent;
    throw new AgentForgeError("state_damaged", `${file} is damaged`, {
      hint: "It describes an interrupted landing. Check `git status`, then remove the file.",
    });
  };
  return {
    read,
    update: (intent) => writeDurably(fileOf(intent.landing_id), JSON.stringify(intent)),

    async claim(intent, scratchFolder) {
      const draft = join(scratchFolder, "intent.json");
      await writeDurably(draft, JSON.stringify(intent));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await link(draft, fileOf(intent.landing_id)).catch((error: unknown) => {
        if (codeOf(error) !== "EEXIST") throw error;
        throw new AgentForgeError("busy", `${intent.landing_id} is already being landed or rolled back`, {
          hint: "Wait for the other process to end.",
        });
      });
      await syncFolder(folder);
    },

    async remove(landingId) {
      const file = fileOf(landingId);
      for (const name of [`${file}.tmp`, file]) await rm(name, { force: true });
      await syncFolder(folder);
    },

    async list() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json"));
      const intents = await Promise.all(names.map((name) => read(name.replace(/\.json$/, ""))));
      return intents.filter((intent) => intent !== null);
    },
  };
}

function parseLandingIntent(text: string): LandingIntent | null {
  try {
    return LandingIntent.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
