import { type FleetTask, TaskOutcome, type TaskStatus } from "../../domain/entities/fleet.ts";
import { AgentForgeError } from "../../domain/errors.ts";

/** What a change does to a task, and the event that records it. */
interface Changed {
  readonly to: Partial<FleetTask>;
  /** The event's name after `task.`. */
  readonly action: string;
  readonly actor?: "human" | "system";
  readonly metadata?: Record<string, string | number | null>;
  readonly deliverAgain?: boolean;
}

/** Null leaves the task unchanged; throws if a person must be told that it cannot be done. */
export type Move = (task: FleetTask) => Changed | null;

/** One delivery of a task to a worker. */
export interface Held {
  readonly token: number | null;
}

const OVER: readonly TaskStatus[] = ["done", "set_aside", "cancelled"];

export function started(by: { readonly worker: string; readonly token: number; readonly at: string }): Move {
  const { worker, token, at } = by;
  return (task) => {
    if (OVER.includes(task.status)) return null;
    const attempts = task.attempts + 1;
    return {
      to: { status: "running", worker, token, started_at: at, waits_for: null, attempts },
      action: "started",
      metadata: { worker, token, attempt: attempts },
    };
  };
}

export function finished({ token }: Held, outcome: TaskOutcome, at: string): Move {
  return (task) => {
    if (!isHeld(task, token)) throw overtaken(task);
    const { kind, text } = TaskOutcome.parse(outcome);
    return {
      to: { status: "done", outcome, ended_at: at, why: null, waits_for: null },
      action: "finished",
      metadata: { outcome: kind, text, worker: task.worker, token },
    };
  };
}

export function failed({ token }: Held, why: string): Move {
  return (task) =>
    isHeld(task, token)
      ? { to: { status: "queued", why }, action: "failed", metadata: { why, attempt: task.attempts } }
      : null;
}

export function setAside(why: string, at: string): Move {
  return (task) =>
    OVER.includes(task.status)
      ? null
      : {
          to: { status: "set_aside", ended_at: at, why, waits_for: null },
          action: "set_aside",
          metadata: { why },
        };
}

export function canceled(by: string, at: string): Move {
  return (task) => {
    if (OVER.includes(task.status)) throw alreadyOver(task, "canceled");
    const to = { status: "cancelled", ended_at: at, why: `canceled by ${by}`, waits_for: null } as const;
    return { to, action: "cancelled", actor: "human", metadata: { by } };
  };
}

export function retried(by: string): Move {
  return (task) => {
    if (task.status !== "set_aside" && task.status !== "cancelled") throw alreadyOver(task, "retried");
    const to = { status: "queued", attempts: 0, ended_at: null, worker: null, token: null } as const;
    return { to, action: "retried", actor: "human", metadata: { by }, deliverAgain: true };
  };
}

/** Its worker was stopped, which does not count as an attempt. */
export function givenBack({ token }: Held, why: string): Move {
  return (task) =>
    isHeld(task, token)
      ? {
          to: { status: "queued", why, attempts: task.attempts - 1 },
          action: "given_back",
          metadata: { why },
          deliverAgain: true,
        }
      : null;
}

/** It needs a newer worker. */
export function left(waits_for: string): Move {
  return (task) =>
    OVER.includes(task.status)
      ? null
      : { to: { status: "queued", waits_for }, action: "left", metadata: { waits_for }, deliverAgain: true };
}

/** It is held up by a fleet limit and will be delivered later. */
export function postponed({ token }: Held, waits_for: string): Move {
  return (task) =>
    isHeld(task, token)
      ? {
          to: { status: "queued", waits_for, attempts: task.attempts - 1 },
          action: "postponed",
          metadata: { waits_for },
          deliverAgain: true,
        }
      : null;
}

/** Its worker waits for a fleet limit, or continues if null. */
export function waiting({ token }: Held, waits_for: string | null): Move {
  return (task) =>
    isHeld(task, token)
      ? { to: { waits_for }, action: waits_for === null ? "continued" : "waits", metadata: { waits_for } }
      : null;
}

function isHeld(task: FleetTask, token: number | null): boolean {
  return task.status === "running" && task.token === token;
}

function overtaken({ task_id, status }: FleetTask): AgentForgeError {
  return new AgentForgeError("stale", `${task_id} is ${status} by now`, {
    hint: "Its result is discarded.",
  });
}

function alreadyOver({ task_id, status }: FleetTask, wanted: string): AgentForgeError {
  return new AgentForgeError("conflict", `${task_id} is ${status}, so it cannot be ${wanted}`, {
    hint: "Run `agentforge fleet status` to see all tasks.",
  });
}
