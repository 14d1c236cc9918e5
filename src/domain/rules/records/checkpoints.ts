import { z } from "zod";
import type { Actor } from "../../entities/activity.ts";
import { Sha256, Timestamp } from "../../entities/common.ts";

/** The journal's head at some point in time. */
export const Checkpoint = z.object({ seq: z.int().positive(), hash: Sha256, at: Timestamp });
export type Checkpoint = z.infer<typeof Checkpoint>;

export const checkpointReference = (journalId: string) => `journal/${journalId}`;

/** Checkpoints up to this number are all kept; older ones are thinned out. */
const MOST = 64;

/** Events that get a checkpoint without a person's decision: an approval by the gate, a landing, forged evidence. */
const DECISIONS: readonly string[] = [
  "review.approved",
  "review.rejected",
  "review.withdrawn",
  "review.landed",
  "execution.completed",
  "escalation.resolved",
  "evidence.forged",
];

/** A checkpoint follows every decision by a person and every landing. */
export function isDecision(activity: { readonly actor: Actor; readonly actionType: string }): boolean {
  return activity.actor === "human" || DECISIONS.includes(activity.actionType);
}

/** One JSON object per line. Entries are never replaced: of two with the same number the first is kept. */
export function addCheckpoint(text: string | null, checkpoint: Checkpoint): string {
  const known = readCheckpoints(text ?? "").checkpoints;
  if (known.some((one) => one.seq === checkpoint.seq)) return text ?? "";
  const all = [...known, checkpoint].sort((left, right) => left.seq - right.seq);
  const kept = all.length <= MOST ? all : thinned(all);
  return kept.map((one) => `${JSON.stringify(one)}\n`).join("");
}

/** `unreadable`: how many lines are not checkpoints. */
export function readCheckpoints(text: string): {
  readonly checkpoints: readonly Checkpoint[];
  readonly unreadable: number;
} {
  const lines = text.split("\n").filter((line) => line !== "");
  const checkpoints = lines.flatMap((line) => {
    const parsed = Checkpoint.safeParse(parse(line));
    return parsed.success ? [parsed.data] : [];
  });
  return { checkpoints, unreadable: lines.length - checkpoints.length };
}

function thinned(all: readonly Checkpoint[]): Checkpoint[] {
  const half = Math.floor(all.length / 2);
  return all.filter((_, index) => index >= half || index % 2 === 0);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
