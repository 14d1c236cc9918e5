import type { Escalation } from "../entities/escalation.ts";
import type { TestResult } from "../entities/test-result.ts";
import type { ConformanceReader } from "./conformance.ts";
import type { Editor } from "./editing.ts";
import type { Execution } from "./sandbox.ts";
import type { CodeSearch } from "./search.ts";
import type { Selection } from "./testing.ts";
import type { AttemptTree } from "./workspace.ts";

/** A command that AgentForge or the user's own configuration outside the repository defines, such as `lint`. */
export interface CommandTemplate {
  readonly name: string;
  readonly description: string;
  /** `{paths}` stands for existing paths, which go after `--`. */
  readonly argv: readonly [string, ...string[]];
}

/** The commit a brain prepares; it lands only through a review. */
export interface Draft {
  readonly staged: readonly string[];
  readonly message: string | null;
}

/** Everything a tool may use: one attempt's tree and the services to inspect it. */
export interface ToolPorts {
  readonly traceId: string;
  readonly tree: Pick<
    AttemptTree,
    "path" | "files" | "readText" | "readBytes" | "writeBytes" | "remove" | "changes" | "history"
  >;
  readonly sha256: (bytes: Uint8Array) => string;
  readonly editor: Editor;
  readonly search: CodeSearch;
  /** Test files that the change can affect; null if it can affect all of them. Absent if all are run anyway. */
  readonly affectedTests?: () => Promise<readonly string[] | null>;
  readonly runTests: (selection: Selection, signal: AbortSignal) => Promise<TestResult>;
  /** Null if the repository has no contracts. */
  readonly conformance: ConformanceReader | null;
  readonly commands: {
    readonly templates: readonly CommandTemplate[];
    run(name: string, paths: readonly string[], signal: AbortSignal): Promise<Execution>;
    /** A command line for a shell inside the sandbox. Throws if nothing confines it. */
    shell(command: string, timeoutMs: number, signal: AbortSignal): Promise<Execution>;
  };
  readonly draft: { read(): Draft; stage(paths: readonly string[]): void; write(message: string): void };
  readonly escalate: (
    request: Pick<Escalation, "type" | "reason" | "constraints" | "alternatives" | "violation_id">,
  ) => Promise<string>;
}
