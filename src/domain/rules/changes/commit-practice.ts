import type { ChangeSet } from "../../entities/code-change.ts";
import type { CommitPractice } from "../../ports/workspace.ts";

/** Tells people before they approve how the commit will differ from one made by their own git. */
export function describePractice({ signing, hooks, coAuthor }: CommitPractice): string[] {
  const said: string[] = [];
  if (signing.status === "signed")
    said.push(`the commit will be signed (${signing.with}), as your git settings say`);
  if (signing.status === "unsigned")
    said.push("the commit will not be signed although commit.gpgsign is on: commits.signing is unsigned");
  if (signing.status === "refused") said.push(`the change cannot land: ${signing.why}`);
  if (hooks.length > 0) {
    const [are, they] = hooks.length === 1 ? ["hook", "it"] : ["hooks", "them"];
    said.push(`your ${are} ${hooks.join(", ")} will not run; run ${they} yourself after the landing`);
  }
  if (coAuthor !== null) said.push(`the commit will name ${coAuthor} as co-author`);
  return said;
}

/** The same for changed files that also contain the user's other edits. */
export function describeOwnEdits(
  { files }: Pick<ChangeSet, "files">,
  uncommitted: readonly string[],
): string[] {
  return files
    .filter(({ path, before }) => before !== null && uncommitted.includes(path))
    .map(
      ({ path }) =>
        `${path} also has your uncommitted changes: the commit will contain only this fix, and your changes stay uncommitted`,
    );
}
