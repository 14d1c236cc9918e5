import { isObject } from "./is-object.ts";
/**
 * The one rule for a repository's own settings: they can be stricter than the user's, never looser. A
 * repository may be hostile, and must not switch off what protects the user from it.
 */

/** The granted part of a requested setting, given the user's setting; null if it cannot be granted at all. */
export type StricterRule = (yours: unknown, wanted: unknown) => Granted | null;

export interface Granted {
  readonly value: unknown;
  /** The part of the request that was not granted. */
  readonly refused?: readonly unknown[];
}

export interface Stricter<Settings> {
  readonly settings: Settings;
  /** What was asked for and not granted: `gate.mode: autonomous`. */
  readonly refused: readonly string[];
}

export const lower: StricterRule = (yours, wanted) =>
  Number(wanted) <= Number(yours) ? { value: wanted } : null;

/** A limit that the user has not set, and that another of the user's limits bounds anyway: any value is allowed. */
export const lowerOrFirst: StricterRule = (yours, wanted) => {
  if (wanted === null) return null;
  return yours === null ? { value: wanted } : lower(yours, wanted);
};

export const higher: StricterRule = (yours, wanted) =>
  Number(wanted) >= Number(yours) ? { value: wanted } : null;

export function higherUpTo(most: number): StricterRule {
  return (yours, wanted) => (Number(wanted) <= most ? higher(yours, wanted) : null);
}

/** A limit for which 0 means no limit. */
export const lowerLimit: StricterRule = (yours, wanted) => {
  if (Number(wanted) === 0) return null;
  return Number(yours) === 0 ? { value: wanted } : lower(yours, wanted);
};

/** Values from the loosest to the strictest. */
export function inOrder(...values: readonly unknown[]): StricterRule {
  return (yours, wanted) => (values.indexOf(wanted) >= values.indexOf(yours) ? { value: wanted } : null);
}

/** A list that protects: a repository may add to it. A pattern with `!` would remove something. */
export const added: StricterRule = (yours, wanted) => {
  const [own, theirs] = [yours as readonly string[], wanted as readonly string[]];
  if (theirs.length === 0) return null;
  const refused = theirs.filter((each) => each.startsWith("!"));
  return { value: [...new Set([...own, ...theirs.filter((each) => !refused.includes(each))])], refused };
};

/** A list of exceptions: a repository may only shorten it. */
export const shortened: StricterRule = (yours, wanted) => {
  const [own, theirs] = [yours as readonly string[], wanted as readonly string[]];
  return {
    value: own.filter((each) => theirs.includes(each)),
    refused: theirs.filter((each) => !own.includes(each)),
  };
};

/**
 * The user's settings plus those that a repository requests and `rules` grant. `wanted` holds the content of the
 * repository's file without defaults; rule names are dotted paths. Only the user may set a setting without a
 * rule.
 */
export function makeStricter<Settings extends object>(
  yours: Settings,
  wanted: object,
  rules: Readonly<Record<string, StricterRule>>,
): Stricter<Settings> {
  const settings = structuredClone(yours) as Record<string, unknown>;
  const refused: string[] = [];
  for (const [path, value] of leavesOf(wanted, [])) {
    const name = path.join(".");
    const present = valueAt(settings, path);
    const granted = rules[name]?.(present, value) ?? null;
    if (granted === null && JSON.stringify(present) !== JSON.stringify(value))
      refused.push(`${name}: ${shown(value)}`);
    if (granted === null) continue;
    placeOf(settings, path.slice(0, -1))[path.at(-1) ?? ""] = granted.value;
    refused.push(...(granted.refused ?? []).map((each) => `${name}: ${shown(each)}`));
  }
  return { settings: settings as Settings, refused };
}

/** The message about a requested setting that was not granted. */
export function explainRefused(file: string, wish: string): string {
  return `${file} asks for ${wish}; a repository's own settings can only be stricter than yours, so this is ignored (docs/security.md)`;
}

type Leaf = readonly [path: readonly string[], value: unknown];

function leavesOf(wanted: object, path: readonly string[]): Leaf[] {
  return Object.entries(wanted).flatMap(([key, value]): Leaf[] => {
    const here = [...path, key];
    return isObject(value) ? leavesOf(value, here) : [[here, value]];
  });
}

function valueAt(settings: Record<string, unknown>, path: readonly string[]): unknown {
  return path.reduce<unknown>((place, key) => (isObject(place) ? place[key] : undefined), settings);
}

/** Only for what is granted: a setting that is refused must not leave an empty section behind. */
function placeOf(settings: Record<string, unknown>, path: readonly string[]): Record<string, unknown> {
  let place = settings;
  for (const key of path) {
    if (!isObject(place[key])) place[key] = {};
    place = place[key] as Record<string, unknown>;
  }
  return place;
}

function shown(value: unknown): string {
  return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 80);
}
