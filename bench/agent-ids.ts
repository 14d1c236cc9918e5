/**
 * The status of a test that a set of cases names in its own way: `test_x (app.tests.Case)` as unittest and Django print
 * it, a path or a dotted module, a whole id or its end. Null if no test, or more than one, matches.
 */
export function statusOf(wanted: string, statuses: ReadonlyMap<string, string>): string | null {
  const exact = statuses.get(wanted);
  if (exact !== undefined) return exact;
  const parts = partsOf(wanted);
  const alike = [...statuses].filter(([known]) => endsWith(partsOf(known), parts));
  if (alike.length > 0) return alike.length === 1 ? (alike[0]?.[1] ?? null) : null;
  return isCut(wanted) ? statusOfAll(wanted, statuses) : null;
}

/** Text between brackets is a parameter, no matter what it looks like. */
function partsOf(id: string): string[] {
  const spoken = /^(\w+) \(([\w.]+)\)$/.exec(id);
  if (spoken) {
    const [, name = "", place = ""] = spoken;
    return partsOf(place === name || place.endsWith(`.${name}`) ? place : `${place}.${name}`);
  }
  const start = id.indexOf("[");
  const [plain, parameter] = start < 0 ? [id, ""] : [id.slice(0, start), id.slice(start)];
  const parts = plain.replace(/\.py(?=::|$)/, "").split(/::|\/| > |\.(?=\w)/);
  return [...parts.slice(0, -1), `${parts.at(-1)}${parameter}`];
}

function endsWith(known: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length > known.length) return false;
  const end = known.slice(known.length - wanted.length);
  return end.every((part, index) => part === wanted[index]);
}

/**
 * Published sets were extracted from logs, where an id ends at the first space: `test_x[a` stands for `test_x[a b]`.
 */
function isCut(id: string): boolean {
  return id.includes("[") && !id.endsWith("]");
}

function statusOfAll(wanted: string, statuses: ReadonlyMap<string, string>): string | null {
  const matching = [...statuses].filter(([known]) => known.startsWith(`${wanted} `));
  if (matching.length === 0) return null;
  return matching.find(([, status]) => status !== "passed")?.[1] ?? "passed";
}
