/**
 * Events around a brain, in the same form for every host: our own loop, Claude Code, any MCP client. Plain
 * types without a schema, because the hook that reads them must start in a few milliseconds.
 */
export type GuardEvent = GuardEventBase &
  (
    | { readonly event: "start"; readonly source: StartSource; readonly tools?: readonly string[] }
    | { readonly event: "before_tool"; readonly tool: GuardedTool }
    | { readonly event: "after_tool"; readonly tool: GuardedTool; readonly result: ToolOutcome }
    | { readonly event: "tool_failed"; readonly tool: GuardedTool; readonly result: ToolOutcome }
    /** All calls of one step, including those that were refused before any other event could fire. */
    | {
        readonly event: "batch";
        readonly calls: readonly { readonly tool: GuardedTool; readonly error: string | null }[];
      }
    | {
        readonly event: "stop";
        readonly continued: boolean;
        /** Running commands that are expected to end; servers are not included. */
        readonly background?: number;
      }
    | { readonly event: "compact"; readonly trigger: "manual" | "auto" }
    | { readonly event: "end"; readonly reason: string }
  );

export type StartSource = "startup" | "resume" | "clear" | "compact";

export interface GuardEventBase {
  readonly session_id: string;
  /** Set inside a subagent. */
  readonly agent_id?: string;
  /** ISO 8601; hosts have clocks, guards do not. */
  readonly at: string;
  /** Absolute path of the repository. */
  readonly root: string;
  /** Absolute path of the folder in which a command would start. */
  readonly cwd: string;
  /** The current task, if the host knows it. */
  readonly task?: string;
  /** Usage since the last event. */
  readonly usage?: { readonly tokens?: number; readonly cost_usd?: number };
  /** Whether a person is available to answer a question. */
  readonly attended?: boolean;
  /** The session's changes to existing tests, as sentences, if the host compared them. */
  readonly weakened_tests?: readonly string[];
}

/** A tool call in host-independent terms. */
export type GuardedTool =
  | { readonly kind: "read"; readonly name: string; readonly paths: readonly string[] }
  | { readonly kind: "write"; readonly name: string; readonly paths: readonly string[] }
  /** A command line for a shell. */
  | { readonly kind: "shell"; readonly name: string; readonly command: string }
  /** An argument vector; no shell reads it. */
  | { readonly kind: "execute"; readonly name: string; readonly argv: readonly string[] }
  | { readonly kind: "other"; readonly name: string; readonly paths?: readonly string[] };

export interface ToolOutcome {
  /** Null if the tool has none. */
  readonly exit_code: number | null;
  readonly output: string;
  /** False for a command that continues in the background: it proves nothing yet. */
  readonly finished?: false;
  /** Set by tools that ran tests themselves and know the result. */
  readonly tests?: {
    readonly status: "passed" | "failed" | "no_tests" | "timed_out" | "could_not_run";
    readonly passed: number;
    readonly failed: number;
    /** Only some of the tests were run: they cannot vouch for the rest. */
    readonly selected?: true;
  };
}

export type Effect = "allow" | "deny" | "ask";

/** The origin of the rule: built in, the user, the repository, or a person's allowance. */
export type Layer = "built-in" | "user" | "repository" | "session";

/** One guard's decision about one event: journaled, and shown to the brain. */
export interface GuardDecision {
  readonly effect: Effect;
  readonly reason: string;
  /** The rule that decided: a built-in one, such as `outside`, or the id of a rule in `harness.json`. */
  readonly rule: string;
  readonly guard: string;
  /** Default: built in. */
  readonly layer?: Layer;
  /** A question that became a denial because nobody could be asked. */
  readonly unattended?: true;
}

/** Something to tell the brain without stopping it. */
export interface GuardNote {
  readonly guard: string;
  readonly kind: "context" | "warning";
  readonly text: string;
}
