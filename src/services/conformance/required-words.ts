/**
 * Words a text must have for a rule to match anywhere in it, as alternatives of which one must hold in full;
 * null where nothing can be said. Lets most files be dismissed without being parsed.
 */
export function requiredWords(rule: unknown): readonly (readonly string[])[] | null {
  if (typeof rule !== "object" || rule === null) return null;
  const { pattern, all, any } = rule as { pattern?: unknown; all?: unknown; any?: unknown };
  if (typeof pattern === "string") return [wordsOf(pattern)];
  if (Array.isArray(all)) {
    const known = all.map(requiredWords).find((words) => words !== null);
    if (known !== undefined) return known;
  }
  if (Array.isArray(any)) {
    const alternatives = any.map(requiredWords);
    if (alternatives.every((words) => words !== null)) return alternatives.flat();
  }
  return null;
}

function wordsOf(pattern: string): readonly string[] {
  return pattern.replace(/\$+[A-Z_][A-Z0-9_]*/g, " ").match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
}
