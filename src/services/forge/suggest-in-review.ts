import { z } from "zod";
import type { Suggestion, SuggestionOutcome, SuggestionSet } from "../../domain/ports/forge.ts";
import { type Call, failure, readAll } from "./call.ts";
import { markOf } from "./forge.ts";

const Review = z.object({ body: z.string().nullish(), html_url: z.string() });

interface ReviewPlace {
  readonly call: Call;
  /** The path of the repository's pull requests in the API. */
  readonly pulls: string;
  readonly repository: string;
  readonly digest: (text: string) => string;
  /** One suggestion as the host wants it. */
  readonly describe: (suggestion: Suggestion) => object;
}

/** Suggests a change through the review API of GitHub and Gitea; never posts the same review twice. */
export async function suggestInReview(place: ReviewPlace, set: SuggestionSet): Promise<SuggestionOutcome> {
  const { call, pulls, repository, digest, describe } = place;
  const mark = markOf(set, digest);
  const reviews = `${pulls}/${set.pullRequest}/reviews`;
  const what = `suggesting changes on pull request ${set.pullRequest} of ${repository}`;
  const earlier = await readAll(call, reviews, Review, what);
  const known = earlier.find(({ body }) => body?.includes(mark));
  if (known !== undefined) return { status: "known", url: known.html_url };
  const posted = await call("POST", reviews, {
    commit_id: set.commit,
    event: "COMMENT",
    body: `AgentForge suggests a proven change.\n${mark}`,
    comments: set.suggestions.map(describe),
  });
  if (posted.status !== 200 && posted.status !== 201) throw failure(posted, what);
  return { status: "posted", url: Review.parse(posted.body).html_url };
}
