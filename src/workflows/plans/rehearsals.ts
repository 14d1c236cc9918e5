import type { PlanProblem } from "../../domain/ports/plans.ts";
import { lintPlan } from "./lint-plan.ts";
import type { PlanHouse } from "./plan-house.ts";

/**
 * What is wrong with a text, once its rehearsal has ended; null while it runs. A rehearsal copies the repository, so
 * nobody waits for it: whoever asks again later, with the files as they are then, gets the result, once.
 */
export function rehearsed(
  house: PlanHouse,
  text: string,
  signal: AbortSignal,
): readonly PlanProblem[] | null {
  const { rehearsals } = house.memory;
  const key = house.sha256(text);
  const state = rehearsals.get(key);
  if (state?.status === "running") return null;
  if (state === undefined) {
    start(house, key, text, signal);
    return null;
  }
  rehearsals.delete(key);
  if (state.status === "failed") throw state.error;
  return state.problems;
}

/** Resolves when the first of the running rehearsals ends; null if none runs. */
export function nextRehearsal({ memory }: Pick<PlanHouse, "memory">): Promise<void> | null {
  const running = [...memory.rehearsals.values()].flatMap((state) =>
    state.status === "running" ? [state.done] : [],
  );
  return running.length === 0 ? null : Promise.race(running);
}

/** One after another: each is a copy of the repository. */
function start(house: PlanHouse, key: string, text: string, signal: AbortSignal): void {
  const { rehearsals } = house.memory;
  const earlier = [...rehearsals.values()].flatMap((state) =>
    state.status === "running" ? [state.done] : [],
  );
  const done = Promise.all(earlier)
    .then(() => lintPlan(house, text, signal))
    .then(
      ({ problems }) => void rehearsals.set(key, { status: "done", problems }),
      (error: unknown) => {
        if (signal.aborted) rehearsals.delete(key);
        else rehearsals.set(key, { status: "failed", error });
      },
    );
  rehearsals.set(key, { status: "running", done });
}
