const VALUE = String.raw`[\w.[\]]+`;
const BOTH_INSIDE = new RegExp(
  String.raw`^\(?(${VALUE}) >= (${VALUE}) (&&|and) \1 <=? (${VALUE})\)? (?:\|\||or) \(?(${VALUE}) >=? \2 \3 \5 <= \4\)?$`,
);
const CHAINED = new RegExp(
  String.raw`^\(?(${VALUE}) <= (${VALUE}) <=? (${VALUE})\)? or \(?\1 <=? (${VALUE}) <= \3\)?$`,
);

/**
 * Two spans overlap if each starts before the other ends. Asking whether one starts or ends inside the other misses
 * the one that contains it. Null for any other condition.
 */
export function properOverlap(condition: string): string | null {
  const plain = BOTH_INSIDE.exec(condition);
  if (plain !== null) return `${plain[1]} < ${plain[4]} ${plain[3]} ${plain[2]} < ${plain[5]}`;
  const chained = CHAINED.exec(condition);
  return chained === null ? null : `${chained[2]} < ${chained[3]} and ${chained[1]} < ${chained[4]}`;
}
