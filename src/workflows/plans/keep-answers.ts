import { AgentForgeError } from "../../domain/errors.ts";
import { createWaker } from "../schedule/waker.ts";
import { type Reconciled, type ReconcilePlansPorts, reconcilePlans } from "./files/reconcile-plans.ts";
import type { PlanEvent, PlanPorts } from "./plan-ports.ts";

export type KeepAnswersPorts = Pick<PlanPorts, "pause"> & ReconcilePlansPorts;

/** Files are watched; this is the polling interval that catches missed changes. */
const LOOK_MS = 2000;
const LOOK_SOON_MS = 150;
const AFTER_TROUBLE_MS = 5000;

export interface AnswerListener {
  onEvent(event: PlanEvent): void;
  /** Called after every scan of the files. */
  onLook?(look: Reconciled): void;
  /** Called with an error that a person must fix; the work is retried. Without this function it is thrown. */
  onTrouble?(error: AgentForgeError): void;
}

/** Reads answers whenever a file changes, until the signal aborts. It never waits for writing or execution. */
export async function keepAnswers(
  ports: KeepAnswersPorts,
  signal: AbortSignal,
  listener: AnswerListener,
): Promise<void> {
  const waker = createWaker(ports.pause);
  ports.folders.watch(signal, waker.wake);
  while (!signal.aborted) {
    const look = await takeAnswers(ports, signal, listener);
    void look?.rehearsing?.then(waker.wake);
    const isSoon = look?.unsettled === true;
    await waker.wait(look === null ? AFTER_TROUBLE_MS : isSoon ? LOOK_SOON_MS : LOOK_MS, signal);
  }
}

/** Does the work while answers are read; an answer that concerns the work stops it. */
export async function whileAnswering<Result>(
  ports: KeepAnswersPorts,
  signal: AbortSignal,
  listener: AnswerListener,
  work: () => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const answers = keepAnswers(ports, AbortSignal.any([signal, over.signal]), listener);
  try {
    return await work();
  } finally {
    over.abort();
    await answers;
  }
}

async function takeAnswers(
  ports: KeepAnswersPorts,
  signal: AbortSignal,
  { onEvent, onLook, onTrouble }: AnswerListener,
): Promise<Reconciled | null> {
  try {
    const look = await reconcilePlans(ports, signal);
    for (const event of look.events) onEvent(event);
    onLook?.(look);
    return look;
  } catch (error) {
    if (signal.aborted) return null;
    if (!(error instanceof AgentForgeError) || onTrouble === undefined) throw error;
    onTrouble(error);
    return null;
  }
}
