/**
 * Why a command was stopped before it ended. `timeout`: it exceeded the time limit. `silence`: it used the
 * CPU without output for too long. `stall`: no output for too long, busy or not.
 */
export type KilledBy =
  | "timeout"
  | "silence"
  | "stall"
  | "memory"
  | "processes"
  | "disk"
  | "cpu"
  | "output"
  | "abort";

export interface Limits {
  readonly timeoutMs: number;
  /**
   * Limit for CPU work without output, such as an endless loop. A command that waits silently may continue.
   * Before its first output, when it is loading or compiling, a command has three times as long.
   */
  readonly silentMs: number;
  /** Limit for time without output, whether the command is busy or waiting. */
  readonly stalledMs: number;
  readonly memoryMb: number;
  readonly processes: number;
  readonly diskMb: number;
  /** Limit for stdout and stderr together; anything beyond it is dropped without blocking the child. */
  readonly outputBytes: number;
}

/** The user and paths a command sees. Two runs that must agree get different identities. */
export interface Identity {
  readonly user: string;
  readonly host: string;
  /** Absolute path of a private, empty folder inside. */
  readonly home: string;
  /** Absolute path at which the tree is visible; in the command's output it is translated back. */
  readonly folder: string;
  /** Name of a time zone, such as `Asia/Tokyo`. */
  readonly timeZone: string;
}

/** An argument vector and the tree it runs on. Nothing here is ever interpreted by a shell. */
export interface Command {
  readonly argv: readonly [string, ...string[]];
  /** Absolute path of the tree. The command sees it at the same path; every write to it is discarded. */
  readonly tree: string;
  /** Folder to start in, relative to the tree. */
  readonly cwd?: string;
  /**
   * Folders that git ignores but tests need (`node_modules`, virtualenvs): absolute source on the host, shown
   * at `tree/at` under a throwaway overlay, or read-only if there is none (Docker, old kernels).
   */
  readonly lent?: readonly Lent[];
  /** Files written into the throwaway copy of the tree before the command starts. */
  readonly files?: readonly { readonly path: string; readonly text: string }[];
  /**
   * Additional host paths shown read-only at the same path (toolchains a test needs, our own runner scripts).
   */
  readonly readable?: readonly string[];
  readonly limits?: Partial<Limits>;
  /** It builds before it prints anything: `silentMs` counts from its first output. */
  readonly speaksLate?: boolean;
  /** Whether it builds, and so gets the compiler caches; derived from the program and its arguments if absent. */
  readonly builds?: boolean;
  /** `none` still has a private loopback. */
  readonly network?: "none" | "host";
  readonly env?: Readonly<Record<string, string>>;
  /** Absolute folders to put at the front of the command's search path. */
  readonly pathFirst?: readonly string[];
  /** Default: the standard one. */
  readonly identity?: Identity;
  readonly stdin?: string;
  /**
   * Names of plain files the command may leave in the folder whose path it finds in `AGENTFORGE_ARTIFACTS`;
   * they are read back, without following links, into `Execution.artifacts`. A command with an `identity` does not
   * get that variable; in its arguments `{artifacts}` stands for the path.
   */
  readonly artifacts?: readonly string[];
  /**
   * Absolute path of an empty folder on the host. Once the command has ended with exit code 0, it gets a copy of what
   * the command added to the tree: new files, folders and links, not changes to what existed. Not with `docker`.
   */
  readonly addedTo?: string;
  readonly signal?: AbortSignal;
}

export interface Lent {
  readonly source: string;
  readonly at: string;
  /** These are the user's own files, not dependencies: a backend that cannot write-protect them copies them. */
  readonly isOwn?: boolean;
}

/** One shape for success and failure. A command that fails, is killed or times out is a result, not an error. */
export interface Execution {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
  /** Ended by a time limit: `timeout`, `silence` or `stall`. */
  readonly timedOut: boolean;
  readonly killedBy: KilledBy | null;
  readonly outputTruncated: boolean;
  readonly peakMemoryMb: number | null;
  readonly cpuTimeMs: number | null;
  /** The longest time without output; absent if it was not measured. */
  readonly longestSilenceMs?: number;
  readonly artifacts: Readonly<Record<string, Uint8Array>>;
}

/** A command that continues while the caller talks to it: warm workers that run candidates. */
export interface SandboxProcess {
  readonly stdin: { write(chunk: string): void; end(): void };
  /** Lines of stdout; `limits.outputBytes` limits their total size. */
  readonly lines: AsyncIterable<string>;
  /** Ends the whole process tree. Idempotent. */
  kill(): Promise<void>;
  readonly done: Promise<Execution>;
}

/** Runs hostile code harmlessly, or throws `no_sandbox` / `sandbox_failed` without having run anything. */
export interface Sandbox {
  readonly id: "bubblewrap" | "namespaces" | "docker" | "subprocess";
  execute(command: Command): Promise<Execution>;
  start(command: Command): Promise<SandboxProcess>;
}
