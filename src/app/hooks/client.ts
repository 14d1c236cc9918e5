import type { GuardDecision, GuardEvent, GuardNote } from "../../domain/entities/guard-event.ts";

export type Json = Readonly<Record<string, unknown>>;

/** When and where an event happened. */
export interface EventPlace {
  readonly at: string;
  readonly root: string;
  readonly cwd: string;
}

/** What the guards said, and how to mask the secrets they found. */
export interface Judgement {
  readonly decision: GuardDecision;
  readonly notes: readonly GuardNote[];
  /** The tool's output holds secrets: what the brain sees must be replaced. */
  readonly masked: string | null;
  readonly mask: (text: string) => string;
}

/** What a client reads from a hook. */
export interface HookAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: 0 | 2;
}

/**
 * One agent's hook format: its payload as a neutral event, and our judgement in its words. Pure; `read` may
 * throw `MalformedPayload` and nothing else.
 */
export interface HookClient {
  readonly id: string;
  /** Whether something would happen, or end, that this event can still prevent. */
  isGate(eventName: string): boolean;
  /** Null for what no guard watches. */
  read(payload: Json, place: EventPlace): GuardEvent | null;
  answer(payload: Json, event: GuardEvent, judgement: Judgement): HookAnswer;
}

export const QUIET: HookAnswer = { stdout: "", stderr: "", exitCode: 0 };

/** The payload is not what the client promises. What it gates is then refused. */
export class MalformedPayload extends Error {}

export function say(answer: Json): HookAnswer {
  return { ...QUIET, stdout: `${JSON.stringify(answer)}\n` };
}
