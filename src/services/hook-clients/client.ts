import type { GuardDecision, GuardEvent, GuardNote } from "../../domain/entities/guard-event.ts";

export type Json = Readonly<Record<string, unknown>>;

/** When and where an event happened. */
export interface EventPlace {
  readonly at: string;
  readonly root: string;
  readonly cwd: string;
}

/** The guards' decision, and how to mask the secrets they found. */
export interface Judgement {
  readonly decision: GuardDecision;
  readonly notes: readonly GuardNote[];
  /** The tool's output contains secrets, so what the brain sees must be replaced. */
  readonly masked: string | null;
  readonly mask: (text: string) => string;
}

/** What a client reads from a hook. */
export interface HookAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: 0 | 2;
}

/** The neutral name of each event that a client reports. */
export type EventTable = Readonly<Record<string, GuardEvent["event"]>>;

/**
 * One agent's hook format: its payload as a neutral event, and our decision in its format. Pure; `fields` and
 * `read` may throw `MalformedPayload` and nothing else.
 */
export interface HookClient {
  readonly id: string;
  readonly events: EventTable;
  /** The client starts its hooks in the project folder, and does not name that folder anywhere else. */
  readonly startsInProject?: true;
  /**
   * The payload with Claude Code's field names, for a client with its own names; `project_folder` if it names the
   * folder it was started in.
   */
  fields?(payload: Json): Json;
  /** Null for events that no guard watches. */
  read(payload: Json, place: EventPlace): GuardEvent | null;
  answer(payload: Json, event: GuardEvent, judgement: Judgement): HookAnswer;
  /** How to refuse when a gate failed, for a client that does not show the reason with exit code 2. */
  refuse?(eventName: string | null, reason: string): HookAnswer;
  /** A message from an observer to the person, for a client that does not read `systemMessage`. */
  remark?(text: string): HookAnswer;
}

export const QUIET: HookAnswer = { stdout: "", stderr: "", exitCode: 0 };

/** The payload does not have the client's documented form. If the event is a gate, it is then refused. */
export class MalformedPayload extends Error {}

export function say(answer: Json): HookAnswer {
  return { ...QUIET, stdout: `${JSON.stringify(answer)}\n` };
}

export function complain(text: string, exitCode: HookAnswer["exitCode"] = 0): HookAnswer {
  return { stdout: "", stderr: `${text}\n`, exitCode };
}

/** Whether this event can still prevent a tool call or a stop. */
export function isGate({ events }: Pick<HookClient, "events">, eventName: string): boolean {
  const event = Object.hasOwn(events, eventName) ? events[eventName] : undefined;
  return event === "before_tool" || event === "stop";
}
