import type { Briefing, KeptPatch, SourceFile } from "../../domain/ports/repair.ts";

/** The changes of the search that are in the copy already when the model begins. */
export function describeStart({ kept = [], files }: Pick<Briefing, "kept" | "files">): readonly string[] {
  if (kept.length === 0) return [];
  const changes = kept.map((each) => describeKept(each, files)).join("\n");
  return [`# Changes that are in the copy already and broke no test\n${changes}`];
}

/** What to do about them. */
export function startingPoint({ kept = [] }: Pick<Briefing, "kept">): string {
  return kept.length === 0
    ? ""
    : " A part is fixed already: the copy you work in holds the changes named below. Continue from there; git_diff shows them, and you may change them.";
}

function describeKept({ patch, fixed }: KeptPatch, files: readonly SourceFile[]): string {
  const places = patch.edits.map(({ path, start }) => {
    const before = files.find((file) => file.path === path)?.text.slice(0, start);
    return before === undefined ? path : `${path}:${before.split("\n").length}`;
  });
  return `${patch.description} at ${[...new Set(places)].join(", ")}; fixed: ${fixed.join(", ")}`;
}
