import { createHash } from "node:crypto";
import { lstat, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FoundFile, PlanFolders, PlanPlace, Sighting } from "../../../domain/ports/plans.ts";
import { accountNames } from "./account-names.ts";
import { readWhole } from "./read-whole.ts";
import { stampOf } from "./stamp.ts";

export const PLACES: readonly PlanPlace[] = [
  "Inbox/Requests",
  "Inbox/Plans",
  "Inbox/Rejected",
  "Inbox/Archive",
  "System/Active",
];
/** Its modification time is the start of the last completed scan. */
const SEEN_THROUGH = "System/.looked";
/** Tolerance for clocks that differ slightly. */
const MARGIN_MS = 2000;
/** A file modified more recently than this may still be growing. */
const SETTLED_MS = 250;

/** Reads the folders; files unchanged since the last time are not read again. */
export class PlanScanner {
  readonly #stateFolder: string;
  readonly #pathOf: PlanFolders["pathOf"];
  readonly #settledMs: number;
  readonly #mark: string;
  readonly #known = new Map<string, { readonly stamp: string; readonly file: FoundFile }>();
  readonly #nameOf = accountNames();
  #startedAt = 0;

  constructor(stateFolder: string, pathOf: PlanFolders["pathOf"], settledMs = SETTLED_MS) {
    this.#stateFolder = stateFolder;
    this.#pathOf = pathOf;
    this.#settledMs = settledMs;
    this.#mark = join(stateFolder, SEEN_THROUGH);
  }

  async scan(passOver: ReadonlySet<string>): Promise<Omit<Sighting, "kept">> {
    this.#startedAt = Date.now();
    const markedMs = (await lstat(this.#mark).catch(() => null))?.mtimeMs ?? 0;
    const files: FoundFile[] = [];
    const troubles: { path: string; why: string }[] = [];
    const growing: string[] = [];
    const seen = new Set<string>();
    for (const place of PLACES) {
      if (place === "Inbox/Archive") continue;
      for (const name of await readdir(join(this.#stateFolder, place))) {
        if (!isOurs(name)) continue;
        const isKnown = place === "Inbox/Rejected" && passOver.has(name);
        if (isKnown && (await this.#isOld(place, name, markedMs))) continue;
        seen.add(this.#pathOf(place, name));
        const found = await this.#read(place, name);
        if (found === "growing") growing.push(name);
        else if (found === "gone") continue;
        else if ("why" in found) troubles.push({ path: `${place}/${name}`, why: found.why });
        else files.push(found);
      }
    }
    for (const path of this.#known.keys()) if (!seen.has(path)) this.#known.delete(path);
    return { files, troubles, growing };
  }

  /** Everything that the last scan found has been handled. */
  async seenThrough(): Promise<void> {
    const time = new Date(this.#startedAt - MARGIN_MS);
    await writeFile(this.#mark, "", { flag: "a", mode: 0o600 });
    await utimes(this.#mark, time, time);
  }

  async #read(place: PlanPlace, name: string): Promise<FoundFile | "growing" | "gone" | { why: string }> {
    const path = this.#pathOf(place, name);
    const status = await lstat(path, { bigint: true }).catch(() => null);
    if (status === null) return "gone";
    if (!status.isFile()) return { why: status.isSymbolicLink() ? "is a link" : "is not a file" };
    const stamp = `${status.ino}-${status.size}-${status.mtimeNs}-${status.ctimeNs}`;
    const before = this.#known.get(path);
    if (before?.stamp === stamp) return before.file;
    const touched = status.ctimeMs > status.mtimeMs ? status.ctimeMs : status.mtimeMs;
    const age = Date.now() - Number(touched);
    if (age >= 0 && age < this.#settledMs) return "growing";
    const read = await readWhole(path, stamp);
    if (read === null) return "growing";
    if ("why" in read) return read;
    const file: FoundFile = {
      place,
      name,
      text: read.text,
      hash: sha256(read.text),
      stamp: stampOf(status),
      owner: await this.#nameOf(Number(status.uid)),
      modified: timeOf(status.mtimeMs),
      touched: timeOf(touched),
    };
    this.#known.set(path, { stamp, file });
    return file;
  }

  async #isOld(place: PlanPlace, name: string, seenThrough: number): Promise<boolean> {
    const status = await lstat(this.#pathOf(place, name)).catch(() => null);
    return status === null || Math.max(status.ctimeMs, status.mtimeMs) < seenThrough;
  }
}

/** Editors leave hidden files, backups and swap files next to the real one. */
function isOurs(name: string): boolean {
  return /\.md$/i.test(name) && !name.startsWith(".") && !name.startsWith("#");
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Never in the future, even if the file's time is. */
function timeOf(milliseconds: bigint): string {
  return new Date(Math.min(Number(milliseconds), Date.now())).toISOString();
}
