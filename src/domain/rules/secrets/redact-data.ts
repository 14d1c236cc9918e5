/** Plain data with every text in it changed, including field names. Bytes, functions and class instances stay. */
export function redactData<T>(value: T, redact: (text: string) => string): T {
  return change(value) as T;

  function change(item: unknown): unknown {
    if (typeof item === "string") return redact(item);
    if (Array.isArray(item)) return item.map(change);
    if (!isPlain(item)) return item;
    return Object.fromEntries(Object.entries(item).map(([name, each]) => field(name, each)));
  }

  function field(name: string, item: unknown): readonly [name: string, item: unknown] {
    if (typeof item !== "string") return [redact(name), change(item)];
    const prefix = prefixOf(name);
    const judged = redact(`${prefix}${item}`);
    return judged.startsWith(prefix) ? [name, judged.slice(prefix.length)] : [redact(name), redact(item)];
  }
}

/** Whether this is plain data in which `redactData` would change nothing. Most data is, and needs no copy. */
export function isClean(value: unknown, redact: (text: string) => string): boolean {
  if (typeof value === "string") return redact(value) === value;
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  if (Array.isArray(value)) return value.every((each) => isClean(each, redact));
  return isPlain(value) && Object.keys(value).every((name) => isCleanField(name, value[name], redact));
}

function isCleanField(name: string, item: unknown, redact: (text: string) => string): boolean {
  if (typeof item !== "string") return redact(name) === name && isClean(item, redact);
  const text = `${prefixOf(name)}${item}`;
  return redact(text) === text;
}

/**
 * Every text that `redactData` judges, joined as lines: if nothing is found in it, nothing would be changed. Scanning
 * one long text is much cheaper than scanning many short ones. Records repeat most of their texts, which are
 * scanned once.
 */
export function textsToJudge(values: readonly unknown[]): string {
  const texts = new Set<string>();
  /** By name, because joining name and value each time would cost more than scanning them. */
  const fields = new Map<string, Set<string>>();
  for (const value of values) collect(value);
  for (const [name, items] of fields) for (const item of items) texts.add(`${prefixOf(name)}${item}`);
  return [...texts].join("\n");

  function collect(item: unknown): void {
    if (typeof item === "string") texts.add(item);
    else if (Array.isArray(item)) item.forEach(collect);
    else if (isPlain(item)) for (const name of Object.keys(item)) collectField(name, item[name]);
  }

  function collectField(name: string, item: unknown): void {
    if (typeof item !== "string") {
      texts.add(name);
      collect(item);
      return;
    }
    const known = fields.get(name);
    if (known === undefined) fields.set(name, new Set([item]));
    else known.add(item);
  }
}

/** `{ password: "…" }` is treated like the text `password="…"`, so that the name counts too. */
function prefixOf(name: string): string {
  return `"${name}": "`;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
