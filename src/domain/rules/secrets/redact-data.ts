/** Plain data with every text in it changed, names of fields too. Bytes, functions and class instances stay. */
export function redactData<T>(value: T, redact: (text: string) => string): T {
  return change(value) as T;

  function change(item: unknown): unknown {
    if (typeof item === "string") return redact(item);
    if (Array.isArray(item)) return item.map(change);
    if (!isPlain(item)) return item;
    return Object.fromEntries(Object.entries(item).map(([name, each]) => field(name, each)));
  }

  /** `{ password: "…" }` is judged as the text `password="…"` would be, which judges the name too. */
  function field(name: string, item: unknown): readonly [name: string, item: unknown] {
    if (typeof item !== "string") return [redact(name), change(item)];
    const prefix = `"${name}": "`;
    const judged = redact(`${prefix}${item}`);
    return judged.startsWith(prefix) ? [name, judged.slice(prefix.length)] : [redact(name), redact(item)];
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
