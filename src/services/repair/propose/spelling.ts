/** How many slips apart two names are that may be meant for each other; null where they are too different. */
export function slipsBetween(name: string, other: string): number | null {
  if (name === other) return null;
  if (plain(name) === plain(other)) return 0;
  const longer = Math.max(name.length, other.length);
  const most = longer < 3 ? 0 : longer < 6 ? 1 : longer < 9 ? 2 : 3;
  if (Math.abs(name.length - other.length) > most) return null;
  const slips = distance(name, other);
  return slips <= most ? slips : null;
}

/** The same words, whichever way they are joined. */
function plain(name: string): string {
  return name.replaceAll(/[_$-]/g, "").toLowerCase();
}

/** Letters added, left out, replaced, or exchanged with their neighbor. */
function distance(a: string, b: string): number {
  let earlier: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isExchanged) least = Math.min(least, (earlier[j - 2] ?? 0) + 1);
      row.push(least);
    }
    earlier = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
