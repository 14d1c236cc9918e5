/** How many names fit in a sentence: a reader recognizes the kind from a few, and the record has all of them. */
const MOST_NAMED = 3;

/** The first few of many names, and how many more there are: `a, b, c and 2 more`. */
export function firstFew(names: readonly string[], most = MOST_NAMED): string {
  const named = names.slice(0, most).join(", ");
  return names.length > most ? `${named} and ${names.length - most} more` : named;
}
