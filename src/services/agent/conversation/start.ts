import type { Briefing, KeptPatch, SourceFile } from "../../../domain/ports/repair.ts";

/** Changes made by search that are already in the copy when the model starts. */
export function describeStart({ kept = [], files }: Pick<Briefing, "kept" | "files">): readonly string[] {
  if (kept.length === 0) return [];
  const changes = kept.map((each) => describeKept(each, files)).join("\n");
  return [`# Changes that are already in the copy and broke no test\n${changes}`];
}

/** Instructions about them. */
export function startingPoint({ kept = [] }: Pick<Briefing, "kept">): string {
  return kept.length === 0
    ? ""
    : " Some of the tests are already fixed: your copy contains the changes listed below. Continue from there; git_diff shows them, and you may change them.";
}

function describeKept({ patch, fixed }: KeptPatch, files: readonly SourceFile[]): string {
  const places = patch.edits.map(({ path, start }) => {
    const before = files.find((file) => file.path === path)?.text.slice(0, start);
    return before === undefined ? path : `${path}:${before.split("\n").length}`;
  });
  return `${patch.description} at ${[...new Set(places)].join(", ")}; fixed: ${fixed.join(", ")}`;
}
