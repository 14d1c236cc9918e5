import type { Patch } from "../../domain/entities/patch.ts";
import type { LandingPlace } from "../../domain/entities/review.ts";
import type { ModelActivity } from "../../domain/ports/activity.ts";
import type { SourceFile, Suspect } from "../../domain/ports/repair.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import type { Ports } from "../ports.ts";
import type { Baseline } from "../proof/baseline.ts";

export interface RepairRequest {
  /** A person's description of the bug; recorded with the task. */
  readonly issue: string | null;
  /** Only these failing tests: ids, names or files. Empty means all. */
  readonly tests: readonly string[];
  readonly maxIterations: number;
  /** Time limit for search; the limits of a model are set elsewhere. */
  readonly budgetSeconds: number;
  /** Time limit for search and model together, if a person sets one. */
  readonly wholeSeconds?: number;
  /** Land without asking, unless the gate requires approval. */
  readonly auto: boolean;
  /** Default: the setting. */
  readonly landTo?: LandingPlace;
  readonly dryRun: boolean;
  /** Tests that a person provides: their paths in the repository, and their texts. */
  readonly testFiles?: readonly SourceFile[];
  /** Set when a resumed run's model wrote them: a person is asked if a model wrote both test and fix. */
  readonly testsBy?: "model";
}

/** A request with only what was asked for; the settings supply the rest. */
export type RepairWishes = Partial<Omit<RepairRequest, "wholeSeconds">>;

/** An explicit budget limits search and model together. */
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

/** Progress that a host may show. */
export type RepairEvent =
  | { readonly kind: "phase"; readonly phase: "copy" | "baseline" | "locate" | "search" | "verify" }
  | { readonly kind: "baseline"; readonly baseline: Baseline }
  | { readonly kind: "suspects"; readonly suspects: readonly Suspect[] }
  | { readonly kind: "candidate"; readonly tried: number; readonly seconds: number; readonly patch: Patch }
  /** The model's current activity. */
  | { readonly kind: "brain"; readonly text: string; readonly activity?: ModelActivity }
  | {
      readonly kind: "progress";
      readonly patch: Patch;
      readonly fixed: readonly string[];
      readonly left: number;
    };

/** One line for observers. */
export function describeRepairEvent(event: RepairEvent): string {
  if (event.kind === "phase") return event.phase;
  if (event.kind === "baseline") return `baseline: ${event.baseline.status}`;
  if (event.kind === "suspects") return `${event.suspects.length} suspected places`;
  if (event.kind === "candidate") return `tried ${counted(event.tried, "candidate")}`;
  if (event.kind === "brain") return event.text;
  return event.left === 0 ? `found: ${event.patch.description}` : `${event.left} still failing`;
}
