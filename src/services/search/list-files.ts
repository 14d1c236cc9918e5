import { isAbsolute, relative, resolve, sep } from "node:path";
import { compileFilter } from "../../domain/rules/paths/glob.ts";
import type { SkippedFile } from "./built-in.ts";
import { foreignBelow } from "./foreign.ts";
import { createListing } from "./listing.ts";
import { NEVER_SEARCHED, resolveRoot, statInside, walkFiles } from "./walk.ts";

export interface FileListOptions {
  readonly root: string;
  readonly paths?: readonly string[];
  readonly globs?: readonly string[];
  /** Include files that are not the project's own: dependencies, build output, generated files. */
  readonly foreign?: boolean;
  readonly signal?: AbortSignal;
}

export interface FileSearchResult {
  /** Repository paths, sorted. */
  readonly files: readonly string[];
  readonly total: number;
  /** Files that matched and are not in `files`. */
  readonly omitted: number;
}

const DEFAULT_LIMIT = 200;

/** Files whose path a glob matches: `*.py` at any depth, `src/**\/*.ts` from the top. */
export async function searchFiles(
  glob: string | readonly string[],
  options: { readonly root: string; readonly limit?: number; readonly signal?: AbortSignal },
): Promise<FileSearchResult> {
  const globs = typeof glob === "string" ? [glob] : glob;
  const { limit = DEFAULT_LIMIT, ...rest } = options;
  const found = await listFiles({ ...rest, globs });
  const files = found.slice(0, limit);
  return { files, total: found.length, omitted: found.length - files.length };
}

/**
 * All files that are not ignored, except links, in path order. Files that are not the project's own by place or
 * name are omitted, unless they are requested by path or glob.
 */
export async function listFiles(options: FileListOptions): Promise<readonly string[]> {
  const root = resolveRoot(options.root);
  const wanted = compileFilter(options.globs ?? []);
  const only = resolvePaths(root, options.paths).paths;
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  if (options.foreign) return (await walkFiles(root, { only, ...signal })).filter(wanted);
  const listing = createListing(root);
  const foreign = foreignBelow(root, { paths: only, globs: options.globs ?? [] }, listing);
  const files = await walkFiles(root, {
    only,
    listing,
    isForeign: (path) => foreign.folder(path) !== null,
    ...signal,
  });
  return files.filter((path) => wanted(path) && foreign.file(path) === null);
}

/**
 * The given paths relative to the root, without those that lead outside, through a link, into folders that are
 * never searched, or nowhere. Null means everything: no paths were given, or the root is among them.
 */
export function resolvePaths(
  root: string,
  paths: readonly string[] | undefined,
): { readonly paths: readonly string[] | null; readonly skipped: readonly SkippedFile[] } {
  if (paths === undefined) return { paths: null, skipped: [] };
  const resolved: string[] = [];
  const skipped: SkippedFile[] = [];
  for (const path of paths) {
    const inside = relative(root, resolve(root, path)).split(sep).join("/");
    if (inside === "") return { paths: null, skipped: [] };
    if (inside === ".." || inside.startsWith("../") || isAbsolute(inside) || path.includes("\0")) {
      skipped.push({ path, why: "outside the searched folder" });
    } else if (inside.split("/").some((name) => NEVER_SEARCHED.includes(name))) {
      skipped.push({ path, why: "never searched" });
    } else if (statInside(root, inside) === null) {
      skipped.push({ path, why: "missing, or reached through a link" });
    } else {
      resolved.push(inside);
    }
  }
  return { paths: resolved, skipped };
}
