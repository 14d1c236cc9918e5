/** A block of commands on a page, and the output that the page shows. */
export interface Step {
  readonly line: number;
  readonly script: string;
  readonly exitCode: number;
  /** Null if the page shows no output. */
  readonly output: string | null;
}

/**
 * The commands of a page in order: every block of the language sh. "exit=1" after the language is the exit code of its
 * last command, and a following block of the language text is the output.
 */
export function stepsOf(page: string): Step[] {
  const blocks = [...page.matchAll(/^(`{3,})(.*)\n([\s\S]*?)^\1$/gm)];
  return blocks.flatMap((block, index) => {
    const [, , info = "", script = ""] = block;
    if (info.split(" ")[0] !== "sh") return [];
    const next = blocks[index + 1];
    const exitCode = Number(/exit=(\d+)/.exec(info)?.[1] ?? 0);
    const line = page.slice(0, block.index).split("\n").length;
    return [{ line, script, exitCode, output: next?.[2] === "text" ? (next[3] ?? "") : null }];
  });
}

/** Names that differ in each run, by kind; the first match counts. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ["time", /\d{4}-\d\d-\d\dT[\d:.]+Z/],
  ["uuid", /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/],
  ["review", /RV-\d{8}T\d{6}-[0-9a-f]{6}/],
  ["session", /S-\d{8}T\d{6}-[0-9a-f]{6}/],
  ["duration", /\d+\.\d s\b(?: \([^)]*\d\.\d s\))?/],
  ["version", /\b\d+\.\d+\.\d+\b/],
  ["hash", /(?<![\w-])[0-9a-f]{7,64}\b/],
  ["suffix", /(?<=-)[0-9a-f]{8}\b/],
];
const ANY = new RegExp(KINDS.map(([kind, pattern]) => `(?<${kind}>${pattern.source})`).join("|"), "g");
/** For these, the page shows an example: any other value matches too. */
const ANONYMOUS = ["time", "duration", "version"];

/** Maps a name on the page to the name in this run. */
export type Names = Map<string, string>;

/** Commands of the page with the names of this run. */
export const inThisRun = (script: string, names: Names): string =>
  script.replace(ANY, (name) => names.get(name) ?? name);

/** The first difference between the page and this run, or null; learns which names correspond. */
export function differenceOf(page: string, actual: string, names: Names): string | null {
  const seen = linesOf(actual);
  let at = 0;
  let skipping = false;
  for (const line of linesOf(page)) {
    if (line.trim() === "…") {
      skipping = true;
      continue;
    }
    const found = skipping ? seen.findIndex((other, index) => index >= at && isAlike(line, other)) : at;
    const other = seen[found];
    if (other === undefined || !isAlike(line, other)) return `page: ${line}\nthis run: ${other ?? "nothing"}`;
    const wrong = learn(line, other, names);
    if (wrong !== null) return wrong;
    at = found + 1;
    skipping = false;
  }
  return skipping || at === seen.length ? null : `page: nothing\nthis run: ${seen[at]}`;
}

const linesOf = (text: string) => text.trimEnd().split("\n");
const shapeOf = (line: string) =>
  line.trimEnd().replace(ANY, (...args) => `<${kindOf(args.at(-1) as Record<string, string | undefined>)}>`);
const isAlike = (line: string, other: string) => shapeOf(line) === shapeOf(other);

function kindOf(groups: Record<string, string | undefined>): string {
  return Object.keys(groups).find((kind) => groups[kind] !== undefined) ?? "";
}

function learn(line: string, other: string, names: Names): string | null {
  const actual = [...other.matchAll(ANY)];
  for (const [index, match] of [...line.matchAll(ANY)].entries()) {
    const [name] = match;
    const now = actual[index]?.[0] ?? "";
    if (ANONYMOUS.includes(kindOf(match.groups ?? {}))) continue;
    const before = names.get(name);
    if (before !== undefined && before !== now) return `${name} was ${before} before and is ${now} now`;
    names.set(name, now);
  }
  return null;
}
