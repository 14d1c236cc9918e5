import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";
import { createBackups } from "./backup.ts";
import { createLandingIntents } from "./landing-intent.ts";

/** A problem with one file below `.agentforge`, and what a person can do about it. */
export interface DamagedFile {
  readonly path: string;
  readonly why: string;
  readonly hint: string;
}

/** Reads every backup, including contents, and every landing in progress. */
export async function checkLandings(stateFolder: string): Promise<readonly DamagedFile[]> {
  const backups = createBackups(stateFolder);
  const intents = createLandingIntents(stateFolder);
  const damaged: DamagedFile[] = [];
  for (const name of await readdir(join(stateFolder, "backups")).catch(() => [])) {
    const found = await troubleOf(`backups/${name}`, async () => {
      const manifest = await backups.load(name);
      if (manifest !== null) await backups.files(manifest);
    });
    if (found !== null) damaged.push(found);
  }
  for (const name of await readdir(join(stateFolder, "intents")).catch(() => [])) {
    if (!name.endsWith(".json")) continue;
    const found = await troubleOf(`intents/${name}`, () => intents.read(name.slice(0, -".json".length)));
    if (found !== null) damaged.push(found);
  }
  return damaged;
}

async function troubleOf(path: string, read: () => Promise<unknown>): Promise<DamagedFile | null> {
  try {
    await read();
    return null;
  } catch (error) {
    if (!(error instanceof AgentForgeError)) throw error;
    return { path, why: error.message, hint: error.hint ?? "See docs/state.md." };
  }
}
