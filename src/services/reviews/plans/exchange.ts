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
export function createExchange(stateFolder: string, options: ExchangeOptions = {}) {
  const { graceMs = 10_000, onStep = () => {} } = options;
  const root = join(stateFolder, ASIDE);
  const folderOf = ({ state, process: pid, token, expected, place }: Aside) =>
    join(root, [state, pid, token, expected, place.replace("/", "+")].join("."));
  const fileOf = (aside: Aside) => join(folderOf(aside), aside.name);
  const targetOf = ({ place, name }: Aside) => join(stateFolder, place, name);

  function moveAside(place: PlanPlace, name: string, expected: string): Aside | null {
    const token = randomBytes(8).toString("hex");
    const aside: Aside = { state: "moving", process: process.pid, token, expected, place, name };
    mkdirSync(folderOf(aside), { mode: 0o700 });
    try {
      renameSync(targetOf(aside), fileOf(aside));
    } catch (error) {
      rmdirSync(folderOf(aside));
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    }
    onStep("moved");
    return aside;
  }

  function release(aside: Aside): void {
    renameSync(folderOf(aside), folderOf({ ...aside, state: "moved" }));
  }

  /**
   * Restores it under its own name, unless another version has that name; then it goes to the archive, and
   * its name there is returned.
   */
  function giveBack(aside: Aside): string | null {
    if (!placeNew(fileOf(aside), targetOf(aside)) && hashOf(targetOf(aside)) !== hashOf(fileOf(aside)))
      return archive(aside);
    rmSync(folderOf(aside), { recursive: true });
    return null;
  }

  function archive(aside: Aside): string {
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? aside.name : `${aside.name.replace(/\.md$/i, "")}-${number}.md`;
      if (!placeNew(fileOf(aside), join(stateFolder, ARCHIVE, free))) continue;
      rmSync(folderOf(aside), { recursive: true });
      return free;
    }
  }

  const kept: { from: string; to: string }[] = [];
  function keep(aside: Aside, to: string | null): void {
    if (to !== null) kept.push({ from: `${aside.place}/${aside.name}`, to: `${ARCHIVE}/${to}` });
  }

  /** The file, moved aside, if it is the expected one. */
  function takeOut(place: PlanPlace, name: string, meant: Meant): Aside | null {
    if (!isMeant(join(stateFolder, place, name), meant)) return null;
    onStep("looked");
    const aside = moveAside(place, name, meant.hash);
    if (aside === null || isMeant(fileOf(aside), meant)) return aside;
    keep(aside, giveBack(aside));
    return null;
  }

  return {
    /** Replaces the file that has this hash with the draft. False if there is a different file or none. */
    replace(place: PlanPlace, name: string, meant: Meant, draft: string): boolean {
      const replaced = unlessTaken(() => {
        const aside = takeOut(place, name, meant);
        if (aside === null) return false;
        const placed = placeNew(draft, targetOf(aside));
        onStep("placed");
        release(aside);
        return placed;
      });
      return replaced ?? false;
    },
    remove(place: PlanPlace, name: string, meant: Meant): boolean {
      const removed = unlessTaken(() => {
        const aside = takeOut(place, name, meant);
        if (aside !== null) release(aside);
        return aside !== null;
      });
      return removed ?? false;
    },
    /** Moves it to the archive, regardless of its content; null if it is gone. */
    archive(place: PlanPlace, name: string): string | null {
      return unlessTaken(() => {
        const aside = moveAside(place, name, "any");
        return aside === null ? null : archive(aside);
      });
    },
    /**
     * Finishes what a dead process started, deletes files that nobody wrote to, and returns what had to be
     * stored elsewhere.
     */
    sweep(): readonly { readonly from: string; readonly to: string }[] {
      for (const folder of readdirSync(root)) {
        const aside = asideIn(root, folder);
        if (aside !== null && isDue(aside)) settle(aside);
      }
      return kept.splice(0);
    },
  };

  function isDue(aside: Aside): boolean {
    if (aside.state === "moving" && isGone(aside.process)) return true;
    const touched = [statOf(folderOf(aside)), statOf(fileOf(aside))].map((status) => status?.mtimeMs ?? 0);
    return touched.every((time) => Math.abs(Date.now() - time) > graceMs);
  }

  function settle(found: Aside): void {
    const aside = { ...found, process: process.pid, token: randomBytes(8).toString("hex") };
    unlessTaken(() => {
      renameSync(folderOf(found), folderOf(aside));
      const hash = hashOf(fileOf(aside));
      if (aside.state === "moving") keep(aside, giveBack(aside));
      else if (hash !== aside.expected && hash !== hashOf(targetOf(aside))) keep(aside, archive(aside));
      else rmSync(folderOf(aside), { recursive: true });
    });
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
