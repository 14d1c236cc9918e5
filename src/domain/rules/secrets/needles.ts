const START = 3;

/**
 * Finds which of these texts occur in a text, in one pass however many there are: three characters decide
 * whether one of them may start at a place. Shorter ones are searched for one by one.
 */
export function createNeedles(needles: readonly string[]): (text: string) => ReadonlySet<string> {
  let index: ReturnType<typeof indexByStart> | null = null;
  return (text) => {
    index ??= indexByStart(needles);
    const { table, lists, short } = index;
    const present = new Set(short.filter((needle) => text.includes(needle)));
    let first = text.charCodeAt(0);
    let second = text.charCodeAt(1);
    for (let at = 0; at <= text.length - START; at += 1) {
      const third = text.charCodeAt(at + 2);
      const list = table[slotOf(first, second, third)] ?? 0;
      first = second;
      second = third;
      if (list === 0) continue;
      for (const needle of lists[list] ?? []) if (text.startsWith(needle, at)) present.add(needle);
    }
    return present;
  };
}

function indexByStart(needles: readonly string[]) {
  const table = new Uint16Array(1 << 16);
  const lists: string[][] = [[]];
  const short: string[] = [];
  for (const needle of new Set(needles)) {
    if (needle.length < START) {
      short.push(needle);
      continue;
    }
    const slot = slotOf(needle.charCodeAt(0), needle.charCodeAt(1), needle.charCodeAt(2));
    if (table[slot] === 0) table[slot] = lists.push([]) - 1;
    lists[table[slot] ?? 0]?.push(needle);
  }
  return { table, lists, short };
}

function slotOf(first: number, second: number, third: number): number {
  return (first ^ (second << 5) ^ (third << 10)) & 0xffff;
}
