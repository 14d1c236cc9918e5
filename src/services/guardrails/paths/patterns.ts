import { foldName } from "../../../domain/rules/paths/file-name.ts";
import {
  compileCover,
  compileGlob,
  compileGlobs,
  type PathMatcher,
} from "../../../domain/rules/paths/glob.ts";

/** Whether a pattern matches a path or a folder above it: for protection. */
export function coversPath(pattern: string, path: string): boolean {
  return (
    mayName(pattern, path) && compiled(COVERS, pattern, (glob) => compileCover(glob, { folded: true }))(path)
  );
}

/** Whether a pattern matches exactly this path: for exceptions, and for readable places. */
export function namesPath(pattern: string, path: string): boolean {
  return (
    mayName(pattern, path) && compiled(NAMES, pattern, (glob) => compileGlobs([glob], { folded: true }))(path)
  );
}

/** Only letters, digits, `.`, `-`, `_`, `*` and `/`, without a leading `./`, which is not part of any name. */
const PLAIN = /^(?!\.\/)[\w.*-][\w.*/-]*$/;

/**
 * False if the path lacks something that every match of the pattern has. Compiling all protective patterns would
 * dominate a hook's time, and almost no path matches any.
 */
function mayName(pattern: string, path: string): boolean {
  if (!PLAIN.test(pattern)) return true;
  const folded = foldName(path);
  return foldName(pattern)
    .split(/[*/]+/)
    .every((part) => folded.includes(part));
}

/** The protected example name that a shell glob can match, or null. */
export function globMayMatch(glob: string, examples: readonly string[]): string | null {
  const parts = foldName(glob)
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  for (const part of parts) {
    if (!/[*?[]/.test(part) || !/[^*?]/.test(part)) continue;
    const hit = examples.find((example) => expandsTo(part, example));
    if (hit) return hit;
  }
  return null;
}

/** Whether the shell would expand a pattern for one name to this name: leading dots must be explicit. */
export function expandsTo(pattern: string, name: string): boolean {
  if (!pattern.startsWith(".") && name.startsWith(".")) return false;
  return compiled(SHELL, pattern, (glob) => compileGlob(glob.replace(/(?<!\\)[{}]/g, "\\$&")))(name);
}

const COVERS = new Map<string, PathMatcher>();
const NAMES = new Map<string, PathMatcher>();
const SHELL = new Map<string, PathMatcher>();
const MOST_KEPT = 1000;

/** A daemon sees the patterns of a brain's commands for days, so the cache is bounded. */
function compiled(
  known: Map<string, PathMatcher>,
  pattern: string,
  compile: (pattern: string) => PathMatcher,
): PathMatcher {
  const found = known.get(pattern);
  if (found) return found;
  if (known.size >= MOST_KEPT) known.clear();
  const matches = compile(pattern);
  known.set(pattern, matches);
  return matches;
}
