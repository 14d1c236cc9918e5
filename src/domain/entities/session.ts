import { z } from "zod";
import { Metadata, Timestamp, TraceId } from "./common.ts";
import { ToolCall, ToolResult } from "./tool.ts";

export const ActionType = z.enum(["tool_call", "respond", "complete", "escalate", "cannot_fix"]);
export type ActionType = z.infer<typeof ActionType>;

export const AgentAction = z.object({
  action_type: ActionType,
  reasoning: z.string().default(""),
  tool_calls: z.array(ToolCall).default([]),
  response: z.string().nullable().default(null),
  metadata: Metadata.default({}),
});
export type AgentAction = z.infer<typeof AgentAction>;

export const ConversationMessage = z.object({
  role: z.enum(["system", "user", "assistant", "tool"]),
  content: z.string(),
  timestamp: Timestamp,
  tool_calls: z.array(ToolCall).nullable().default(null),
  tool_results: z.array(ToolResult).nullable().default(null),
  /** Data that the model's provider expects back unchanged, such as signed reasoning. */
  opaque: z.object({ model: z.string(), content: z.string() }).optional(),
});
export type ConversationMessage = z.infer<typeof ConversationMessage>;

/** A brain's state when it decides: saved as a whole, next to the append-only step history. */
export const ExecutionContext = z.object({
  session_id: z.string().min(1),
  task_description: z.string(),
  current_phase: z.string(),
  available_tools: z.array(z.string()),
  conversation_history: z.array(ConversationMessage).default([]),
  memory_context: Metadata.default({}),
  iteration: z.int().nonnegative().default(0),
  tokens_used: z.int().nonnegative().default(0),
  token_budget: z.int().nonnegative().default(100_000),
});
export type ExecutionContext = z.infer<typeof ExecutionContext>;

/** One decision and the results of its tool calls. */
export const StepResult = z.object({
  success: z.boolean(),
  action: AgentAction.nullable().default(null),
  tool_results: z.array(ToolResult).default([]),
  tokens_used: z.int().nonnegative().default(0),
  duration_seconds: z.number().nonnegative().default(0),
  error: z.string().nullable().default(null),
  should_continue: z.boolean().default(true),
});
export type StepResult = z.infer<typeof StepResult>;

/** A decision with unfinished calls, and the results of the finished ones, in order. */
export const UnderWay = z.object({ action: AgentAction, results: z.array(ToolResult) });
export type UnderWay = z.infer<typeof UnderWay>;

export const SessionStatus = z.enum(["running", "completed", "failed", "interrupted"]);
export type SessionStatus = z.infer<typeof SessionStatus>;

/** The persisted run of a brain inside an attempt. */
export const Session = z.object({
  session_id: z.string().min(1),
  trace_id: TraceId,
  attempt_id: z.string().nullable().default(null),
  brain: z.enum(["search", "llm", "hybrid"]),
  task_description: z.string(),
  status: SessionStatus,
  started_at: Timestamp,
  ended_at: Timestamp.nullable().default(null),
  /** The process that runs it, with its start time, to tell a dead owner from a recycled pid. */
  owner: z.string(),
  outcome: z.string().nullable().default(null),
});
export type Session = z.infer<typeof Session>;
