import { createHash, randomBytes } from "node:crypto";
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import type { PlanPlace } from "../../../domain/ports/plans.ts";
import { codeOf } from "./read-whole.ts";
import { stampOf } from "./stamp.ts";

export const ASIDE = "System/.aside";
const ARCHIVE = "Inbox/Archive";

/**
 * `moving`: not decided yet. `moved`: it was replaced or removed, and may be deleted once nobody writes to
 * it.
 */
type AsideState = "moving" | "moved";

/** A person's file that was moved aside before being changed. All of this is encoded in the folder's name. */
interface Aside {
  readonly state: AsideState;
  readonly process: number;
  readonly token: string;
  /** The expected content, to identify the intended version. */
  readonly expected: string;
  readonly place: PlanPlace;
  readonly name: string;
}

/** The file that may be replaced or removed; without a stamp, any file with this content. */
interface Meant {
  readonly hash: string;
  readonly stamp?: string | undefined;
}

export interface ExchangeOptions {
  /** How long after its replacement an editor may still have a file open and save to it. */
  readonly graceMs?: number;
  /** Called between the steps, for tests in which a person saves at that moment. */
  readonly onStep?: (step: "looked" | "moved" | "placed") => void;
}

/**
 * Replaces and removes files that people may save at any moment. No file system call compares and replaces
 * atomically, so the file is first moved aside and examined there: if it is not the expected one, it is moved
 * back, or to the archive if its name is taken. A replaced file is kept for a while, because an editor that
 * has it open may still save to it. Synchronous, so that a name is without a file only briefly.
 */
export class Exchange {
  readonly #stateFolder: string;
  readonly #root: string;
  readonly #graceMs: number;
  readonly #onStep: NonNullable<ExchangeOptions["onStep"]>;
  readonly #kept: { from: string; to: string }[] = [];

  constructor(stateFolder: string, { graceMs = 10_000, onStep = () => {} }: ExchangeOptions = {}) {
    this.#stateFolder = stateFolder;
    this.#root = join(stateFolder, ASIDE);
    this.#graceMs = graceMs;
    this.#onStep = onStep;
  }

