import type { Pipeline } from "../../domain/entities/pipeline.ts";
import type { Review } from "../../domain/entities/review.ts";
import { AgentForgeError, messageWithHint } from "../../domain/errors.ts";
import type { Forge } from "../../domain/ports/forge.ts";
import { branchSlug } from "../../domain/rules/changes/commit-message.ts";
import { suggestionsOf } from "../../domain/rules/changes/suggestions.ts";
import type { Ports } from "../ports.ts";
import { offerBody, offerNote } from "./offer-body.ts";

export type OfferPorts = Pick<Ports, "journal" | "redact" | "sha256" | "workspace">;

export type OfferPlace = "pull-request" | "suggestion" | "patch";

export interface OfferRequest {
  readonly propose: OfferPlace;
  /** Push the commit to the current branch. */
  readonly pushToBranch: boolean;
  readonly pipeline: Pipeline;
  /** Null if there is no token. */
  readonly forge: Forge | null;
}

/** How a change is proposed. `patch`: only a file; `why` is set if something else was requested. */
type Offer =
  | { readonly kind: "pull-request"; readonly url: string; readonly status: "opened" | "updated" }
  | { readonly kind: "suggestion"; readonly url: string; readonly status: "posted" | "known" }
  | { readonly kind: "branch"; readonly branch: string; readonly commit: string }
  | { readonly kind: "patch"; readonly why: string | null };

export interface OfferedChange {
  readonly review: Review;
  readonly offer: Offer;
}

/** Proposes a proven change to people. If that fails, it becomes a patch, with the reason. */
export async function offerChange(
  ports: OfferPorts,
  request: OfferRequest,
  review: Review,
  earlier: number,
): Promise<OfferedChange> {
  const offer = await placeOffer(ports, request, review, earlier).catch((error: unknown): Offer => {
    if (!(error instanceof AgentForgeError)) throw error;
    return { kind: "patch", why: messageWithHint(error) };
  });
  await ports.journal.commit({
    traceId: review.trace_id,
    actor: "system",
    actionType: "change.offered",
    entityId: review.review_id,
    metadata: { ...offer },
  });
  return { review, offer };
}

async function placeOffer(
  ports: OfferPorts,
  request: OfferRequest,
  review: Review,
  earlier: number,
): Promise<Offer> {
  if (request.pushToBranch) return pushOnto(ports, request, review, earlier);
  if (request.propose === "suggestion") return suggest(ports, request, review);
  if (request.propose === "pull-request") return openPullRequest(ports, request, review);
  return { kind: "patch", why: null };
}

async function openPullRequest(
  ports: OfferPorts,
  { pipeline, forge }: OfferRequest,
  review: Review,
): Promise<Offer> {
  const { forge: host, branch: base } = await onForge(ports, pipeline, forge);
  const branch = branchFor(ports, review, base);
  const { change, commit_message: message, trace_id: traceId } = review;
  const pushed = await ports.workspace.pushChange({ change, message, traceId, branch, mode: "own" });
  if (pushed.status === "conflict") return { kind: "patch", why: pushed.why };
  const [title = review.title] = message.split("\n");
  const text = ports.redact({ title, body: offerBody(review) });
  const { url, status } = await host.propose({ ...text, head: branch, base, draft: false });
  return { kind: "pull-request", url, status };
}

async function suggest(ports: OfferPorts, { pipeline, forge }: OfferRequest, review: Review): Promise<Offer> {
  const { pullRequest } = pipeline;
  if (pullRequest === null) return { kind: "patch", why: "this build does not belong to a pull request" };
  if (forge === null) return { kind: "patch", why: NO_TOKEN };
  const commit = await headOf(ports, pipeline);
  const suggestions = suggestionsOf(review.change, offerNote(review));
  if (suggestions === null)
    return {
      kind: "patch",
      why: "it adds or deletes a file, or changes one that is not text, which a suggestion cannot express",
    };
  const clean = ports.redact(suggestions);
  if (JSON.stringify(clean) !== JSON.stringify(suggestions))
    return { kind: "patch", why: "the changed lines contain a secret" };
  const { url, status } = await forge.suggest({ pullRequest: pullRequest.number, commit, suggestions });
  return { kind: "suggestion", url, status };
}

/**
 * Nobody reviews the change before it is on the branch, so the gate decides as it does about a landing. Each
 * change is proven on the checked-out code, so only one can be pushed on top of it.
 */
async function pushOnto(
  ports: OfferPorts,
  { pipeline, forge }: OfferRequest,
  review: Review,
  earlier: number,
): Promise<Offer> {
  const [reason] = review.asked_because;
  if (reason !== undefined)
    return { kind: "patch", why: `a person must review it before it is pushed: ${reason}` };
  if (earlier > 0)
    return { kind: "patch", why: "only one change is pushed per build; the next build continues" };
  const { branch } = await onForge(ports, pipeline, forge);
  const { change, commit_message: message, trace_id: traceId } = review;
  const pushed = await ports.workspace.pushChange({ change, message, traceId, branch, mode: "onto" });
  return pushed.status === "conflict"
    ? { kind: "patch", why: pushed.why }
    : { kind: "branch", branch, commit: pushed.commit };
}

const NO_TOKEN =
  "there is no token for the host: set AGENTFORGE_TOKEN (on GitHub, the job's GITHUB_TOKEN; on GitLab, GITLAB_TOKEN)";

async function onForge(ports: OfferPorts, pipeline: Pipeline, forge: Forge | null) {
  if (pipeline.pullRequest?.isFromFork)
    throw new AgentForgeError(
      "bad_config",
      "the pull request comes from a fork, to which this build cannot push",
    );
  if (forge === null) throw new AgentForgeError("bad_config", NO_TOKEN);
  if (pipeline.branch === null)
    throw new AgentForgeError("bad_config", "the pipeline does not name the branch it builds");
  await headOf(ports, pipeline);
  return { forge, branch: pipeline.branch };
}

/** The commit that was tested. For a pull request it must be the newest one, not a merge with its target. */
async function headOf({ workspace }: Pick<Ports, "workspace">, { pullRequest }: Pipeline): Promise<string> {
  const { head } = await workspace.state();
  if (head !== null && (pullRequest?.commit ?? head) === head) return head;
  throw new AgentForgeError(
    "bad_config",
    "the checked-out commit is not the newest commit of the pull request",
    {
      hint: "Check out the head of the pull request, not its merge with the target branch.",
    },
  );
}

/**
 * The same failing tests or violation on the same branch get the same name, so that a later build updates the
 * proposal.
 */
function branchFor({ sha256 }: Pick<Ports, "sha256">, review: Review, base: string): string {
  const subject = review.violation_id ?? JSON.stringify([...review.evidence.fixed].sort());
  const [file = "change"] = review.request.files_affected;
  const name = review.violation_id ?? branchSlug(file.split("/").at(-1) ?? file);
  return `agentforge/${name}-${sha256(JSON.stringify([base, subject])).slice(0, 10)}`;
}
