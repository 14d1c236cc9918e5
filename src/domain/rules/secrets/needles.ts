/**
 * Tells which of these texts, two characters or longer each, occur in a text. That takes one walk over the text, however
 * many there are: two characters decide whether one of them may start at a place.
 */
export function createNeedles(needles: readonly string[]): (text: string) => ReadonlySet<string> {
  let byPair: { readonly table: Uint8Array; readonly lists: readonly (readonly string[])[] } | null = null;
  return (text) => {
    byPair ??= indexByPair(needles);
    const { table, lists } = byPair;
    const present = new Set<string>();
    let first = text.charCodeAt(0);
    for (let at = 0; at < text.length - 1; at += 1) {
      const second = text.charCodeAt(at + 1);
      const list = table[pairOf(first, second)] ?? 0;
      first = second;
      if (list === 0) continue;
      for (const needle of lists[list] ?? []) if (text.startsWith(needle, at)) present.add(needle);
    }
    return present;
  };
}

function indexByPair(needles: readonly string[]) {
  const table = new Uint8Array(1 << 16);
  const lists: string[][] = [[]];
  for (const needle of new Set(needles)) {
    const pair = pairOf(needle.charCodeAt(0), needle.charCodeAt(1));
    if (table[pair] === 0) table[pair] = lists.push([]) - 1;
    lists[table[pair] ?? 0]?.push(needle);
  }
  return { table, lists };
}

function pairOf(first: number, second: number): number {
  return (first * 257 + second) & 0xffff;
}
