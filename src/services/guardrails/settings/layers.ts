import type { Layer } from "../../../domain/entities/guard-event.ts";
import { isObject } from "../../../domain/rules/settings/is-object.ts";

/** Where a setting comes from. */
export interface Origin {
  readonly layer: Layer;
  /** Null for built-in settings. */
  readonly file: string | null;
}

/**
 * The layer of every setting that is not built in, by its dotted name; a list entry is `name[entry]`, a rule
 * `name[id]`. Settings that are missing here are built in.
 */
export type Origins = Readonly<Record<string, Origin>>;

export const NO_ORIGINS: Origins = {};
const BUILT_IN: Origin = { layer: "built-in", file: null };

/** One layer of settings: the content of its file, or the settings resulting from it. */
export interface LayerValues {
  readonly layer: Layer;
  readonly file: string;
  readonly values: object;
}

/** The origin of an entry, otherwise of the setting that contains it. */
export function originOf(origins: Origins, setting: string): Origin {
  return origins[setting] ?? origins[setting.replace(/\[.*\]$/s, "")] ?? BUILT_IN;
}

/** `before` is the configuration without the layer: a layer owns what differs because of it. */
export function withLayer(origins: Origins, before: object, { layer, file, values }: LayerValues): Origins {
  const owned = new Map(Object.entries(origins));
  const was = new Map(settingsIn(before));
  for (const [name, value] of settingsIn(values)) {
    if (JSON.stringify(was.get(name)) === JSON.stringify(value)) continue;
    if (!Array.isArray(value)) {
      owned.set(name, { layer, file });
      continue;
    }
    const known = new Set(entriesIn(was.get(name)));
    for (const entry of entriesIn(value))
      if (!known.has(entry)) owned.set(`${name}[${entry}]`, { layer, file });
    if ([...known].some((entry) => !entriesIn(value).includes(entry))) owned.set(name, { layer, file });
  }
  return Object.fromEntries(owned);
}

/** Every setting with its dotted name, in file order. */
export function settingsIn(values: object, path = ""): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const name = path === "" ? key : `${path}.${key}`;
    return isObject(value) ? settingsIn(value, name) : [[name, value] as const];
  });
}

/** The name of a list entry: the text itself, or the id of a rule. */
export function entriesIn(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list.map((entry) =>
    typeof entry === "object" && entry !== null && "id" in entry ? String(entry.id) : String(entry),
  );
}
