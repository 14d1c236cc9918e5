import type { Patch } from "../../domain/entities/patch.ts";
import type { LandingPlace } from "../../domain/entities/review.ts";
import type { ModelActivity } from "../../domain/ports/activity.ts";
import type { SourceFile, Suspect } from "../../domain/ports/repair.ts";
import type { Ports } from "../ports.ts";
import type { Baseline } from "../proof/baseline.ts";

export interface RepairRequest {
  /** What a person said is wrong; recorded with the task. */
  readonly issue: string | null;
  /** Only these failing tests: ids, names or files. Empty means all. */
  readonly tests: readonly string[];
  readonly maxIterations: number;
  /** How long search may look; what a model may use is set elsewhere. */
  readonly budgetSeconds: number;
  /** How long search and model may take together, where a person limits that. */
  readonly wholeSeconds?: number;
  /** Land without asking where the gate allows it. */
  readonly auto: boolean;
  /** The setting's place where nothing is said. */
  readonly landTo?: LandingPlace;
  readonly dryRun: boolean;
  /** Tests that a person hands over: where they belong in the repository, and their texts. */
  readonly testFiles?: readonly SourceFile[];
  /** Where a run continues whose model had written them: whoever writes test and fix is asked about. */
  readonly testsBy?: "model";
}

/** A request in which only what somebody asked for is said; the settings say the rest. */
export type RepairWishes = Partial<Omit<RepairRequest, "wholeSeconds">>;

/** A budget that somebody names limits search and model together. */
export function repairRequest(
  { settings }: Pick<Ports, "settings">,
  { budgetSeconds, ...wishes }: RepairWishes,
): RepairRequest {
  return {
    issue: null,
    tests: [],
    maxIterations: settings.maxIterations,
    budgetSeconds: budgetSeconds ?? settings.budgetSeconds,
    ...(budgetSeconds !== undefined && { wholeSeconds: budgetSeconds }),
    auto: false,
    dryRun: false,
    ...wishes,
  };
}

/** What a host may show while it works. */
export type RepairEvent =
  | { readonly kind: "phase"; readonly phase: "copy" | "baseline" | "locate" | "search" | "verify" }
  | { readonly kind: "baseline"; readonly baseline: Baseline }
  | { readonly kind: "suspects"; readonly suspects: readonly Suspect[] }
  | { readonly kind: "candidate"; readonly tried: number; readonly seconds: number; readonly patch: Patch }
  /** What a brain that thinks longer does right now. */
  | { readonly kind: "brain"; readonly text: string; readonly activity?: ModelActivity }
  | {
      readonly kind: "progress";
      readonly patch: Patch;
      readonly fixed: readonly string[];
      readonly left: number;
    };
