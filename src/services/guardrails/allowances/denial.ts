import type { GuardDecision, GuardEvent, GuardedTool } from "../../../domain/entities/guard-event.ts";
import { sha256 } from "../../../domain/rules/records/sha256.ts";

export type ToolCall = Extract<GuardEvent, { event: "before_tool" }>;

/**
 * Guards whose objections a person can override for one call. The others enforce limits and state, not single calls.
 */
const OVERRULED = new Set(["file_protection", "path_sandbox", "command_policy"]);
const NEVER = new Set(["self_approval", "guard_failed"]);

/**
 * A key for exactly this denial: this repository, this command in this folder or these files, and these objections.
 * Null for a denial that nobody can override.
 */
export function denialKey(event: ToolCall, objections: readonly GuardDecision[]): string | null {
  if (objections.length === 0) return null;
  if (objections.some(({ guard, rule }) => !OVERRULED.has(guard) || NEVER.has(rule))) return null;
  const rules = objections.map(({ guard, rule }) => `${guard}:${rule}`).sort();
  return sha256(JSON.stringify([event.root, ...subjectOf(event.tool, event.cwd), rules]));
}

export function denialId(key: string): string {
  return `D-${key.slice(0, 8)}`;
}

/** How the call is shown to a person. */
export function describeTool(tool: GuardedTool): string {
  if (tool.kind === "shell") return tool.command;
  if (tool.kind === "execute") return tool.argv.join(" ");
  return `${tool.kind === "other" ? tool.name : tool.kind} ${(tool.paths ?? []).join(", ")}`.trim();
}

function subjectOf(tool: GuardedTool, cwd: string): readonly unknown[] {
  if (tool.kind === "shell") return ["shell", cwd, tool.command];
  if (tool.kind === "execute") return ["execute", cwd, tool.argv];
  return [tool.kind, tool.kind === "other" ? tool.name : "", tool.paths ?? []];
}
