import { hash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ChangedFile } from "../../domain/ports/exports.ts";
import { readRegularFile } from "./regular-file.ts";
import { unsealYaml } from "./sealed-text.ts";
import { CHECKSUM_PREFIX } from "./yaml-text.ts";

/** Histories are append-only and checked by `state check`; all other files have one checksum as their last line. */
const SEALED = /^(?!step_history\.)[^.][^/]*\.yaml$/;
const SET_ASIDE = /\.yaml\.edited-[0-9A-Za-z-]+$/;
const AT_ONCE = 32;

/** Files below these folders that differ from what AgentForge wrote, and people's versions that were set aside. */
export async function findChanged(root: string, folders: readonly string[]): Promise<ChangedFile[]> {
  const paths = (await Promise.all(folders.map((folder) => walk(root, folder)))).flat();
  const changed: ChangedFile[] = [];
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const batch = await Promise.all(paths.slice(start, start + AT_ONCE).map((path) => look(root, path)));
    changed.push(...batch.filter((file) => file !== null));
  }
  return changed.sort((left, right) => left.since.localeCompare(right.since));
}

async function walk(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const nested = await Promise.all(
    entries.map(async (entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return walk(root, path);
      return entry.isFile() && (SEALED.test(entry.name) || SET_ASIDE.test(entry.name)) ? [path] : [];
    }),
  );
  return nested.flat();
}

async function look(root: string, path: string): Promise<ChangedFile | null> {
  const file = join(root, path);
  const content = await readRegularFile(file).catch(() => null);
  if (content === null) return null;
  const since = async () => (await stat(file)).mtime.toISOString();
  if (SET_ASIDE.test(path)) return { path, found: "set_aside", since: await since() };
  if (isWhole(content)) return null;
  const { status } = unsealYaml(content);
  return status === "edited" || status === "damaged" ? { path, found: status, since: await since() } : null;
}

/** Checks only the checksum, without parsing the YAML, because there may be many thousands of files. */
function isWhole(content: Buffer): boolean {
  const mark = Buffer.from(`${CHECKSUM_PREFIX}sha256 `);
  const start = content.lastIndexOf(mark);
  if (start < 0) return false;
  const digest = content.subarray(start + mark.length).toString("latin1");
  return digest === `${hash("sha256", content.subarray(0, start))}\n`;
}
