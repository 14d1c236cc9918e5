export interface TapPoint {
  readonly name: string;
  /** Node escapes a line break like a backslash with a letter, so the name may be either. */
  readonly isUnsure: boolean;
  readonly isOk: boolean;
  readonly directive: "SKIP" | "TODO" | null;
  /** Scalars of the block after the point, such as `type` and `failureType`. */
  readonly fields: Readonly<Record<string, string>>;
  readonly children: readonly TapPoint[];
  /** Output before it, since the previous point. */
  readonly output: string;
}

const DEPTH_LIMIT = 256;
export const ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  t: "\t",
  n: "\n",
  r: "\r",
  v: "\v",
};

/**
 * Parses TAP as Node's runner writes it: subtests precede their test, indented by four columns. Null if it is
 * not TAP or is truncated.
 */
export function parseTap(text: string): readonly TapPoint[] | null {
  if (!text.startsWith("TAP version ")) return null;
  const levels: TapPoint[][] = [];
  let output: string[] = [];
  let isPlanned = false;
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (/^# /.test(line)) output.push(line.slice(2));
    if (/^1\.\.\d+$/.test(line)) isPlanned = true;
    const [, indent = "", not, rest = ""] = /^( *)(not )?ok \d+ - (.*)$/s.exec(line) ?? [];
    if (rest === "") continue;
    const level = indent.length / 4;
    if (!Number.isInteger(level) || level > DEPTH_LIMIT) return null;
    const end = blockEnd(lines, at + 1, `${indent}  `);
    if (end === null) return null;
    const [name, directive] = splitDirective(rest);
    const point: TapPoint = {
      name,
      isUnsure: /\\\\[bfnrtv]/.test(rest),
      isOk: not === undefined,
      directive,
      fields: fieldsOf(lines.slice(at + 2, end), `${indent}  `),
      children: levels[level + 1] ?? [],
      output: output.join("\n"),
    };
    levels.length = level + 1;
    levels[level] = [...(levels[level] ?? []), point];
    output = [];
    at = Math.max(at, end);
  }
  return isPlanned ? (levels[0] ?? []) : null;
}

/** The last line of the block after a point; the previous line if there is no block, null if it is unterminated. */
function blockEnd(lines: readonly string[], start: number, indent: string): number | null {
  if (lines[start] !== `${indent}---`) return start - 1;
  const end = lines.indexOf(`${indent}...`, start);
  return end === -1 ? null : end;
}

function fieldsOf(lines: readonly string[], indent: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const line of lines) {
    const [, key = "", value = ""] = /^(\w+): (.*)$/.exec(line.slice(indent.length)) ?? [];
    if (key !== "" && line.startsWith(indent) && !Object.hasOwn(found, key))
      found[key] = value.replace(/^'(.*)'$/, "$1");
  }
  return found;
}

function splitDirective(rest: string): [string, TapPoint["directive"]] {
  const [, shown = rest, word] = /^(.*?) # (SKIP|TODO)(?: .*)?$/s.exec(rest) ?? [];
  const name = shown.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);
  return [name, word === "SKIP" || word === "TODO" ? word : null];
}
