import type { Effect } from "../../domain/entities/guard-event.ts";
import type { GuardAnswer } from "./guard.ts";

export function deny(rule: string, reason: string, setting?: string): GuardAnswer {
  return { decision: { effect: "deny", rule, reason, ...(setting !== undefined && { setting }) } };
}

export function ask(rule: string, reason: string): GuardAnswer {
  return { decision: { effect: "ask", rule, reason } };
}

export function warn(...texts: readonly string[]): GuardAnswer {
  return { notes: texts.map((text) => ({ kind: "warning", text })) };
}

/** Facts for the brain. */
export function inform(text: string): GuardAnswer {
  return { notes: [{ kind: "context", text }] };
}

/** The first denial, otherwise the first question, otherwise the first of all. */
export function strictest<T extends { readonly effect: Effect }>(found: readonly T[]): T | undefined {
  const first = (wanted: Effect) => found.find(({ effect }) => effect === wanted);
  return first("deny") ?? first("ask") ?? found[0];
}

/** The strictest answer about any of them. */
export function judgeAll<T>(items: readonly T[], judge: (item: T) => GuardAnswer | null): GuardAnswer | null {
  const decision = strictest(items.flatMap((item) => judge(item)?.decision ?? []));
  return decision ? { decision } : null;
}
