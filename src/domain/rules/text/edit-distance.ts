/** The number of letters to add, remove, replace, or swap with their neighbor. */
export function editDistance(a: string, b: string): number {
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
