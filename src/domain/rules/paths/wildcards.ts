/**
 * Wildcard matching that backtracks only to the last wildcard, so it takes at most pattern × text steps.
 * `least(index)` is the fewest items that a wildcard at `index` takes, or -1 if the pattern has an ordinary
 * item there.
 */
export function matchWildcards(
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

/** Matches whole texts: `*` stands for any text, everything else is literal. */
export function compileWildcard(pattern: string): (text: string) => boolean {
  const [first = "", ...parts] = pattern.split("*");
  const last = parts.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    const end = text.length - last.length;
    if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const part of parts) {
      const found = text.indexOf(part, at);
      if (found === -1 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}
