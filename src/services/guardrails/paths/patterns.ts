/** The few glob forms that settings need: `*`, `?`, `**`. One star and no more is told without a regular expression. */
export function matchesGlob(pattern: string, text: string): boolean {
  if (pattern.includes("?") || pattern.includes("**")) return matchesExpression(pattern, text);
  const [before = "", after, ...more] = pattern.split("*");
  if (after === undefined) return pattern === text;
  if (more.length > 0) return matchesExpression(pattern, text);
  const end = text.length - after.length;
  if (end < before.length || !text.startsWith(before) || !text.endsWith(after)) return false;
  return !text.slice(before.length, end).includes("/");
}

function matchesExpression(pattern: string, text: string): boolean {
  const cached = COMPILED.get(pattern) ?? compile(pattern);
  COMPILED.set(pattern, cached);
  return cached.test(text);
}

const COMPILED = new Map<string, RegExp>();

function compile(pattern: string): RegExp {
  let source = "";
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index] ?? "";
    if (pattern.startsWith("**/", index)) {
      source += "(?:.*/)?";
      index += 2;
    } else if (pattern.startsWith("**", index)) {
      source += ".*";
      index += 1;
    } else if (character === "*") source += "[^/]*";
    else if (character === "?") source += "[^/]";
    else source += character.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  }
  return new RegExp(`^${source}$`, "su");
}

/** A pattern without a slash names files anywhere; with one, a place from the top of the repository. */
export function matchesPath(pattern: string, path: string): boolean {
  const folded = fold(path);
  const wanted = fold(pattern);
  if (!wanted.includes("/")) return folded.split("/").some((part) => matchesGlob(wanted, part));
  const place = wanted.replace(/^\.?\//, "");
  if (!place.endsWith("/")) return matchesGlob(place, folded);
  return matchesGlob(`${place}**`, folded) || matchesGlob(place.slice(0, -1), folded);
}

/** Two names that some file system takes for the same fold to the same text. */
export function fold(text: string): string {
  if (isPrintable(text)) return text.toLowerCase();
  return text.normalize("NFKC").replace(IGNORABLE, "").toLowerCase();
}

/** Nothing but visible ASCII and blanks, as nearly every path: the tables of Unicode need not be asked. */
export function isPrintable(text: string): boolean {
  return !/[^\x20-\x7e]/.test(text);
}

/** Characters that HFS+ and people's eyes skip. */
export const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Whether a glob of the shell can name something that `pattern` protects, judged by example names. */
export function globMayMatch(glob: string, examples: readonly string[]): string | null {
  const parts = fold(glob)
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
  return (pattern.startsWith(".") || !name.startsWith(".")) && shellGlob(pattern).test(name);
}

function shellGlob(glob: string): RegExp {
  const source = glob
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replace(/\*+/g, ".*")
    .replace(/\?/g, ".")
    .replace(/\[!/g, "[^");
  try {
    return new RegExp(`^${source}$`, "s");
  } catch {
    return /^/;
  }
}
