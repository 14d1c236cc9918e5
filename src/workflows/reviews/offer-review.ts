import type { LandingPlace, Review } from "../../domain/entities/review.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import type { Fence } from "../../domain/ports/queue.ts";
import type { Conclusion } from "../proof/conclude.ts";
import { askInstead } from "./ask-instead.ts";
import { escalateReview } from "./escalate.ts";
import { type LandReviewPorts, landReview } from "./land-review.ts";
import type { ProvenOutcome } from "./proven-outcome.ts";
import { takeBackUnasked } from "./take-back.ts";

/** How the gate lands a change. */
export interface GateLanding {
  /** Default: the setting. */
  readonly to?: LandingPlace | undefined;
  /** The token of the claim under which the change was made. */
  readonly fence?: Fence | undefined;
  /** Aborts the wait for its turn to land. */
  readonly signal: AbortSignal;
  onLanding?(): void;
  /** `tests`: the run of all tests on top of what landed in the meantime; null if nothing did. */
  onLanded?(landed: { readonly commit: string; readonly tests: TestResult | null }): Promise<void>;
}

export interface Offer extends GateLanding {
  /** Land without asking, unless the gate requires approval. */
  readonly auto: boolean;
  readonly dryRun: boolean;
}

/** Presents a proven change to a person, and lands it if that is allowed without asking. */
export async function offerReview(
  ports: LandReviewPorts,
  { review, gate }: Extract<Conclusion, { readonly status: "proven" }>,
  offer: Offer,
): Promise<ProvenOutcome> {
  if (offer.dryRun) return { status: "dry_run", review };
  await askInstead(ports, review, offer.fence);
  if (offer.auto && gate.status === "escalate") await escalateReview(ports, review);
  if (!offer.auto || gate.status !== "apply") return { status: "waiting_for_review", review };
  return landByGate(ports, review, offer);
}

/** Lands a change that the gate lets through. If the run is interrupted first, nobody is asked about its review. */
export async function landByGate(
  ports: LandReviewPorts,
  review: Review,
  { to, fence, signal, onLanding, onLanded }: GateLanding,
): Promise<ProvenOutcome> {
  onLanding?.();
  const answerer = {
    by: "gate",
    actor: "system",
    signal,
    ...(to && { to }),
    ...(fence && { fence }),
  } as const;
  const landing = await landReview(ports, review, answerer).catch(async (error: unknown) => {
    if (signal.aborted) await takeBackUnasked(ports, review, "the run was interrupted before it landed");
    throw error;
  });
  if (landing.status === "conflict") return { status: "landing_conflict", review, conflict: landing };
  if (landing.status === "no_longer_proven") return { ...landing, review };
  await onLanded?.(landing);
  const { commit, pullRequest } = landing;
  return { status: "landed", review, commit, ...(pullRequest && { pullRequest }) };
}
