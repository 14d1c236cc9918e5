import { type Dirent, lstatSync, readFileSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { AgentForgeError } from "../../domain/errors.ts";
import { type IgnoreRules, parseIgnoreFile } from "./ignore.ts";
import { createListing, type Listing } from "./listing.ts";

/** Never searched: git's own files and our state. */
export const NEVER_SEARCHED: readonly string[] = [".git", ".agentforge"];

/** Later ones are consulted only if the earlier ones do not decide. */
const IGNORE_FILES = [".rgignore", ".ignore", ".gitignore"] as const;
const FOLDERS_BETWEEN_BREATHS = 200;

export interface WalkOptions {
  /**
   * Files and folders to search. They were requested by name, so ignore files do not hide them, only their
   * content.
   */
  readonly only?: readonly string[] | null;
  /** Whether a whole folder is skipped. */
  readonly isForeign?: (folder: string) => boolean;
  /** Of the same root, if something else reads folders too. */
  readonly listing?: Listing;
  readonly signal?: AbortSignal;
}

interface Scope {
  readonly folder: string;
  readonly rules: IgnoreRules;
}

/** The ignore files that apply to a folder's content, nearest first, one list for each kind of file. */
type Scopes = readonly (readonly Scope[])[];

/**
 * The files below a folder, sorted by path, without ignored ones. Links are neither listed nor followed, so
 * nothing outside the folder is ever reached.
 */
export async function walkFiles(root: string, options: WalkOptions = {}): Promise<readonly string[]> {
  const files: string[] = [];
  const place = placeAmong(options.only ?? null);
  const listing = options.listing ?? createListing(root);
  const pending: { folder: string; scopes: Scopes }[] = [{ folder: "", scopes: readExclude(root) }];
  for (let visited = 1; ; visited++) {
    const next = pending.pop();
    if (next === undefined) break;
    if (visited % FOLDERS_BETWEEN_BREATHS === 0) await setImmediate();
    options.signal?.throwIfAborted();
    const entries = readEntries(listing, root, next.folder);
    const scopes = withIgnoreFiles(root, next.folder, entries, next.scopes);
    for (const entry of entries) {
      const path = next.folder === "" ? entry.name : `${next.folder}/${entry.name}`;
      const where = place(path);
      if (where === "outside" || NEVER_SEARCHED.includes(entry.name)) continue;
      if (where === "inside" && isIgnored(path, entry.isDirectory(), scopes)) continue;
      if (where === "inside" && entry.isDirectory() && options.isForeign?.(path)) continue;
      if (entry.isDirectory()) pending.push({ folder: path, scopes });
      else if (entry.isFile() && where !== "above") files.push(path);
    }
  }
  return files.sort(comparePaths);
}

/** By UTF-16 unit: the same order on every machine. */
export function comparePaths(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * The real path of the folder: its links are resolved once, so that nothing below is reached through a link.
 */
export function resolveRoot(root: string): string {
  try {
    const real = realpathSync(root);
    if (lstatSync(real).isDirectory()) return real;
  } catch (cause) {
    throw new AgentForgeError("not_found", `there is no folder ${root}`, { cause });
  }
  throw new AgentForgeError("bad_input", `${root} is not a folder`, { hint: "Name a folder to search." });
}

/** What is at `path` below the root, or null if it is missing or a link leads there. */
export function statInside(root: string, path: string): Stats | null {
  try {
    const absolute = join(root, path);
    if (realpathSync(absolute) !== absolute) return null;
    return lstatSync(absolute);
  } catch {
    return null;
  }
}

function placeAmong(
  only: readonly string[] | null,
): (path: string) => "inside" | "named" | "above" | "outside" {
  if (only === null) return () => "inside";
  return (path) => {
    if (only.includes(path)) return "named";
    if (only.some((each) => path.startsWith(`${each}/`))) return "inside";
    return only.some((each) => each.startsWith(`${path}/`)) ? "above" : "outside";
  };
}

function readEntries(listing: Listing, root: string, folder: string): readonly Dirent[] {
  try {
    return listing.entries(folder);
  } catch (cause) {
    if (folder !== "") return [];
    throw new AgentForgeError("not_found", `cannot list ${root}`, { cause });
  }
}

function withIgnoreFiles(root: string, folder: string, entries: readonly Dirent[], scopes: Scopes): Scopes {
  // A nested repository does not follow the outer one's git rules.
  const isNested = folder !== "" && entries.some((entry) => entry.name === ".git");
  const found = IGNORE_FILES.map((name) => entries.some((entry) => entry.name === name && entry.isFile()));
  if (!isNested && !found.includes(true)) return scopes;
  return IGNORE_FILES.map((name, index) => {
    const outer = isNested && name === ".gitignore" ? [] : (scopes[index] ?? []);
    if (found[index] !== true) return outer;
    const rules = readRules(join(root, folder, name));
    return rules === null ? outer : [{ folder, rules }, ...outer];
  });
}

function readExclude(root: string): Scopes {
  const rules = readRules(join(root, ".git", "info", "exclude"));
  return IGNORE_FILES.map((name) => (name === ".gitignore" && rules !== null ? [{ folder: "", rules }] : []));
}

function readRules(file: string): IgnoreRules | null {
  try {
    return parseIgnoreFile(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function isIgnored(path: string, isFolder: boolean, scopes: Scopes): boolean {
  for (const chain of scopes) {
    for (const { folder, rules } of chain) {
      const verdict = rules.verdict(folder === "" ? path : path.slice(folder.length + 1), isFolder);
      if (verdict !== null) return verdict;
    }
  }
  return false;
}
