import type { ChangeSet } from "../entities/code-change.ts";
import type { TextEdit } from "../entities/patch.ts";
import type { Lent } from "./sandbox.ts";

export interface RepositoryState {
  /** Null while the repository has no commits. */
  readonly head: string | null;
  /** Null while HEAD is detached. */
  readonly branch: string | null;
  /** Paths that differ from HEAD in the index or the working tree, and untracked ones. */
  readonly dirty: readonly string[];
  /** A git operation that the user has in progress: rebase, merge, cherry-pick, revert, bisect. */
  readonly underWay: string | null;
}

/** The history up to the commit an attempt started from, as text. Throws `not_found` if there is nothing to show. */
export interface History {
  /** Newest first; only those that touched the path, if one is given. */
  log(path: string | null, limit: number): Promise<string>;
  /** Lines are 1-based and inclusive, of the file as it was committed. */
  blame(path: string, first: number, last: number): Promise<string>;
  /** Message and changed files; with a path, the change there. */
  show(commit: string, path: string | null): Promise<string>;
}

/**
 * One attempt's own copy of the user's working tree (HEAD plus uncommitted work), with its own git directory.
 * Writing here never touches the user's tree, index, stash or configuration.
 */
export interface AttemptTree extends AsyncDisposable {
  readonly id: string;
  /** Absolute path of the tree. */
  readonly path: string;
  /** The user's HEAD when the attempt started. */
  readonly baseCommit: string | null;
  /** A hash of the tree's content when it was opened. */
  readonly opening: string;
  readonly lent: readonly Lent[];
  /** Paths that differ from that commit: the user's uncommitted changes. */
  readonly uncommitted: readonly string[];
  readonly history: History;
  /** Repository paths of all files, sorted. */
  files(): Promise<readonly string[]>;
  readText(path: string): Promise<string>;
  readBytes(path: string): Promise<Uint8Array>;
  /** Creates or replaces a file. Refuses every path that the path resolver refuses. */
  writeBytes(path: string, content: Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
  /** All edits or none. Offsets refer to the texts before the call. */
  apply(edits: readonly TextEdit[]): Promise<void>;
  /** Applies a unified diff, all of it or nothing. Throws `bad_input` if it does not apply. */
  applyPatch(patch: string): Promise<void>;
  /** Makes the current content the restore point. */
  setRestorePoint(): Promise<void>;
  /** Restores the last restore point (the opening state if there is none): contents, modes and deletions. */
  restore(): Promise<void>;
  /** Unified diffs from each of the last commits to the opening state, newest commit first, of files that existed before. */
  recentDiffs(): Promise<readonly string[]>;
  /** The difference from the opening state. */
  changes(): Promise<ChangeSet>;
  /** Removes tree and git directory. Idempotent. */
  close(): Promise<void>;
}

export interface AttemptOptions {
  /** Stops the copying; closing then returns immediately, and the copy is removed in the background. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the content of each file up to 256 KiB while it is copied. The bytes are valid until it returns. */
  readonly onContent?: ((path: string, bytes: Uint8Array) => void) | undefined;
}

export interface LandRequest {
  readonly change: ChangeSet;
  readonly message: string;
  readonly traceId: string;
  /** Identifies the backup that `rollback` restores. */
  readonly landingId: string;
  /** Default: the current branch. */
  readonly to?: LandTarget;
  /** When it was approved, for the date of the commit, so that the same landing elsewhere produces the same commit. */
  readonly at?: string;
  /**
   * Land even if the user has uncommitted edits elsewhere in a changed file; a person has approved this. The
   * commit gets the change alone, and those edits stay uncommitted.
   */
  readonly allowOwnEdits?: boolean;
}

export type LandTarget =
  | { readonly kind: "current-branch" }
  /**
   * A new branch on top of HEAD; the user's tree and index stay unchanged. If the name is taken, a timestamp
   * is appended.
   */
  | { readonly kind: "branch"; readonly branch: string }
  /**
   * The same, and pushes the branch. Reuses an existing branch with our commit for this trace: nothing is
   * pushed twice.
   */
  | { readonly kind: "pushed-branch"; readonly branch: string; readonly remote?: string }
  /** The same, and opens a pull request for the pushed branch. */
  | {
      readonly kind: "pull-request";
      readonly branch: string;
      readonly title: string;
      readonly body: string;
      /** Default: `origin`. */
      readonly remote?: string;
      /** Default: the user's current branch. */
      readonly base?: string;
      readonly draft?: boolean;
    };

export type Landing =
  | {
      readonly status: "landed";
      readonly commit: string;
      readonly branch: string | null;
      /** URL of the pull request, if one was requested. */
      readonly pullRequest?: string;
      /** Files the user has edited elsewhere since the change was made; the tests ran without those edits. */
      readonly editedSince?: readonly string[];
    }
  /** The user has edited something that the change touches; nothing was written. */
  | { readonly status: "conflict"; readonly paths: readonly string[]; readonly why: string };

export interface PushRequest extends Pick<LandRequest, "change" | "message" | "traceId"> {
  readonly branch: string;
  /**
   * `own`: our own branch, where a newer proposal replaces an older one. `onto`: another commit on an existing
   * branch, which must be at HEAD.
   */
  readonly mode: "own" | "onto";
  /** Default: `origin`. */
  readonly remote?: string;
}

export type PushedChange =
  /** `unchanged`: the remote already has the same change on the same commit. */
  | { readonly status: "pushed" | "unchanged"; readonly commit: string; readonly branch: string }
  /** Nothing was pushed. */
  | { readonly status: "conflict"; readonly why: string };

export type Rollback =
  | { readonly status: "restored"; readonly commit: string | null; readonly files: readonly string[] }
  | { readonly status: "already_restored" }
  | {
      readonly status: "refused";
      readonly files: readonly { readonly path: string; readonly why: string }[];
    };

/** `isShared`: a remote branch also has it, according to this clone. */
export interface CommitFacts {
  readonly commit: string;
  readonly parents: readonly string[];
  readonly message: string;
}

/** `backward`: the diff that reverts the commit. `checked-out`: with the line endings of the user's files. */
export interface CommitLook {
  readonly direction: "forward" | "backward";
  readonly lineEnds: "stored" | "checked-out";
}

/** Texts under `refs/agentforge/` in the user's repository: git keeps them, and they can be pushed and fetched. */
export interface References {
  read(name: string): Promise<string | null>;
  /**
   * Replaces the text, durably. `change` gets the current one and returns the next, or null to leave it; it
   * is called again if another process was faster.
   */
  update(name: string, change: (present: string | null) => string | null): Promise<void>;
  /** Pushes one to a remote, by default `origin`, never by force. */
  push(name: string, remote?: string): Promise<void>;
  /** All texts directly below a folder, by name. */
  readAll(folder: string): Promise<ReadonlyMap<string, string>>;
}

/** One file a person has edited; null if they removed it. */
export interface PersonEdit {
  readonly path: string;
  readonly content: Uint8Array | null;
}

/** A tree for a person to edit; it outlives the process. */
export interface EditFolder {
  readonly path: string;
  /**
   * Creates a copy of the user's tree with the change applied. `kept`: the folder already exists, with edits,
   * and was left alone.
   */
  open(change: ChangeSet): Promise<"opened" | "kept">;
  /** The change that was opened for editing; null if none is. */
  diffHash(): Promise<string | null>;
  /** The person's edits. */
  edits(): Promise<readonly PersonEdit[]>;
  clear(): Promise<void>;
}

/** How a landing's commit differs from one made by the user's own git. */
export interface CommitPractice {
  readonly signing:
    | { readonly status: "not_asked" }
    | { readonly status: "signed"; readonly with: string }
    /** Git is set up to sign commits, but the user's settings tell AgentForge not to. */
    | { readonly status: "unsigned" }
    /** The problem that blocks every landing until it is fixed. */
    | { readonly status: "refused"; readonly why: string };
  /** The user's hooks that `git commit` would run; a landing runs none. */
  readonly hooks: readonly string[];
  readonly coAuthor: string | null;
}

export interface Workspace {
  /** Absolute path of the top of the user's repository. */
  readonly root: string;
  readonly references: References;
  state(): Promise<RepositoryState>;
  /** The user's git identity; null if not configured. */
  identity(): Promise<{ readonly name: string; readonly email: string } | null>;
  /** Whether git tracks this path, so that it may have come with the repository. */
  tracks(path: string): Promise<boolean>;
  /** The untracked files among these that git ignores. */
  ignored(paths: readonly string[]): Promise<readonly string[]>;
  /** The URL of `origin`; null if the repository has none. */
  origin(): Promise<string | null>;
  openAttempt(id: string, options?: AttemptOptions): Promise<AttemptTree>;
  /** The same for a commit, without uncommitted changes; lent folders come from the user's tree. */
  openCommit(id: string, commit: string): Promise<AttemptTree>;
  /** Commits on HEAD and the local branches whose message contains `text`, newest first. */
  commitsSaying(text: string): Promise<readonly (CommitFacts & { readonly isShared: boolean })[]>;
  /** The bytes of a file with this hash in any commit on HEAD or a local branch; null if none has it. */
  readCommitted(path: string, sha256: string): Promise<Uint8Array | null>;
  /** The hash of a commit's diff, as a review would compute it. */
  diffHashOf(commit: string, look: CommitLook): Promise<string>;
  /** The paths that differ between a commit and its first parent. */
  changedIn(commit: CommitFacts): Promise<readonly string[]>;
  /** How many other working trees the repository has, each with its own state. */
  countOtherTrees(): Promise<number>;
  editFolder(name: string): EditFolder;
  /**
   * Resolves `HEAD`, a branch, a tag, or a full or abbreviated hash, optionally followed by `~` and `^`; null
   * if not found.
   */
  findCommit(name: string): Promise<CommitFacts | null>;
  /** Paths that differ between HEAD and its merge base with `name`; null if there is no such commit. */
  changedSince(name: string): Promise<readonly string[] | null>;
  commitPractice(): Promise<CommitPractice>;
  land(request: LandRequest): Promise<Landing>;
  /** Pushes a change as a commit on top of HEAD, and leaves everything local unchanged. */
  pushChange(request: PushRequest): Promise<PushedChange>;
  rollback(landingId: string): Promise<Rollback>;
  /**
   * Finishes or undoes interrupted landings and removes leftovers of dead attempts. Returns a list of what it
   * did.
   */
  recover(): Promise<readonly string[]>;
}
