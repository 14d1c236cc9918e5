/** The supported kinds of code host. Forgejo uses Gitea's API. */
export type ForgeKind = "github" | "gitlab" | "gitea";

export interface PullRequestDraft {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** The branch with the change, and the base branch. */
  readonly head: string;
  readonly base: string;
  readonly draft: boolean;
}

interface PullRequest {
  readonly url: string;
  readonly number: number;
  /** `updated`: the head branch already had an open pull request, which now has this title and body. */
  readonly status: "opened" | "updated";
}

/** Lines of a file in a pull request and their replacement. */
export interface Suggestion {
  readonly path: string;
  /** 1-based and inclusive, in the file as the pull request has it. */
  readonly startLine: number;
  readonly endLine: number;
  /** Empty to remove them. */
  readonly lines: readonly string[];
  /** Why, in Markdown. */
  readonly note: string;
}

export interface SuggestionSet {
  readonly pullRequest: number;
  /** The commit of the pull request that the line numbers refer to. */
  readonly commit: string;
  readonly suggestions: readonly Suggestion[];
}

/** `known`: this commit already has these suggestions, and nothing was posted. */
export type SuggestionOutcome = { readonly status: "posted" | "known"; readonly url: string };

/**
 * A repository on a code host. Every method may throw `remote_failed` with the host's answer, never with the
 * token. Every call is idempotent: existing objects are found again, not created twice.
 */
export interface Forge {
  readonly kind: ForgeKind;
  propose(draft: PullRequestDraft): Promise<PullRequest>;
  close(url: string): Promise<void>;
  suggest(set: SuggestionSet): Promise<SuggestionOutcome>;
}

/** `repository` is `owner/name`, or a longer path on GitLab. */
export type OpenForge = (place: { readonly host: string; readonly repository: string }) => Forge;
