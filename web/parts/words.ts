import type { Risk } from "../../src/hosts/http/api/common.ts";
import type { WaitingKind } from "../../src/hosts/http/api/inbox.ts";
import type { Tone } from "./basics.tsx";

export const RISK_TONE: Readonly<Record<Risk, Tone>> = { low: "good", medium: "warn", high: "bad" };

export const KIND_NAME: Readonly<Record<WaitingKind, string>> = {
  review: "change",
  plan: "plan",
  escalation: "escalation",
  violation: "violation",
  session: "interrupted run",
  file: "edited file",
};

export const SEVERITIES = ["blocker", "critical", "major", "minor", "info"] as const;

export const SEVERITY_TONE: Readonly<Record<(typeof SEVERITIES)[number], Tone>> = {
  blocker: "bad",
  critical: "bad",
  major: "warn",
  minor: "neutral",
  info: "neutral",
};

const STATUS_TONE: Readonly<Record<string, Tone>> = {
  pending: "accent",
  running: "accent",
  stopping: "accent",
  active: "accent",
  review: "accent",
  approved: "good",
  landed: "good",
  completed: "good",
  done: "good",
  resolved: "good",
  intact: "good",
  rejected: "bad",
  failed: "bad",
  error: "bad",
  tampered: "bad",
  interrupted: "warn",
  stopped: "warn",
  incomplete: "warn",
  changes_requested: "warn",
  needs_revision: "warn",
  needs_reason: "warn",
  reopened: "warn",
  open: "warn",
};

export function toneOf(status: string): Tone {
  return Object.hasOwn(STATUS_TONE, status) ? (STATUS_TONE[status] ?? "neutral") : "neutral";
}

/** `changes_requested` as `changes requested`. */
export function spelled(status: string): string {
  return status.replaceAll("_", " ");
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

export function dollars(usd: number | null): string {
  if (usd === null) return "unknown";
  if (usd === 0) return "$0";
  return usd < 0.01 ? "< $0.01" : `$${usd.toFixed(2)}`;
}
