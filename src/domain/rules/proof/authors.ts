/** The sources of a change, as `made_by` of the evidence names them. */
type Sources = readonly string[];

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
  return sources.some((source) => source !== "search" && source !== "conformance");
}
