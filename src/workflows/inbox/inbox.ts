import { AgentForgeError } from "../../domain/errors.ts";

export const WAITING_KINDS = ["review", "plan", "escalation", "violation", "session", "file"] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** Something that waits for a person. */
export interface Waiting {
  readonly kind: WaitingKind;
  readonly id: string;
  /** ISO 8601. */
  readonly since: string;
  /** One line. */
  readonly title: string;
  /** Commands to type, without the program's name; the first is the most common. */
  readonly next: readonly string[];
}

/** Lists one kind of pending item. Read-only. */
export interface InboxSection {
  waiting(): Promise<readonly Waiting[]>;
}

export interface Inbox {
  /** Oldest first. */
  readonly waiting: readonly Waiting[];
  /** Why a section could not be read, as sentences. */
  readonly troubles: readonly string[];
}

/** All pending items of every kind. A section that cannot be read does not hide the others. */
export async function readInbox(sections: readonly InboxSection[]): Promise<Inbox> {
  const waiting: Waiting[] = [];
  const troubles: string[] = [];
  for (const section of sections) {
    try {
      waiting.push(...(await section.waiting()));
    } catch (error) {
      if (!(error instanceof AgentForgeError)) throw error;
      troubles.push(error.message);
    }
  }
  waiting.sort((left, right) => timeOf(left) - timeOf(right) || (left.id < right.id ? -1 : 1));
  return { waiting, troubles };
}

function timeOf({ since }: Waiting): number {
  return Date.parse(since) || 0;
}
