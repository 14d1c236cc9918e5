import { composed, foldName } from "./file-name.ts";
import { expandBraces } from "./glob-braces.ts";
import { compileSegment, matchSegment, type Segment } from "./glob-segment.ts";
import { matchWildcards } from "./wildcards.ts";

/**
 * The one glob engine (docs/globs.md). Paths are matched in time proportional to glob × path, whatever the
 * glob: no regular expression is built, so a hostile `*a*a*a*…` cannot hang. `*` and `?` stay inside a folder,
 * `**` crosses folders, `[a-z]` and `[!a-z]` are sets, `{a,b}` are alternatives, a backslash takes the next
 * character literally. Names that start with a dot are not special, and both spellings of an accented letter
 * match.
 */
export type PathMatcher = (path: string) => boolean;

export interface GlobOptions {
  /** Names that some file system considers equal match alike: case, compatibility forms, invisible characters. */
  readonly folded?: boolean;
}

/** One glob over a whole path: `src/**\/*.ts`. Throws if braces expand to too many alternatives. */
export function compileGlob(glob: string, options: GlobOptions = {}): PathMatcher {
  const spell = spellingOf(options);
  const matches = compileAlternatives([spell.glob(glob)]);
  return (path) => matches(spell.path(path).split("/"));
}

/**
 * A list of globs as people write them: without a slash it is a file name at any depth (`*.py`), with one it
 * starts at the top (`src/**`, `/setup.py`), a trailing slash means everything below, `!` excludes. A list that
 * includes nothing matches nothing.
 */
export function compileGlobs(globs: readonly string[], options: GlobOptions = {}): PathMatcher {
  const { included, excluded, namesOf } = compileList(globs, options);
  return (path) => {
    const names = namesOf(path);
    return included(names) && !excluded(names);
  };
}

/** The same list as a filter: if it includes nothing, everything that is not excluded passes. */
export function compileFilter(globs: readonly string[], options: GlobOptions = {}): PathMatcher {
  if (globs.length === 0) return () => true;
  const includesAll = globs.every((glob) => glob.startsWith("!"));
  const { included, excluded, namesOf } = compileList(globs, options);
  return (path) => {
    const names = namesOf(path);
    return (includesAll || included(names)) && !excluded(names);
  };
}

/**
 * One glob as people write it that also covers the content of a folder it matches: for protection, never for
 * exceptions.
 */
export function compileCover(glob: string, options: GlobOptions = {}): PathMatcher {
  const named = glob.replace(/(?:\/+|(?:\/\*\*)+\/*)$/, "");
  const top = anchored(named, glob.includes("/"));
  const [itself, below] = [compileGlob(top, options), compileGlob(`${top}/**`, options)];
  return (path) => itself(path) || below(path);
}

function compileList(globs: readonly string[], options: GlobOptions) {
  const spell = spellingOf(options);
  const written = (glob: string) => {
    const below = glob.endsWith("/") ? `${glob}**` : glob;
    return spell.glob(anchored(below, below.includes("/")));
  };
  return {
    namesOf: (path: string) => spell.path(path).split("/"),
    included: compileAlternatives(globs.filter((glob) => !glob.startsWith("!")).map(written)),
    excluded: compileAlternatives(
      globs.filter((glob) => glob.startsWith("!")).map((glob) => written(glob.slice(1))),
    ),
  };
}

function anchored(glob: string, atTop: boolean): string {
  return atTop ? glob.replace(/^(?:\.?\/)+/, "") || "**" : `**/${glob}`;
}

function spellingOf({ folded = false }: GlobOptions) {
  const path = folded ? foldName : composed;
  const glob = (text: string) => path(folded ? text.replaceAll(/\[:(?:upper|lower):\]/g, "[:alpha:]") : text);
  return { path, glob };
}

/** Whether an alternative of one of the globs matches the names of a path. */
function compileAlternatives(globs: readonly string[]): (names: readonly string[]) => boolean {
  const all = globs.flatMap(expandBraces).map((each) => each.split("/").map(compileSegment));
  // Most globs are a plain name or ending at any depth; these are looked up.
  const plain = new Set(all.flatMap((each) => plainName(each) ?? []));
  const endings = new Set(all.flatMap((each) => plainEnding(each) ?? []));
  const others = all.filter((each) => plainName(each) === null && plainEnding(each) === null);
  return (names) => {
    const name = names.at(-1) ?? "";
    if (plain.has(name) || endings.has(endingOf(name))) return true;
    return others.some((alternative) => matchSegments(alternative, names));
  };
}

function endingOf(name: string): string {
  const at = name.lastIndexOf(".");
  return at < 0 ? "" : name.slice(at);
}

/** `.py` of `*.py` at any depth. */
function plainEnding([first, second, ...rest]: readonly Segment[]): string | null {
  if (first?.kind !== "any-depth" || second?.kind !== "wild" || rest.length > 0) return null;
  const isEnding = second.isPlain && second.start === "" && second.end.lastIndexOf(".") === 0;
  return isEnding ? second.end : null;
}

function plainName([first, second, ...rest]: readonly Segment[]): string | null {
  return first?.kind === "any-depth" && second?.kind === "literal" && rest.length === 0 ? second.text : null;
}

function matchSegments(pattern: readonly Segment[], path: readonly string[]): boolean {
  const last = pattern.at(-1);
  // A trailing `**` requires at least one name below.
  const endsOpen = last?.kind === "any-depth";
  // Nearly every path fails here, and nearly every glob names a file or a folder at any depth.
  if (!endsOpen && !matchSegment(last, path.at(-1) ?? "")) return false;
  const startsOpen = pattern[0]?.kind === "any-depth";
  if (pattern.length === 2 && startsOpen && !endsOpen) return true;
  if (pattern.length === 3 && startsOpen && endsOpen && pattern[1]?.kind !== "any-depth") {
    return path.some((name, at) => at < path.length - 1 && matchSegment(pattern[1], name));
  }
  return matchWildcards(
    pattern.length,
    path.length,
    (index) =>
      pattern[index]?.kind === "any-depth" ? (endsOpen && index === pattern.length - 1 ? 1 : 0) : -1,
    (index, at) => matchSegment(pattern[index], path[at] ?? ""),
  );
}
