import type { ValueKind } from "./language.ts";

/** The kind of each name, from the names of each kind. */
export function byKind(
  names: Readonly<Partial<Record<ValueKind, string>>>,
): Readonly<Record<string, ValueKind>> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([kind, list]) =>
      list.split(" ").map((name) => [name, kind as ValueKind] as const),
    ),
  );
}
