import { composed, foldName } from "./file-name.ts";
import { expandBraces } from "./glob-braces.ts";
import { compileSegment, matchSegment, type Segment } from "./glob-segment.ts";
import { matchWildcards } from "./wildcards.ts";

/**
 * The one glob engine (docs/globs.md). Paths are matched in time proportional to glob × path, whatever the glob: no
 * regular expression is built, so a hostile `*a*a*a*…` cannot hang. `*` and `?` stay inside a folder, `**` crosses
 * folders, `[a-z]` and `[!a-z]` are sets, `{a,b}` are alternatives, a backslash takes the next character literally.
 * Names that begin with a dot are names like any other, and both spellings of an accented letter match.
 */
export type PathMatcher = (path: string) => boolean;

export interface GlobOptions {
  /** Names that some file system takes for the same match alike: case, compatibility forms, invisible characters. */
  readonly folded?: boolean;
}

/** One glob over a whole path: `src/**\/*.ts`. Throws where braces stand for too many alternatives. */
export function compileGlob(glob: string, options: GlobOptions = {}): PathMatcher {
  const spell = options.folded ? foldName : composed;
  const text = options.folded ? glob.replaceAll(/\[:(?:upper|lower):\]/g, "[:alpha:]") : glob;
  const alternatives = expandBraces(spell(text)).map((each) => each.split("/").map(compileSegment));
  return (path) => {
    const names = spell(path).split("/");
    return alternatives.some((alternative) => matchSegments(alternative, names));
  };
}

/**
 * A list of globs as people write them: without a slash it is a file name at any depth (`*.py`), with one it
 * starts at the top (`src/**`, `/setup.py`), a trailing slash means everything below, `!` excludes. A list that
 * includes nothing matches nothing.
 */
export function compileGlobs(globs: readonly string[], options: GlobOptions = {}): PathMatcher {
  const { included, excluded } = compileList(globs, options);
  return (path) => included.some((matches) => matches(path)) && !excluded.some((matches) => matches(path));
}

/** The same list as a filter: where it includes nothing, everything passes that is not excluded. */
export function compileFilter(globs: readonly string[], options: GlobOptions = {}): PathMatcher {
  const { included, excluded } = compileList(globs, options);
  return (path) =>
    (included.length === 0 || included.some((matches) => matches(path))) &&
    !excluded.some((matches) => matches(path));
}

/** One glob as people write it that also covers what is in a folder it matches: for what protects, never for exceptions. */
export function compileCover(glob: string, options: GlobOptions = {}): PathMatcher {
  const named = glob.replace(/(?:\/+|(?:\/\*\*)+\/*)$/, "");
  const top = anchored(named, glob.includes("/"));
  const [itself, below] = [compileGlob(top, options), compileGlob(`${top}/**`, options)];
  return (path) => itself(path) || below(path);
}

function compileList(globs: readonly string[], options: GlobOptions) {
  const compileOne = (glob: string) => {
    const below = glob.endsWith("/") ? `${glob}**` : glob;
    return compileGlob(anchored(below, below.includes("/")), options);
  };
  return {
    included: globs.filter((glob) => !glob.startsWith("!")).map(compileOne),
    excluded: globs.filter((glob) => glob.startsWith("!")).map((glob) => compileOne(glob.slice(1))),
  };
}

function anchored(glob: string, atTop: boolean): string {
  return atTop ? glob.replace(/^(?:\.?\/)+/, "") || "**" : `**/${glob}`;
}

function matchSegments(pattern: readonly Segment[], path: readonly string[]): boolean {
  // A trailing `**` wants at least one name below.
  const endsOpen = pattern.at(-1)?.kind === "any-depth";
  return matchWildcards(
    pattern.length,
    path.length,
    (index) =>
      pattern[index]?.kind === "any-depth" ? (endsOpen && index === pattern.length - 1 ? 1 : 0) : -1,
    (index, at) => matchSegment(pattern[index], path[at] ?? ""),
  );
}
