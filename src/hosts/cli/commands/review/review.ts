import type { Certificate } from "../../../../domain/entities/certificate.ts";
import type { LandingPlace, Review } from "../../../../domain/entities/review.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import type { Ports } from "../../../../workflows/ports.ts";
import { findLandable } from "../../../../workflows/reviews/find-landable.ts";
import { findPending, findReview } from "../../../../workflows/reviews/find-review.ts";
import { landReview } from "../../../../workflows/reviews/land-review.ts";
import { rejectReview } from "../../../../workflows/reviews/refuse-review.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { inRepository } from "../../in-repository.ts";
import { renderNotLanded } from "../../render/not-landed.ts";
import { nextSteps, renderReview } from "../../render/review.ts";
import { visible, visibleName } from "../../terminal.ts";

export async function listReviews(
  context: CommandContext,
  options: { all?: boolean },
): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const reviews = await ports.reviews.list(options.all ? undefined : "pending");
    const { paint } = context;
    const line = (review: Review) =>
      `${paint("cyan", review.review_id)}  ${review.status.padEnd(8)}  ${review.request.confidence.toFixed(2)}  ${visible(review.title)}`;
    const text = reviews.length === 0 ? "No change is waiting for an answer." : reviews.map(line).join("\n");
    return { exitCode: 0, text, data: reviews.map(summary) };
  });
}

export async function showReview(context: CommandContext, reviewId: string): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const review = await findReview(ports, reviewId);
    const { paint } = context;
    const head = `${paint("bold", review.review_id)}  ${review.status}, ${review.created_at}`;
    const tail = review.status === "pending" ? [nextSteps(review, paint)] : [decided(review)];
    return {
      exitCode: 0,
      text: [head, renderReview(review, paint, true), ...tail].join("\n\n"),
      data: review,
    };
  });
}

/** `review approve` and `agent approve-commit`: works from any process, at any later time. */
export async function approveReview(
  context: CommandContext,
  reviewId: string | undefined,
  options: { to?: LandingPlace } = {},
): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const review = await findLandable(ports, reviewId ?? null);
    if (review.status !== "pending") {
      throw new AgentForgeError("conflict", `${review.review_id} is already ${review.status}`, {
        hint: `Run \`agentforge review show ${review.review_id}\` to see its status.`,
      });
    }
    return approve(context, ports, review, options);
  });
}

/** Every pending change, oldest first; one that cannot land does not block the others. */
export async function approveAll(
  context: CommandContext,
  options: { to?: LandingPlace } = {},
): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const results: CommandResult[] = [];
    for (const review of (await ports.reviews.list("pending")).toReversed()) {
      const result = await approve(context, ports, review, options);
      results.push({ ...result, text: `${review.review_id}  ${visible(review.title)}\n${result.text}` });
    }
    const text =
      results.length === 0
        ? "No change is waiting for an answer."
        : results.map((result) => result.text).join("\n");
    const exitCode = results.some((result) => result.exitCode !== 0) ? 1 : 0;
    return { exitCode, text, data: results.map((result) => result.data) };
  });
}

async function approve(
  context: CommandContext,
  ports: Ports,
  review: Review,
  options: { to?: LandingPlace },
): Promise<CommandResult> {
  context.progress.say("Landing");
  const outcome = await landReview(ports, review, {
    by: ports.person,
    actor: "human",
    signal: context.signal,
    ...(options.to && { to: options.to }),
  });
  context.progress.end();
  const { paint } = context;
  if (outcome.status !== "landed") {
    const text = renderNotLanded(outcome, review, paint);
    return { exitCode: 1, text, data: { ...outcome, review_id: review.review_id } };
  }
  const again = outcome.reverified ? " (the code had changed, so the fix was proven again first)" : "";
  const text = [
    paint(
      "green",
      `✔ Committed as ${outcome.commit.slice(0, 12)}${outcome.branch ? ` on ${visibleName(outcome.branch)}` : ""}${again}`,
    ),
    ...(outcome.editedSince ?? []).map(
      (path) =>
        `  ${paint("yellow", "▲")} ${visibleName(path)} has edits that you made after the tests ran. They are kept, but not committed; run \`agentforge test\` to test them.`,
    ),
    ...(outcome.pullRequest ? [`  Pull request: ${visible(outcome.pullRequest)}`] : []),
    ...receipt(outcome.certificate),
    ...(outcome.notPushed
      ? [
          `  ${paint("yellow", "▲")} The certificate was not pushed: ${visible(outcome.notPushed)}`,
          "    → git push origin 'refs/agentforge/certificates/*'",
        ]
      : []),
    `  To undo: ${paint("cyan", `agentforge rollback ${review.review_id}`)}`,
  ].join("\n");
  return { exitCode: 0, text, data: { ...outcome, review_id: review.review_id } };
}

/** A receipt a person can keep: it reveals if the journal is rewritten later. */
function receipt(certificate: Certificate | null): string[] {
  if (certificate === null) return [];
  const { journal } = certificate.statement;
  const record = journal === null ? "" : `, journal record ${journal.seq} ${journal.hash.slice(0, 16)}`;
  return [`  Receipt: certificate sha256:${certificate.digest.slice(0, 16)}${record}`];
}

export async function refuseReview(
  context: CommandContext,
  reviewId: string | undefined,
  options: { reason: string },
): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const review = await findPending(ports, reviewId ?? null);
    await rejectReview(ports, review, ports.person, options.reason);
    return {
      exitCode: 0,
      text: `Rejected ${review.review_id}: ${options.reason}`,
      data: { review_id: review.review_id, status: "rejected" },
    };
  });
}

function decided(review: Review): string {
  const { decision } = review;
  if (!decision) return `Status: ${review.status}`;
  const reason = decision.reason ? `: ${visible(decision.reason)}` : "";
  const commit = review.landed_commit ? `, commit ${review.landed_commit.slice(0, 12)}` : "";
  return `${decision.answer} by ${decision.by} at ${decision.at}${reason}${commit}`;
}

function summary(review: Review) {
  const { review_id, trace_id, status, title, created_at, landed_commit } = review;
  return {
    review_id,
    trace_id,
    status,
    title,
    created_at,
    landed_commit,
    confidence: review.request.confidence,
    files: review.request.files_affected,
  };
}
