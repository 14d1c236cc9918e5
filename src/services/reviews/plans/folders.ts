import { randomBytes } from "node:crypto";
import { constants, type FSWatcher, watch } from "node:fs";
import { link, lstat, mkdir, open, readdir, readFile, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { PlanFolders, PlanPlace } from "../../../domain/ports/plans.ts";
import { ASIDE, Exchange, type ExchangeOptions } from "./exchange.ts";
import { PLACES, PlanScanner, sha256 } from "./plan-scanner.ts";
import { codeOf } from "./read-whole.ts";
import { stampOf } from "./stamp.ts";

const REPORTS = "Knowledge/Reports";
const WRITING = "System/.writing";
const QUIET_MS = 100;
const OLD_MS = 3_600_000;

/** `stateFolder` is `.agentforge/`. */
export async function openPlanFolders(
  stateFolder: string,
  options: ExchangeOptions & { readonly settledMs?: number } = {},
): Promise<PlanFolders> {
  for (const folder of [...PLACES, REPORTS, WRITING, ASIDE]) await realFolder(join(stateFolder, folder));
  await clearDrafts(join(stateFolder, WRITING));
  const pathOf = (place: PlanPlace, name: string) => join(stateFolder, place, checkName(name));
  const temporary = () => join(stateFolder, WRITING, `${process.pid}-${randomBytes(8).toString("hex")}`);
  const exchange = new Exchange(stateFolder, options);
  const scanner = new PlanScanner(stateFolder, pathOf, options.settledMs);

  return {
    pathOf,
    async look(passOver) {
      const kept = exchange.sweep();
      return { ...(await scanner.scan(passOver)), kept };
    },
    seenThrough: () => scanner.seenThrough(),
    read: (place, name) => readFile(pathOf(place, name), "utf8").catch(() => null),
    async glance(place, name) {
      const found = await readStamped(pathOf(place, name));
      return found && { place, name, ...found };
    },
    async put(place, name, text, expected, stamp) {
      const target = pathOf(place, name);
      const draft = temporary();
      await writeWhole(draft, text);
      try {
        if (expected === null) await link(draft, target);
        else if (!exchange.replace(place, name, { hash: expected, stamp }, draft))
          return await hasText(target, text);
        await syncFolder(join(stateFolder, place));
        return true;
      } catch (error) {
        if (codeOf(error) !== "EEXIST") throw error;
        return await hasText(target, text);
      } finally {
        await rm(draft, { force: true });
      }
    },
    take: async (place, name, hash, stamp) => exchange.remove(place, checkName(name), { hash, stamp }),
    setAside: async (place, name) => exchange.archive(place, checkName(name)),
    report: (name, text) => writeReport(join(stateFolder, REPORTS), name, text, temporary()),
    readReport: (name) => readFile(join(stateFolder, REPORTS, name), "utf8").catch(() => null),
    watch: (signal, onChange) => watchPlaces(stateFolder, signal, onChange),
  };
}

/** A report that exists already is kept. */
async function writeReport(folder: string, name: string, text: string, draft: string): Promise<void> {
  await writeWhole(draft, text);
  await link(draft, join(folder, name)).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });
  await unlink(draft);
  await syncFolder(folder);
}

async function hasText(path: string, text: string): Promise<boolean> {
  return (await readFile(path, "utf8").catch(() => null)) === text;
}

function watchPlaces(stateFolder: string, signal: AbortSignal, onChange: () => void): void {
  if (signal.aborted) return;
  let timer: NodeJS.Timeout | undefined;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, QUIET_MS);
  };
  const watchers: FSWatcher[] = [];
  for (const place of PLACES) {
    if (place === "Inbox/Archive") continue;
    try {
      const watcher = watch(join(stateFolder, place), soon);
      watcher.on("error", () => watcher.close());
      watchers.push(watcher);
    } catch {
      // If the system has no watches left, polling is the fallback.
    }
  }
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  });
}

/** Null if there is no regular file that we may read. */
async function readStamped(path: string) {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    const stamp = stampOf(await file.stat({ bigint: true }));
    const text = await file.readFile("utf8");
    return { text, hash: sha256(text), stamp };
  } catch (error) {
    if (["ENOENT", "ELOOP", "EISDIR", "EACCES"].includes(codeOf(error) ?? "")) return null;
    throw error;
  }
}

async function realFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  for (const folder of [path, join(path, "..")]) {
    if ((await lstat(folder)).isDirectory()) continue;
    throw new AgentForgeError("state_damaged", `${folder} is a symbolic link or not a folder`, {
      hint: "AgentForge keeps requests and plans there. Check what it is, and remove it if you did not put it there.",
    });
  }
}

/** Removes files that a dead process was writing; a live one finishes within moments. */
async function clearDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const status = await lstat(join(folder, name)).catch(() => null);
    if (status !== null && Date.now() - status.mtimeMs > OLD_MS)
      await rm(join(folder, name), { force: true });
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(text);
  await file.sync();
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}

function checkName(name: string): string {
  if (name !== "" && !name.startsWith(".") && !/[/\0]/.test(name)) return name;
  throw new AgentForgeError("bad_input", `${JSON.stringify(name)} is not a valid file name here`, {
    hint: "Use a plain file name.",
  });
}
