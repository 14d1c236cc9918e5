export type ErrorCode =
  | "not_a_repository"
  | "no_commits"
  | "no_tests"
  | "tests_cannot_run"
  | "no_sandbox"
  | "sandbox_failed"
  | "bad_config"
  | "bad_input"
  | "not_found"
  | "read_only"
  | "path_refused"
  | "git_failed"
  | "remote_failed"
  | "conflict"
  | "stale"
  | "state_damaged"
  | "disk_full"
  | "busy"
  | "nothing_to_commit"
  | "no_model"
  | "unsupported";

/**
 * Something a person must fix. Thrown anywhere, caught once, in the host, which prints the message and the
 * hint and exits with 2. Results of the work (tests failed, candidate rejected, budget spent) are values,
 * never this error.
 */
export class AgentForgeError extends Error {
  readonly code: ErrorCode;
  /** What the person can do next, as a sentence or a command. */
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AgentForgeError";
    this.code = code;
    this.hint = options.hint;
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What went wrong and what to do next, in one line. */
export function messageWithHint(error: unknown): string {
  if (!(error instanceof AgentForgeError)) return messageOf(error);
  return withHint(error.message, error.hint);
}

/** The same for a reason that is not an error. */
export function withHint(why: string, hint: string | null | undefined): string {
  return hint ? `${why}${/[.!?]$/.test(why) ? "" : "."} ${hint}` : why;
}

const TRANSIENT: readonly ErrorCode[] = [
  ...(["no_sandbox", "sandbox_failed", "disk_full", "busy", "read_only", "stale", "state_damaged"] as const),
];
const TRANSIENT_SYSTEM = ["ENOSPC", "EDQUOT", "EIO", "EROFS", "EMFILE", "ENFILE", "ENOMEM"];

/** The machine failed, not the work: there is no result, and a retry may succeed. */
export function isTransient(error: unknown): boolean {
  if (error instanceof AgentForgeError) return TRANSIENT.includes(error.code) || isTransient(error.cause);
  return error instanceof Error && "code" in error && TRANSIENT_SYSTEM.includes(String(error.code));
}
