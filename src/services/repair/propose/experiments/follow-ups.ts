import type { Patch } from "../../../../domain/entities/patch.ts";

/** Candidates that are worth trying because of what an experiment showed. */
export interface FollowUps {
  /** Called before an experiment is handed out; `grow` runs if failing tests pass with it. */
  expect(experiment: Patch, grow: () => void): void;
  /** Called if the experiment is not handed out after all. */
  forget(experiment: Patch): void;
  /** Called with every answer: how many failing tests pass. */
  answered(patch: Patch, fixed: number): void;
  /** Whether some experiments are still without an answer. */
  readonly isOpen: boolean;
}

export function createFollowUps(): FollowUps {
  const open = new Map<Patch, () => void>();
  return {
    expect(experiment, grow) {
      open.set(experiment, grow);
    },
    forget(experiment) {
      open.delete(experiment);
    },
    answered(patch, fixed) {
      const grow = open.get(patch);
      open.delete(patch);
      if (fixed > 0) grow?.();
    },
    get isOpen() {
      return open.size > 0;
    },
  };
}
