export interface ScriptDangers {
  readonly runs: boolean;
  readonly writes: readonly string[];
  readonly reads: readonly string[];
}

/** What a sed script does besides printing; null if it cannot be parsed. */
export function sedDangers(script: string): ScriptDangers | null {
  const found = { runs: false, writes: [] as string[], reads: [] as string[] };
  let at = 0;
  while (at < script.length) {
    const skipped = /^[\s;{}]+/.exec(script.slice(at))?.[0].length ?? 0;
    at += skipped;
    if (at >= script.length) break;
    if (script[at] === "#") {
      at = endOfLine(script, at);
      continue;
    }
    const address = skipAddresses(script, at);
    if (address === null) return null;
    const next = command(script, address, found);
    if (next === null) return null;
    at = next;
  }
  return found;
}

function command(
  script: string,
  at: number,
  found: { runs: boolean; writes: string[]; reads: string[] },
): number | null {
  const letter = script[at] ?? "";
  if ("{}".includes(letter)) return at + 1;
  if ("=dDgGhHnNpPxzFl".includes(letter)) return afterNumber(script, at + 1);
  if (letter === "q" || letter === "Q" || letter === "L") return afterNumber(script, at + 1);
  if ("btT:".includes(letter)) return at + 1 + (/^[^;\n}]*/.exec(script.slice(at + 1))?.[0].length ?? 0);
  if ("aic".includes(letter)) return endOfText(script, at + 1);
  if (letter === "e") {
    found.runs = true;
    return endOfLine(script, at);
  }
  if ("wW".includes(letter)) {
    found.writes.push(script.slice(at + 1, endOfLine(script, at)).trim());
    return endOfLine(script, at);
  }
  if ("rR".includes(letter)) {
    found.reads.push(script.slice(at + 1, endOfLine(script, at)).trim());
    return endOfLine(script, at);
  }
  if (letter === "y") return delimited(script, at + 1, 2);
  if (letter !== "s") return null;
  const flagsAt = delimited(script, at + 1, 2);
  if (flagsAt === null) return null;
  const flags = /^[gpiIme0-9]*/.exec(script.slice(flagsAt))?.[0] ?? "";
  if (/[e]/.test(flags)) found.runs = true;
  const after = flagsAt + flags.length;
  if (script[after] !== "w") return /^[\s;}#]|^$/.test(script.slice(after, after + 1)) ? after : null;
  found.writes.push(script.slice(after + 1, endOfLine(script, after)).trim());
  return endOfLine(script, after);
}

function skipAddresses(script: string, start: number): number | null {
  let at = start;
  for (let count = 0; count < 2; count += 1) {
    const rest = script.slice(at);
    const simple = /^(?:[0-9]+(?:~[0-9]+)?|\$|\+[0-9]+|~[0-9]+)/.exec(rest)?.[0];
    if (simple) at += simple.length;
    else if (rest[0] === "/" || rest[0] === "\\") {
      const end = delimited(script, rest[0] === "/" ? at : at + 1, 1);
      if (end === null) return null;
      at = end + (/^[IM]*/.exec(script.slice(end))?.[0].length ?? 0);
    } else break;
    at += /^\s*/.exec(script.slice(at))?.[0].length ?? 0;
    if (script[at] !== ",") break;
    at += 1 + (/^\s*/.exec(script.slice(at + 1))?.[0].length ?? 0);
  }
  return at + (/^\s*(?:!\s*)*/.exec(script.slice(at))?.[0].length ?? 0);
}

/** The position after `fields` fields that end with the delimiter at `at`. */
function delimited(script: string, at: number, fields: number): number | null {
  const delimiter = script[at];
  if (delimiter === undefined || /[\s\\]/.test(delimiter)) return null;
  let position = at + 1;
  let left = fields;
  let inClass = false;
  for (; position < script.length; position += 1) {
    const character = script[position];
    if (character === "\\") position += 1;
    else if (character === "[" && !inClass && left === fields && script.indexOf("]", position + 2) !== -1)
      inClass = true;
    else if (
      character === "]" &&
      inClass &&
      script[position - 1] !== "[" &&
      !(script[position - 1] === "^" && script[position - 2] === "[")
    )
      inClass = false;
    else if (character === delimiter && !inClass) {
      left -= 1;
      if (left === 0) return position + 1;
    }
  }
  return null;
}

function afterNumber(script: string, at: number): number {
  return at + (/^[ \t]*[0-9]*[ \t]*/.exec(script.slice(at))?.[0].length ?? 0);
}

function endOfLine(script: string, at: number): number {
  const end = script.indexOf("\n", at);
  return end === -1 ? script.length : end;
}

/** Text of `a`, `i`, `c`: continues over lines that end with a backslash. */
function endOfText(script: string, at: number): number {
  let end = endOfLine(script, at);
  while (end < script.length && script[end - 1] === "\\") end = endOfLine(script, end + 1);
  return end;
}
