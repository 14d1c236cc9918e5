import type { Environment, ProcessRedactor } from "../../app.ts";
import type { Activity } from "../../domain/ports/journal.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { Paint, Progress } from "./terminal.ts";

/** What a command receives in addition to its own arguments and options. */
export interface CommandContext {
  readonly cwd: string;
  readonly json: boolean;
  readonly verbose: boolean;
  /** The user passed `--unsafe-no-sandbox`. */
  readonly unsafe: boolean;
  readonly environment: Environment;
  /** Everything the process prints or stores goes through it. */
  readonly redactor: ProcessRedactor;
  readonly paint: Paint;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Prints a description of work that had to be postponed. */
  readonly warn: (message: string) => void;
  /** Notes a decision that is already stored, so that a later error does not hide it. */
  readonly recorded: (decision: Activity) => void;
}

/** The result of a command: `text` for people, `data` for `--json`. The caller prints it. */
export interface CommandResult {
  readonly exitCode: ExitCode;
  readonly text: string;
  readonly data: unknown;
  /** The command runs until it is stopped, so a signal does not change the exit code. */
  readonly endsWhenTold?: boolean;
}
