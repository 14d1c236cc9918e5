import { compileGlob, type PathMatcher } from "../../domain/rules/paths/glob.ts";

/** The rules of one ignore file, as git reads it. */
export interface IgnoreRules {
  /**
   * Whether the last rule that matches `path` ignores it; null if none matches. The path is relative to the
   * file's folder.
   */
  verdict(path: string, isFolder: boolean): boolean | null;
}

interface Rule {
  readonly matches: PathMatcher;
  readonly ignores: boolean;
  readonly foldersOnly: boolean;
}

export function parseIgnoreFile(text: string): IgnoreRules {
  const rules = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .flatMap((line) => parseRule(line) ?? [])
    .reverse();
  return {
    verdict: (path, isFolder) => {
      const rule = rules.find((each) => (isFolder || !each.foldersOnly) && each.matches(path));
      return rule === undefined ? null : rule.ignores;
    },
  };
}

function parseRule(line: string): Rule | null {
  if (line.startsWith("#")) return null;
  const ignores = !line.startsWith("!");
  const body = trimUnescapedSpaces(ignores ? line : line.slice(1));
  const foldersOnly = body.endsWith("/");
  const pattern = foldersOnly ? body.slice(0, -1) : body;
  if (pattern === "") return null;
  const anchored = pattern.includes("/");
  // Braces are literal in ignore files.
  const glob = (anchored ? pattern.replace(/^\//, "") : `**/${pattern}`).replace(/(?<!\\)[{}]/g, "\\$&");
  return { matches: compileGlob(glob), ignores, foldersOnly };
}

function trimUnescapedSpaces(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === " " && text.charAt(end - 2) !== "\\") end--;
  return text.slice(0, end);
}
