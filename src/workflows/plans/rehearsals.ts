import type { PlanProblem } from "../../domain/ports/plans.ts";
import { lintPlan } from "./lint-plan.ts";
import type { PlanPorts } from "./plan-ports.ts";

export type RehearsalsPorts = Pick<PlanPorts, "checkCall" | "documents" | "memory" | "rehearse" | "sha256">;

/**
 * The problems of a text, once its rehearsal has ended; null while it runs. A rehearsal copies the
 * repository, so callers do not wait: a later call, with the files as they are by then, gets the result once.
 */
export function rehearsed(
  ports: RehearsalsPorts,
  text: string,
  signal: AbortSignal,
): readonly PlanProblem[] | null {
  const { rehearsals } = ports.memory;
  const key = ports.sha256(text);
  const state = rehearsals.get(key);
  if (state?.status === "running") return null;
  if (state === undefined) {
    start(ports, key, text, signal);
    return null;
  }
  rehearsals.delete(key);
  if (state.status === "failed") throw state.error;
  return state.problems;
}

/** Resolves when the first of the running rehearsals ends; null if none runs. */
export function nextRehearsal({ memory }: Pick<PlanPorts, "memory">): Promise<void> | null {
  const running = [...memory.rehearsals.values()].flatMap((state) =>
    state.status === "running" ? [state.done] : [],
  );
  return running.length === 0 ? null : Promise.race(running);
}

/** One after another: each is a copy of the repository. */
function start(
  ports: Pick<PlanPorts, "checkCall" | "documents" | "memory" | "rehearse">,
  key: string,
  text: string,
  signal: AbortSignal,
): void {
  const { rehearsals } = ports.memory;
  const earlier = [...rehearsals.values()].flatMap((state) =>
    state.status === "running" ? [state.done] : [],
  );
  const done = Promise.all(earlier)
    .then(() => lintPlan(ports, text, signal))
    .then(
      ({ problems }) => void rehearsals.set(key, { status: "done", problems }),
      (error: unknown) => {
        if (signal.aborted) rehearsals.delete(key);
        else rehearsals.set(key, { status: "failed", error });
      },
    );
  rehearsals.set(key, { status: "running", done });
}
