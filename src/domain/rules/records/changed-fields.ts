/** The fields of a record that differ between two versions of it, in the order of the first. */
export function changedFields(before: unknown, after: unknown): string[] {
  const [old, young] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(young)])];
  return names.filter((name) => canonical(old[name]) !== canonical(young[name]));
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return {};
  return value as Record<string, unknown>;
}

/** Text that is equal for equal values, regardless of key order; a missing field is null. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, item: unknown) =>
    item !== null && typeof item === "object" && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  );
}
