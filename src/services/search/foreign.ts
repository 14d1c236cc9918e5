import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ForeignFiles, foreignFiles, namedByGlobs } from "../../domain/rules/foreign/foreign-files.ts";
import { createListing, type Listing } from "./listing.ts";

/** Files below a folder that are not the project's own code, except those requested by path or glob. */
export function foreignBelow(
  root: string,
  asked: { readonly paths?: readonly string[] | null; readonly globs?: readonly string[] } = {},
  listing: Listing = createListing(root),
): ForeignFiles {
  const named = [...(asked.paths ?? []), ...namedByGlobs(asked.globs ?? [])];
  return foreignFiles({
    has: listing.has,
    read: (path) => readOr(join(root, path)),
    named,
  });
}

/** Whether a file with matches is the project's own, including by its text. Each file is read once. */
export function ownBelow(root: string, foreign: ForeignFiles): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const answer =
      known.get(path) ??
      (foreign.file(path) === null && foreign.text(path, readOr(join(root, path))) === null);
    known.set(path, answer);
    return answer;
  };
}

/** An unreadable file counts as the project's own. */
function readOr(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