  /** Replaces the file that has this hash with the draft. False if there is a different file or none. */
  replace(place: PlanPlace, name: string, meant: Meant, draft: string): boolean {
    const replaced = unlessTaken(() => {
      const aside = this.#takeOut(place, name, meant);
      if (aside === null) return false;
      const placed = placeNew(draft, this.#targetOf(aside));
      this.#onStep("placed");
      this.#release(aside);
      return placed;
    });
    return replaced ?? false;
  }

  remove(place: PlanPlace, name: string, meant: Meant): boolean {
    const removed = unlessTaken(() => {
      const aside = this.#takeOut(place, name, meant);
      if (aside !== null) this.#release(aside);
      return aside !== null;
    });
    return removed ?? false;
  }

  /** Moves it to the archive, regardless of its content; null if it is gone. */
  archive(place: PlanPlace, name: string): string | null {
    return unlessTaken(() => {
      const aside = this.#moveAside(place, name, "any");
      return aside === null ? null : this.#moveToArchive(aside);
    });
  }

  /**
   * Finishes what a dead process started, deletes files that nobody wrote to, and returns what had to be
   * stored elsewhere.
   */
  sweep(): readonly { readonly from: string; readonly to: string }[] {
    for (const folder of readdirSync(this.#root)) {
      const aside = asideIn(this.#root, folder);
      if (aside !== null && this.#isDue(aside)) this.#finish(aside);
    }
    return this.#kept.splice(0);
  }

  /** The file, moved aside, if it is the expected one. */
  #takeOut(place: PlanPlace, name: string, meant: Meant): Aside | null {
    if (!isMeant(join(this.#stateFolder, place, name), meant)) return null;
    this.#onStep("looked");
    const aside = this.#moveAside(place, name, meant.hash);
    if (aside === null || isMeant(this.#fileOf(aside), meant)) return aside;
    this.#keep(aside, this.#putBack(aside));
    return null;
  }

  #moveAside(place: PlanPlace, name: string, expected: string): Aside | null {
    const token = randomBytes(8).toString("hex");
    const aside: Aside = { state: "moving", process: process.pid, token, expected, place, name };
    mkdirSync(this.#folderOf(aside), { mode: 0o700 });
    try {
      renameSync(this.#targetOf(aside), this.#fileOf(aside));
    } catch (error) {
      rmdirSync(this.#folderOf(aside));
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    }
    this.#onStep("moved");
    return aside;
  }

  #release(aside: Aside): void {
    renameSync(this.#folderOf(aside), this.#folderOf({ ...aside, state: "moved" }));
  }

  /**
   * Restores it under its own name, unless another version has that name; then it goes to the archive, and
   * its name there is returned.
   */
  #putBack(aside: Aside): string | null {
    const [file, target] = [this.#fileOf(aside), this.#targetOf(aside)];
    if (!placeNew(file, target) && hashOf(target) !== hashOf(file)) return this.#moveToArchive(aside);
    this.#discard(aside);
    return null;
  }

  #moveToArchive(aside: Aside): string {
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? aside.name : `${aside.name.replace(/\.md$/i, "")}-${number}.md`;
      if (!placeNew(this.#fileOf(aside), join(this.#stateFolder, ARCHIVE, free))) continue;
      this.#discard(aside);
      return free;
    }
  }

  #keep(aside: Aside, to: string | null): void {
    if (to !== null) this.#kept.push({ from: `${aside.place}/${aside.name}`, to: `${ARCHIVE}/${to}` });
  }

  #isDue(aside: Aside): boolean {
    if (aside.state === "moving" && isGone(aside.process)) return true;
    const touched = [statOf(this.#folderOf(aside)), statOf(this.#fileOf(aside))];
    return touched.every((status) => Math.abs(Date.now() - (status?.mtimeMs ?? 0)) > this.#graceMs);
  }

  #finish(found: Aside): void {
    const aside = { ...found, process: process.pid, token: randomBytes(8).toString("hex") };
    unlessTaken(() => {
      renameSync(this.#folderOf(found), this.#folderOf(aside));
      const hash = hashOf(this.#fileOf(aside));
      const isSaved = hash !== aside.expected && hash !== hashOf(this.#targetOf(aside));
      if (aside.state === "moving") this.#keep(aside, this.#putBack(aside));
      else if (isSaved) this.#keep(aside, this.#moveToArchive(aside));
      else this.#discard(aside);
    });
  }

  #discard(aside: Aside): void {
    rmSync(this.#folderOf(aside), { recursive: true });
  }

  #folderOf({ state, process: pid, token, expected, place }: Aside): string {
    return join(this.#root, [state, pid, token, expected, place.replace("/", "+")].join("."));
  }

  #fileOf(aside: Aside): string {
    return join(this.#folderOf(aside), aside.name);
  }

  #targetOf({ place, name }: Aside): string {
    return join(this.#stateFolder, place, name);
  }
}

/** Null if another process was faster, or considered us dead, and handled the moved file. */
function unlessTaken<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

function asideIn(root: string, folder: string): Aside | null {
  const [state, pid, token = "", expected = "", place = ""] = folder.split(".");
  if (state !== "moving" && state !== "moved") return null;
  const [name] = readNames(join(root, folder));
  if (name !== undefined)
    return {
      state,
      process: Number(pid),
      token,
      expected,
      place: place.replace("+", "/") as PlanPlace,
      name,
    };
  // It was interrupted before anything was moved.
  if (isGone(Number(pid))) rmSync(join(root, folder), { recursive: true, force: true });
  return null;
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Including this process, which does nothing else while a file is being moved. */
function isGone(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}

/**
 * False if the name is taken. Files of other accounts cannot be linked; those are moved, which takes two
 * steps.
 */
function placeNew(existing: string, name: string): boolean {
  try {
    linkSync(existing, name);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (codeOf(error) !== "EPERM") throw error;
    if (statOf(name) !== undefined) return false;
    renameSync(existing, name);
    return true;
  }
}

/** The hash of the bytes; null if there is no such file. */
function hashOf(path: string): string | null {
  if (!statOf(path)?.isFile()) return null;
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch {
    return null;
  }
}

function isMeant(path: string, { hash, stamp }: Meant): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  if (status === undefined || (stamp !== undefined && stampOf(status) !== stamp)) return false;
  return hashOf(path) === hash;
}

function statOf(path: string) {
  return lstatSync(path, { throwIfNoEntry: false });
}
