import type { Review } from "../domain/entities/review.ts";
import { AgentForgeError } from "../domain/errors.ts";
import type { AttemptTree, Landing, Rollback } from "../domain/ports/workspace.ts";
import { judge } from "../domain/rules/verdict.ts";
import type { House } from "./house.ts";
import { runSuites } from "./suites.ts";

export interface Answerer {
  readonly by: string;
  readonly actor: "human" | "system";
}

export type LandOutcome =
  | { readonly status: "landed"; readonly commit: string; readonly reverified: boolean }
  | (Landing & { readonly status: "conflict" });

/** Approves a pending change and lands it. The approval names the diff that was shown and counts once. */
export async function landReview(house: House, review: Review, answerer: Answerer): Promise<LandOutcome> {
  const reverified = await reverifyIfMoved(house, review);
  if (reverified.status === "no_longer_holds") {
    return { status: "conflict", paths: review.request.files_affected, why: reverified.why };
  }
  await house.reviews.decide(review.review_id, {
    actor: answerer.actor,
    answer: "approve",
    by: answerer.by,
    at: house.now(),
    diff_hash: review.change.diff_hash,
    reason: null,
    owner: house.owner,
  });
  const landing = await finishLanding(house, review);
  if (landing.status === "conflict") return landing;
  return { status: "landed", commit: landing.commit, reverified: reverified.status === "holds_again" };
}

/** Lands an approved change. Repeating it after a crash gives the same commit. */
export async function finishLanding(house: House, review: Review): Promise<Landing> {
  const landing = await house.workspace.land({
    change: review.change,
    message: review.commit_message,
    traceId: review.trace_id,
    landingId: review.review_id,
  });
  if (landing.status === "conflict") await house.reviews.reopen(review.review_id, landing.why);
  else await house.reviews.markLanded(review.review_id, landing.commit);
  return landing;
}

export async function rejectReview(house: House, review: Review, by: string, reason: string): Promise<void> {
  await house.reviews.decide(review.review_id, {
    actor: "human",
    answer: "reject",
    by,
    at: house.now(),
    diff_hash: review.change.diff_hash,
    reason,
    owner: house.owner,
  });
}

/** The review a person means: by id, or the only one that waits. */
export async function findPending(house: House, reviewId: string | null): Promise<Review> {
  if (reviewId !== null) return findReview(house, reviewId);
  const pending = await house.reviews.list("pending");
  const [only, ...others] = pending;
  if (!only) {
    throw new AgentForgeError("not_found", "no change is waiting for an answer", {
      hint: "agentforge repair looks for failing tests; agentforge review list --all shows what was answered.",
    });
  }
  if (others.length > 0) {
    throw new AgentForgeError("bad_input", `${pending.length} changes are waiting; say which`, {
      hint: pending.map((review) => `${review.review_id}  ${review.title}`).join("\n"),
    });
  }
  return only;
}

export async function findReview(house: House, reviewId: string): Promise<Review> {
  const review = await house.reviews.get(reviewId);
  if (review) return review;
  throw new AgentForgeError("not_found", `there is no review ${reviewId}`, {
    hint: "agentforge review list --all",
  });
}

export async function rollBack(house: House, landingId: string): Promise<Rollback> {
  const review = await findReview(house, landingId);
  if (review.status !== "landed") {
    throw new AgentForgeError(
      "bad_input",
      `${landingId} has not landed (it is ${review.status}), so there is nothing to roll back`,
    );
  }
  const rollback = await house.workspace.rollback(landingId);
  if (rollback.status === "restored") {
    await house.journal.commit({
      traceId: review.trace_id,
      actor: "human",
      actionType: "change.rolled_back",
      entityId: landingId,
      metadata: { commit: rollback.commit, files: [...rollback.files] },
    });
  }
  return rollback;
}

type Reverified =
  | { readonly status: "not_needed" | "holds_again" }
  | { readonly status: "no_longer_holds"; readonly why: string };

/** A change whose base moved since it was proven is proven again, on what the user has now. */
async function reverifyIfMoved(house: House, review: Review): Promise<Reverified> {
  const state = await house.workspace.state();
  if (state.head === review.base_commit) return { status: "not_needed" };
  const tree = await house.workspace.openAttempt(house.newId("A"));
  try {
    const moved = await applyChange(tree, review);
    if (moved.length > 0) {
      return { status: "no_longer_holds", why: `changed since the fix was proven: ${moved.join(", ")}` };
    }
    const suites = await house.tests.detect(tree);
    const { result } = await runSuites(house, tree, suites, "all", {
      timeoutMs: house.settings.testTimeoutSeconds * 1000,
    });
    const { evidence } = review;
    const verdict = judge({
      before: evidence.tests_before,
      after: result,
      targets: evidence.fixed,
      flaky: evidence.flaky,
      tampering: [],
      ask: "whole",
    });
    if (verdict.status === "accepted") return { status: "holds_again" };
    return { status: "no_longer_holds", why: `on the present code the fix ${verdict.reasons.join("; ")}` };
  } finally {
    await tree.close();
  }
}

/** Applies both sides of the change; returns the paths whose content is no longer what the fix was made for. */
async function applyChange(tree: AttemptTree, review: Review): Promise<string[]> {
  const present = new Set(await tree.files());
  const moved: string[] = [];
  for (const file of review.change.files) {
    const now = present.has(file.path) ? toBase64(await tree.readBytes(file.path)) : null;
    if (now !== (file.before?.content_base64 ?? null)) {
      moved.push(file.path);
    } else if (file.after === null) {
      await tree.remove(file.path);
    } else {
      await tree.writeBytes(file.path, fromBase64(file.after.content_base64));
    }
  }
  return moved;
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function fromBase64(text: string): Uint8Array {
  return Buffer.from(text, "base64");
}
