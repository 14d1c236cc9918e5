/**
 * Paths matched by globs in time proportional to glob × path, whatever the glob: no regular expression is
 * built, so a hostile `*a*a*a*…` cannot hang. `*` and `?` stay inside a folder, `**` crosses folders, `[a-z]`
 * and `[!a-z]` are sets, `{a,b}` are alternatives, a backslash takes the next character literally. Names that
 * begin with a dot are names like any other.
 */
export type PathMatcher = (path: string) => boolean;

const MOST_ALTERNATIVES = 256;

/** A glob over whole repository paths: `src/**\/*.ts`. */
export function compileGlob(glob: string): PathMatcher {
  const alternatives = expandBraces(glob).map((alternative) => alternative.split("/").map(compileSegment));
  return (path) => {
    const segments = path.split("/");
    return alternatives.some((alternative) => matchSegments(alternative, segments));
  };
}

/**
 * A list of globs as people write them: without a slash it is a file name at any depth (`*.py`), with one it
 * starts at the top (`src/**`, `/setup.py`), a trailing slash means everything below, `!` excludes. Only
 * exclusions, or nothing at all, means everything else.
 */
export function compileGlobs(globs: readonly string[]): PathMatcher {
  const included = globs.filter((glob) => !glob.startsWith("!")).map(compileSelector);
  const excluded = globs.filter((glob) => glob.startsWith("!")).map((glob) => compileSelector(glob.slice(1)));
  return (path) =>
    (included.length === 0 || included.some((matches) => matches(path))) &&
    !excluded.some((matches) => matches(path));
}

function compileSelector(selector: string): PathMatcher {
  const below = selector.endsWith("/") ? `${selector}**` : selector;
  const glob = below.replace(/^(?:\.?\/)+/, "");
  return compileGlob(below.includes("/") ? glob : `**/${glob}`);
}

type Segment =
  | { readonly kind: "any-depth" }
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "wild"; readonly tokens: readonly Token[] };

type Token =
  | { readonly kind: "star" }
  | { readonly kind: "one" }
  | { readonly kind: "character"; readonly text: string }
  | {
      readonly kind: "set";
      readonly negated: boolean;
      readonly ranges: readonly (readonly [string, string])[];
    };

function compileSegment(text: string): Segment {
  if (text === "**") return { kind: "any-depth" };
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const set = character === "[" ? readSet(text, at) : null;
    if (set !== null) {
      tokens.push(set.token);
      at = set.end;
    } else if (character === "*") {
      if (tokens.at(-1)?.kind !== "star") tokens.push({ kind: "star" });
    } else if (character === "?") {
      tokens.push({ kind: "one" });
    } else {
      const escaped = character === "\\" && at + 1 < text.length;
      if (escaped) at++;
      tokens.push({ kind: "character", text: text.charAt(at) });
    }
  }
  if (tokens.some((token) => token.kind !== "character")) return { kind: "wild", tokens };
  return {
    kind: "literal",
    text: tokens.map((token) => (token.kind === "character" ? token.text : "")).join(""),
  };
}

/** The set that opens at `start`, or null where it is never closed and so means itself. */
function readSet(text: string, start: number): { token: Token; end: number } | null {
  let at = start + 1;
  const negated = text.charAt(at) === "!" || text.charAt(at) === "^";
  if (negated) at++;
  const ranges: [string, string][] = [];
  for (let first = true; at < text.length; first = false) {
    if (text.charAt(at) === "]" && !first) return { token: { kind: "set", negated, ranges }, end: at };
    if (text.charAt(at) === "\\") at++;
    const low = text.charAt(at++);
    if (text.charAt(at) === "-" && at + 1 < text.length && text.charAt(at + 1) !== "]") {
      at++;
      if (text.charAt(at) === "\\") at++;
      ranges.push([low, text.charAt(at++)]);
    } else {
      ranges.push([low, low]);
    }
  }
  return null;
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

function matchSegment(segment: Segment | undefined, name: string): boolean {
  if (segment === undefined || segment.kind === "any-depth") return false;
  if (segment.kind === "literal") return segment.text === name;
  const { tokens } = segment;
  return matchWildcards(
    tokens.length,
    name.length,
    (index) => (tokens[index]?.kind === "star" ? 0 : -1),
    (index, at) => matchToken(tokens[index], name.charAt(at)),
  );
}

function matchToken(token: Token | undefined, character: string): boolean {
  if (token === undefined || token.kind === "star") return false;
  if (token.kind === "one") return true;
  if (token.kind === "character") return token.text === character;
  return token.ranges.some(([low, high]) => low <= character && character <= high) !== token.negated;
}

/**
 * Wildcard matching that only ever goes back to the last wildcard. `least(index)` is the fewest items a
 * wildcard at `index` takes, or -1 where the pattern has an ordinary item.
 */
function matchWildcards(
  patternLength: number,
  length: number,
  least: (index: number) => number,
  same: (index: number, at: number) => boolean,
): boolean {
  let index = 0;
  let at = 0;
  let wildcard = -1;
  let resume = 0;
  while (at < length || index < patternLength) {
    const fewest = index < patternLength ? least(index) : -1;
    if (fewest >= 0 && at + fewest <= length) {
      wildcard = index;
      at += fewest;
      resume = at;
      index++;
    } else if (index < patternLength && at < length && same(index, at)) {
      index++;
      at++;
    } else if (wildcard >= 0 && resume < length) {
      resume++;
      at = resume;
      index = wildcard + 1;
    } else {
      return false;
    }
  }
  return true;
}

/** `a{b,c}` → `ab`, `ac`. Beyond a bound, or where braces do not pair up, they mean themselves. */
function expandBraces(glob: string): readonly string[] {
  const results: string[] = [];
  const pending = [glob];
  while (pending.length > 0) {
    const next = pending.shift() ?? "";
    const alternatives = results.length + pending.length < MOST_ALTERNATIVES ? expandFirstBrace(next) : null;
    if (alternatives === null) results.push(next);
    else pending.push(...alternatives);
    if (results.length + pending.length > MOST_ALTERNATIVES) return [glob];
  }
  return results;
}

function expandFirstBrace(glob: string): readonly string[] | null {
  for (let open = nextUnescaped(glob, "{", 0); open >= 0; open = nextUnescaped(glob, "{", open + 1)) {
    const commas: number[] = [];
    let depth = 0;
    for (let at = open; at < glob.length; at++) {
      const character = glob.charAt(at);
      if (character === "\\") at++;
      else if (character === "{") depth++;
      else if (character === "," && depth === 1) commas.push(at);
      else if (character === "}" && --depth === 0) {
        if (commas.length === 0) break;
        const cuts = [open, ...commas, at];
        return cuts
          .slice(1)
          .map(
            (end, index) =>
              glob.slice(0, open) + glob.slice((cuts[index] ?? 0) + 1, end) + glob.slice(at + 1),
          );
      }
    }
  }
  return null;
}

function nextUnescaped(text: string, wanted: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text.charAt(at) === "\\") at++;
    else if (text.charAt(at) === wanted) return at;
  }
  return -1;
}
