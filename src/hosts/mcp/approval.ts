import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  inputResponse,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Review } from "../../domain/entities/review.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import { oneLine, plainLines } from "../../domain/rules/text/plain-text.ts";
import { visible } from "../../domain/rules/text/visible-text.ts";
import type { Ports } from "../../workflows/ports.ts";
import { findReview } from "../../workflows/reviews/find-review.ts";
import { landReview } from "../../workflows/reviews/land-review.ts";
import { requirePending } from "../../workflows/reviews/modify-review.ts";
import { rejectReview } from "../../workflows/reviews/refuse-review.ts";
import { answer, refusal } from "./answer.ts";
import { clientNameOf } from "./client-name.ts";

const Input = z.strictObject({
  review_id: z.string().describe("The id of the pending review, as repair and submit_change return it."),
});
const Choice = z.object({
  answer: z
    .enum(["leave it", "approve", "reject"])
    .default("leave it")
    .describe('Approve commits the change. Choose "leave it" to answer later.'),
});

/** Asks the person through the client. The model can ask and cannot answer. */
export const ASK_APPROVAL = {
  name: "ask_approval",
  description:
    "Show a pending review to the person in a dialog of this client and record the answer: approve, reject or later. Only for clients with elicitation; elsewhere the person answers with agentforge review approve|reject.",
  readOnly: false,
  input: Input,
};

type Envelope = { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities };

/** A dialog shows about this much. An approval applies to the whole diff, so the person must see all of it. */
const MAX_DIFF = 4_000;
const MAX_SUMMARY = 600;

/**
 * One call in two rounds: the first returns the question as a result that requests input; the client then
 * calls again with the person's answer. The answer applies only to the change that was shown.
 */
export async function askApproval(server: Server, ports: Ports, input: unknown, { mcpReq }: ServerContext) {
  const parsed = Input.safeParse(input);
  if (!parsed.success) return refusal(`bad parameters for ask_approval: ${z.prettifyError(parsed.error)}`);
  const { review_id } = parsed.data;
  const byHand = `The person answers with: agentforge review approve ${review_id}`;
  // Clients since 2026 send their capabilities with every request, older ones once.
  const offered =
    (mcpReq.envelope as Envelope | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ??
    server.getClientCapabilities();
  if (!offered?.elicitation) return refusal("this client cannot show a question to the person", byHand);
  try {
    const review = await findReview(ports, review_id);
    requirePending(review);
    if (review.change.diff.length > MAX_DIFF) return refusal("the diff is too long for a dialog", byHand);
    const response = inputResponse(mcpReq.inputResponses, "approval");
    const shown = mcpReq.requestState?.();
    if (response.kind === "missing" || shown !== review.change.diff_hash) return question(review);
    const chosen = acceptedContent(mcpReq.inputResponses, "approval", Choice)?.answer;
    if (chosen === "approve") return answer(await approve(ports, review, server, mcpReq.signal));
    if (chosen !== "reject") return answer({ status: "waiting_for_review", review_id, next: byHand });
    await rejectReview(ports, review, personAt(ports, server), "rejected in the client's dialog");
    return answer({ status: "rejected", review_id });
  } catch (error) {
    if (error instanceof AgentForgeError) return refusal(error.message, error.hint);
    throw error;
  }
}

function question(review: Review) {
  return inputRequired({
    inputRequests: {
      approval: inputRequired.elicit({ message: messageOf(review), requestedSchema: Choice }),
    },
    requestState: review.change.diff_hash,
  });
}

/**
 * What speaks against the change comes before what its author says about it, and nothing in it can hide, reorder or
 * imitate lines of AgentForge.
 */
export function messageOf({ title, request, change, evidence, asked_because }: Review): string {
  const reasons = asked_because.filter((reason) => !evidence.doubts.includes(reason));
  const summary = plainLines(request.diagnostic_summary, MAX_SUMMARY);
  return [
    `AgentForge asks: ${oneLine(title)}`,
    ...evidence.doubts.map((doubt) => `Doubt: ${oneLine(doubt)}`),
    ...reasons.map((reason) => `Why asked: ${oneLine(reason)}`),
    ...evidence.notes.map((note) => `Note: ${oneLine(note)}`),
    `Confidence: ${evidence.confidence.overall.toFixed(2)}`,
    ...summary.split("\n").map((line) => `> ${line}`),
    "",
    visible(change.diff),
  ].join("\n");
}

async function approve(ports: Ports, review: Review, server: Server, signal: AbortSignal) {
  const outcome = await landReview(ports, review, { by: personAt(ports, server), actor: "human", signal });
  const { status, review_id } = { ...outcome, review_id: review.review_id };
  if (outcome.status !== "landed") return { review_id, ...outcome };
  const { commit, reverified, editedSince = [] } = outcome;
  return { status, review_id, commit, reverified, edited_since: editedSince };
}

function personAt(ports: Ports, server: Server): string {
  return `${ports.person} (asked in ${clientNameOf(server)})`;
}
