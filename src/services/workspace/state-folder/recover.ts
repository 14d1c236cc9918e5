import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../context.ts";
import { removeFolder } from "../files/durable.ts";
import { recoverReferenceLocks } from "../git/reference-locks.ts";
import { createBackups } from "../landing/backup.ts";
import { markLanded } from "../landing/land.ts";
import { createLandingIntents, type LandingIntent } from "../landing/landing-intent.ts";
import { complete, hasMoved, undo } from "../landing/resolve-intent.ts";
import { inverse, markRestored } from "../landing/rollback.ts";
import { currentOwner, isAlive, Owner } from "./owner.ts";

export async function recover(context: Context): Promise<readonly string[]> {
  return [
    ...(await recoverLandings(context)),
    ...(await removeDeadAttempts(context)),
    ...(await removeScratch(context)),
    ...(await recoverReferenceLocks(context)),
  ];
}

/** Settles every landing and rollback whose process has died. */
export async function recoverLandings(context: Context): Promise<readonly string[]> {
  const said: string[] = [];
  for (const intent of await createLandingIntents(context.stateFolder).list()) {
    if (!(await isAlive(intent.owner))) said.push(await finishOrUndo(context, intent));
  }
  return said;
}

async function finishOrUndo(context: Context, intent: LandingIntent): Promise<string> {
  const backups = createBackups(context.stateFolder);
  const name = `${intent.direction === "land" ? "landing" : "rollback of"} ${intent.landing_id}`;
  if (await hasMoved(context, intent)) {
    await complete(context, intent);
    if (intent.direction === "land") await markLanded(context, intent.landing_id);
    else await markRestored(context, intent.landing_id, intent.next);
    return `finished the interrupted ${name}`;
  }
  const manifest = await backups.load(intent.landing_id);
  const files = manifest === null ? [] : await backups.files(manifest);
  const left = await undo(context, intent, intent.direction === "land" ? files : inverse(files));
  if (intent.direction === "land") await backups.discard(intent.landing_id);
  await createLandingIntents(context.stateFolder).remove(intent.landing_id);
  const rest =
    left.length === 0 ? "" : `; left unchanged, because they were edited since: ${left.join(", ")}`;
  return `undid the interrupted ${name}${rest}`;
}

async function removeDeadAttempts(context: Context): Promise<readonly string[]> {
  const attempts = join(context.stateFolder, "attempts");
  const said: string[] = [];
  for (const id of await readdir(attempts).catch(() => [])) {
    const folder = join(attempts, id);
    const text = await readFile(join(folder, "owner.json"), "utf8").catch(() => null);
    const owner = Owner.safeParse(text === null ? null : parseJson(text));
    if (owner.success && (await isAlive(owner.data))) continue;
    await removeFolder(folder);
    said.push(`removed the leftovers of attempt ${id}`);
  }
  return said;
}

/** Scratch folders are named `<pid>-<start>-<id>`; not worth reporting. */
async function removeScratch(context: Context): Promise<readonly string[]> {
  const scratch = join(context.stateFolder, "scratch");
  const self = await currentOwner();
  for (const name of await readdir(scratch).catch(() => [])) {
    const [pid, started] = name.split("-");
    if (
      await isAlive({ ...self, pid: Number(pid) || 1, started: started === "0" ? null : (started ?? null) })
    )
      continue;
    await removeFolder(join(scratch, name));
  }
  return [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
