/** The size limits above which a file is refused. */
export interface DataLimits {
  readonly characters: number;
  readonly depth: number;
  /** Every value counts each time it is expanded: an alias counts as everything it refers to. */
  readonly values: number;
}

/** For files that people write: settings, contracts, requests, plans. */
export const WRITTEN_BY_HAND: DataLimits = { characters: 1_000_000, depth: 64, values: 50_000 };
/** For files that programs write: exported state, manifests, reports. */
export const WRITTEN_BY_PROGRAMS: DataLimits = { characters: 64_000_000, depth: 128, values: 5_000_000 };

const TOO_DEEP = "it is nested too deeply";

/** The file is refused regardless of its content. `message` completes "config.yaml: …". */
export class DataRefused extends Error {
  constructor(why: string) {
    super(why);
    this.name = "DataRefused";
  }
}

/**
 * The only way to read untrusted data: `read` is the parser of YAML, TOML or JSON. Throws what the parser
 * throws for a syntax error, and DataRefused for a text that would exhaust or mislead its reader.
 */
export function readBounded<T>(
  text: string,
  read: (text: string) => T,
  limits: DataLimits = WRITTEN_BY_HAND,
): T {
  if (text.length > limits.characters)
    throw new DataRefused(`it is longer than ${limits.characters} characters`);
  let data: T;
  try {
    data = read(text);
  } catch (error) {
    if (error instanceof RangeError || isExhausted(error)) throw new DataRefused(TOO_DEEP);
    if (error instanceof ReferenceError) throw new DataRefused("its aliases multiply without bounds");
    throw error;
  }
  refuseUnbounded(data, limits);
  return data;
}

/** An error message for people, because the parser's own message describes its stack. */
export function syntaxMessage(error: Error): string {
  return isExhausted(error) ? TOO_DEEP : error.message;
}

function isExhausted(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "RESOURCE_EXHAUSTION";
}

/** JSON parsers keep the last of two equal keys, which misleads a person who reads the first. */
export function parseJsonStrictly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const repeated = repeatedKey(text);
  if (repeated !== null) throw new SyntaxError(`the key ${repeated} appears twice in the same object`);
  return value;
}

function refuseUnbounded(data: unknown, limits: DataLimits): void {
  let left = limits.values;
  const stack: { readonly value: unknown; readonly depth: number }[] = [{ value: data, depth: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, depth } = next;
    left -= 1;
    if (left < 0) throw new DataRefused(`it contains more than ${limits.values} values`);
    if (typeof value !== "object" || value === null) continue;
    if (depth >= limits.depth) throw new DataRefused(`it is nested more than ${limits.depth} levels deep`);
    if (Object.hasOwn(value, "__proto__")) throw new DataRefused("it has a key named __proto__");
    for (const each of Object.values(value)) stack.push({ value: each, depth: depth + 1 });
  }
}

/** The text is valid JSON: only strings, braces and colons matter. */
function repeatedKey(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/gs)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (token.endsWith(":")) {
      const key = String(JSON.parse(token.slice(0, -1)));
      const keys = open.at(-1);
      if (keys?.has(key)) return JSON.stringify(key);
      keys?.add(key);
    }
  }
  return null;
}
