import type { z } from "zod";
import type { GuardedTool } from "../../domain/entities/guard-event.ts";
import type { ToolCategory } from "../../domain/entities/tool.ts";
import type { ToolPorts } from "../../domain/ports/tool-ports.ts";

/** JSON, as a brain receives it. */
export type Output = z.core.util.JSONType;

export interface ToolAnswer {
  readonly output: Output;
  /** The brain is done: the loop ends with this action. */
  readonly ends?: "complete" | "escalate" | "cannot_fix";
  /** The actual test results, for the verification guard. */
  readonly tests?: {
    readonly status: "passed" | "failed" | "no_tests" | "timed_out" | "could_not_run";
    readonly passed: number;
    readonly failed: number;
    /** Only a subset of the tests was requested. */
    readonly selected?: true;
  };
  readonly exitCode?: number | null;
}

interface ToolExample<Input> {
  readonly title: string;
  readonly input: Input;
}

/**
 * An action a brain may take. `run` may throw: the caller turns any throw into an error the brain can act on.
 * It uses nothing but the `toolPorts` it is given.
 */
export interface Tool<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly effect: ToolCategory;
  readonly input: Schema;
  readonly examples: readonly ToolExample<z.input<Schema>>[];
  /** How guards see the call. */
  guarded(input: z.output<Schema>): GuardedTool;
  run(input: z.output<Schema>, toolPorts: ToolPorts, signal: AbortSignal): Promise<ToolAnswer>;
}

/** Infers the schema's type inside a tool definition, and erases it for the list of tools. */
export function defineTool<Schema extends z.ZodType>(tool: Tool<Schema>): Tool {
  return tool as unknown as Tool;
}

/** An error for a brain: what to change so that the next call works. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
}
