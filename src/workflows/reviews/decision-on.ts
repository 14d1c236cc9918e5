import type { Decision, Review } from "../../domain/entities/review.ts";
import type { Ports } from "../ports.ts";

/** An answer to a review. It names the diff that was shown. */
export function decisionOn(
  { now, owner, settings }: Pick<Ports, "now" | "owner" | "settings">,
  review: Review,
  answer: Pick<Decision, "actor" | "answer" | "by"> & Partial<Pick<Decision, "reason" | "land_to">>,
): Decision {
  const { diff_hash } = review.change;
  return { at: now(), diff_hash, owner, reason: null, land_to: settings.landTo, ...answer };
}
