import type { Patch } from "../../../../domain/entities/patch.ts";
import { isExperiment } from "./experiment.ts";

/** How a candidate fared. */
interface Fared {
  readonly verdict: string;
  readonly fixed: number;
}

/** Candidates that are worth trying because of how earlier ones fared. */
export interface FollowUps {
  /** Called before a candidate is handed out; `grow` runs if failing tests pass with it and it is not the repair. */
  expect(patch: Patch, grow: () => void): void;
  /** For a candidate that is not handed out after all. */
  forget(patch: Patch): void;
  /** Called with every answer. */
  answered(patch: Patch, fared: Fared): void;
  /** Whether some candidates are still without an answer. */
  readonly isOpen: boolean;
}

export function createFollowUps(): FollowUps {
  const open = new Map<Patch, () => void>();
  return {
    expect(patch, grow) {
      open.set(patch, grow);
    },
    forget(patch) {
      open.delete(patch);
    },
    answered(patch, { verdict, fixed }) {
      const grow = open.get(patch);
      open.delete(patch);
      if (fixed > 0 && (isExperiment(patch) || verdict === "failed")) grow?.();
    },
    get isOpen() {
      return open.size > 0;
    },
  };
}
