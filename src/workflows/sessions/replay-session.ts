import type { StepResult } from "../../domain/entities/session.ts";
import type { ToolCall, ToolResult } from "../../domain/entities/tool.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import { type Difference, firstDifference } from "../../domain/rules/records/difference.ts";
import type { Ports } from "../ports.ts";
import { findSession } from "./find-session.ts";

/** A fresh copy with its tools, and the digest of its initial content. */
export interface ReplayCopy extends AsyncDisposable {
  readonly base: { readonly commit: string | null; readonly digest: string };
  call(call: ToolCall, signal: AbortSignal): Promise<ToolResult>;
  /** Restores the initial content. */
  restore(): Promise<void>;
}

export interface ReplayedCall {
  /** Counted from 1. */
  readonly step: number;
  readonly tool: string;
  /** `skipped`: it sends messages to people, so it is not repeated. */
  readonly status: "same" | "different" | "skipped";
  readonly difference: Difference | null;
}

export interface Replay {
  readonly status: "same" | "different";
  readonly sessionId: string;
  readonly calls: readonly ReplayedCall[];
}

/** Tools whose effect leaves the copy. */
const TO_PEOPLE = ["escalate", "cannot_fix", "report_diagnosis", "submit_plan", "decline_plan"];

/** Repeats a model's tool calls one by one, without asking the model, and compares the results. */
export async function replaySession(
  ports: Pick<Ports, "newTraceId" | "sessions">,
  sessionId: string,
  openCopy: (traceId: string) => Promise<ReplayCopy>,
  signal: AbortSignal,
  onStep: (step: number, of: number) => void,
): Promise<Replay> {
  await findSession(ports, sessionId);
  const context = await ports.sessions.loadContext(sessionId);
  const steps = await ports.sessions.history(sessionId);
  const digest = context?.memory_context.base_digest;
  if (!context || typeof digest !== "string") {
    throw new AgentForgeError("unsupported", `${sessionId} made no tool calls that could be repeated`, {
      hint: "Only model sessions can be replayed. To repeat a search, run agentforge repair.",
    });
  }
  await using copy = await openCopy(ports.newTraceId());
  if (copy.base.digest !== digest) {
    throw new AgentForgeError("stale", "the code has changed since the session was recorded", {
      hint: `It started at commit ${context.memory_context.base_commit ?? "(none)"}; check that out, without other changes, and replay again.`,
    });
  }
  const calls: ReplayedCall[] = [];
  for (const [index, step] of steps.entries()) {
    onStep(index + 1, steps.length);
    if (step.action?.metadata.restored === true) await copy.restore();
    calls.push(...(await replayStep(copy, step, index + 1, signal)));
  }
  const status = calls.some((call) => call.status === "different") ? "different" : "same";
  return { status, sessionId, calls };
}

async function replayStep(
  copy: ReplayCopy,
  step: StepResult,
  number: number,
  signal: AbortSignal,
): Promise<ReplayedCall[]> {
  const replayed: ReplayedCall[] = [];
  for (const [index, call] of (step.action?.tool_calls ?? []).entries()) {
    const recorded = step.tool_results[index];
    const about = { step: number, tool: call.name };
    if (!recorded || TO_PEOPLE.includes(call.name) || neverRan(recorded)) {
      replayed.push({ ...about, status: "skipped", difference: null });
      continue;
    }
    signal.throwIfAborted();
    const now = await copy.call(call, signal);
    const difference = firstDifference(essence(recorded), essence(now));
    replayed.push({ ...about, status: difference ? "different" : "same", difference });
  }
  return replayed;
}

/** Calls that the loop itself answered: the model's arguments were not JSON, or the work had ended. */
function neverRan({ error }: ToolResult): boolean {
  return /^(?:not (?:run|repeated): |the parameters of \S+ are not a JSON object)/.test(error ?? "");
}

/** Removes what differs between two equal runs: the path of the copy, and durations. */
function essence({ success, output, error }: ToolResult): unknown {
  const text = JSON.stringify({ success, output, error })
    .replace(/[^\s"'(\\]*\.agentforge\/attempts\/[^/\s"'\\]+/g, "<copy>")
    .replace(/\d+(?:\.\d+)?\s?(?:ms|s)\b/g, "<time>")
    .replace(/"duration_(?:ms|seconds)":[\d.]+/g, '"duration":0');
  return JSON.parse(text);
}
