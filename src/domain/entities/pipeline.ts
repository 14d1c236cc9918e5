import type { ForgeKind } from "../ports/forge.ts";

/** The build that a command runs in, according to its variables and its event file. */
export interface Pipeline {
  /** `none`: on a person's machine, or in an unknown pipeline. */
  readonly kind: ForgeKind | "none";
  /** The code host: `github.com`. */
  readonly host: string | null;
  /** `owner/name`. */
  readonly repository: string | null;
  /** The branch that is built; for a pull request, the one with the change. */
  readonly branch: string | null;
  readonly pullRequest: {
    readonly number: number;
    /** The base branch. */
    readonly target: string;
    /** The newest commit of the pull request; null if the pipeline does not say. */
    readonly commit: string | null;
    /** The change comes from another repository, and this repository's token cannot push there. */
    readonly isFromFork: boolean;
  } | null;
  /** Files that the pipeline reads after the step: Markdown for people, `name=value` lines for later steps. */
  readonly summaryFile: string | null;
  readonly outputFile: string | null;
}
