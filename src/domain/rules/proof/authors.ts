/** The sources of a change, as `made_by` of the evidence names them. */
type Sources = readonly string[];

const OWN_SOURCES: readonly string[] = ["search", "conformance"];

/** The name of a person or another agent. They choose it, so it must not count as one of our own sources. */
export function outsideAuthor(name: string): string {
  return OWN_SOURCES.includes(name) ? `${name} (not AgentForge's)` : name;
}

/** A rule's own rewrite or a linter's fixer: not written to pass these tests. */
export function isByRule(sources: Sources): boolean {
  return sources.length > 0 && sources.every((source) => source === "conformance");
}

/** Search found the change, and nobody has edited it since. */
export function isBySearch(sources: Sources): boolean {
  return sources.includes("search") && !isWritten(sources);
}

/** A model, another agent or a person contributed to the change; search and rules only apply known edits. */
export function isWritten(sources: Sources): boolean {
  return sources.some((source) => !OWN_SOURCES.includes(source));
}
