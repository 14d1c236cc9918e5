import { foldName } from "../../../domain/rules/file-name.ts";
import { compileCover, compileGlob, compileGlobs, type PathMatcher } from "../../../domain/rules/glob.ts";

/** Whether a pattern names a path or a folder above it: for what protects. */
export function coversPath(pattern: string, path: string): boolean {
  return (
    mayName(pattern, path) && compiled(COVERS, pattern, (glob) => compileCover(glob, { folded: true }))(path)
  );
}

/** Whether a pattern names exactly this path: for exceptions, and for what may be read. */
export function namesPath(pattern: string, path: string): boolean {
  return (
    mayName(pattern, path) && compiled(NAMES, pattern, (glob) => compileGlobs([glob], { folded: true }))(path)
  );
}

/** Only letters, digits, `.`, `-`, `_`, `*` and `/`, and no `./` at its start, which is not part of any name. */
const PLAIN = /^(?!\.\/)[\w.*-][\w.*/-]*$/;

/**
 * False if the path lacks what every match of the pattern has. Compiling all patterns that protect would be most
 * of what a hook does, and nearly no path has anything of any.
 */
function mayName(pattern: string, path: string): boolean {
  if (!PLAIN.test(pattern)) return true;
  const folded = foldName(path);
  return foldName(pattern)
    .split(/[*/]+/)
    .every((part) => folded.includes(part));
}

/** Whether a glob of the shell can name something that is protected, judged by example names. */
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

/** Whether the shell would expand a single name pattern to this name: leading dots must be written out. */
export function expandsTo(pattern: string, name: string): boolean {
  if (!pattern.startsWith(".") && name.startsWith(".")) return false;
  return compiled(SHELL, pattern, (glob) => compileGlob(glob.replace(/(?<!\\)[{}]/g, "\\$&")))(name);
}

const COVERS = new Map<string, PathMatcher>();
const NAMES = new Map<string, PathMatcher>();
const SHELL = new Map<string, PathMatcher>();
const MOST_KEPT = 1000;

/** A daemon sees the patterns of a brain's commands for days: what is kept is bounded. */
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
