import type { Environment, ProcessRedactor } from "../../app.ts";
import type { Activity } from "../../domain/ports/journal.ts";
import type { Paint, Progress } from "./terminal.ts";

/** What a command is given beside its own arguments and options. */
export interface CommandContext {
  readonly cwd: string;
  readonly json: boolean;
  readonly verbose: boolean;
  /** The person said `--unsafe-no-sandbox`. */
  readonly unsafe: boolean;
  readonly environment: Environment;
  /** What the process prints and keeps goes through it. */
  readonly redactor: ProcessRedactor;
  readonly paint: Paint;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Prints what could not be done now and will be done later. */
  readonly warn: (message: string) => void;
  /** Notes what a person decided and is durable, so that an error afterwards does not hide it. */
  readonly recorded: (decision: Activity) => void;
}

/** 0 done, 1 findings or declined, 2 could not run. */
type ExitCode = 0 | 1 | 2;

/** What a command has to say: `text` for people, `data` for `--json`. Printing is the caller's. */
export interface CommandResult {
  readonly exitCode: ExitCode;
  readonly text: string;
  readonly data: unknown;
  /** Being told to stop is how it ends, so the exit code stands. */
  readonly endsWhenTold?: boolean;
}
