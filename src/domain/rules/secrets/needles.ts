const START = 3;

/** The places at which each needle starts, in order; a needle that does not occur is absent. */
export type Places = ReadonlyMap<string, readonly number[]>;

/**
 * Finds all occurrences of these texts in a text, in one pass however many there are: three characters decide
 * whether one of them may start at a position. Each has at least three characters.
 */
export function createNeedles(needles: readonly string[]): (text: string) => Places {
  let index: ReturnType<typeof indexByStart> | null = null;
  return (text) => {
    index ??= indexByStart(needles);
    const { table, lists } = index;
    const found = new Map<string, number[]>();
    let first = text.charCodeAt(0);
    let second = text.charCodeAt(1);
    for (let at = 0; at <= text.length - START; at += 1) {
      const third = text.charCodeAt(at + 2);
      const list = table[slotOf(first, second, third)] ?? 0;
      first = second;
      second = third;
      if (list === 0) continue;
      for (const needle of lists[list] ?? []) if (text.startsWith(needle, at)) note(found, needle, at);
    }
    return found;
  };
}

function note(found: Map<string, number[]>, needle: string, at: number): void {
  const places = found.get(needle);
  if (places === undefined) found.set(needle, [at]);
  else places.push(at);
}

function indexByStart(needles: readonly string[]) {
  const table = new Uint16Array(1 << 16);
  const lists: string[][] = [[]];
  for (const needle of new Set(needles)) {
    if (needle.length < START) throw new RangeError(`"${needle}" is too short`);
    const slot = slotOf(needle.charCodeAt(0), needle.charCodeAt(1), needle.charCodeAt(2));
    if (table[slot] === 0) table[slot] = lists.push([]) - 1;
    lists[table[slot] ?? 0]?.push(needle);
  }
  return { table, lists };
}

function slotOf(first: number, second: number, third: number): number {
  return (first ^ (second << 5) ^ (third << 10)) & 0xffff;
}
