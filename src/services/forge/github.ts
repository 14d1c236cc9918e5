import { z } from "zod";
import type { Forge, PullRequestDraft, Suggestion } from "../../domain/ports/forge.ts";
import { createCall, failure } from "./call.ts";
import { commentOf, type ForgePlace, numberIn, repositoryPath } from "./forge.ts";
import { suggestInReview } from "./suggest-in-review.ts";

const Pull = z.object({ html_url: z.url(), number: z.int() });

/** GitHub, on github.com or as an Enterprise Server. */
export function openGithub(place: ForgePlace, digest: (text: string) => string): Forge {
  const repository = repositoryPath(place.repository, 2);
  const standard = place.host === "github.com" ? "https://api.github.com" : `https://${place.host}/api/v3`;
  const call = createCall({
    slowestMs: place.slowestMs,
    apiBase: place.apiBase ?? standard,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${place.token}`,
      "x-github-api-version": "2022-11-28",
    },
  });
  const pulls = `/repos/${repository}/pulls`;
  const owner = repository.slice(0, repository.indexOf("/"));

  async function openOne(head: string) {
    const query = new URLSearchParams({ head: `${owner}:${head}`, state: "open" });
    const found = await call("GET", `${pulls}?${query}`);
    return z.array(Pull).safeParse(found.body).data?.at(0);
  }

  return {
    kind: "github",
    async propose(draft: PullRequestDraft) {
      const created = await call("POST", pulls, draft);
      if (created.status === 201) {
        const { html_url: url, number } = Pull.parse(created.body);
        return { url, number, status: "opened" };
      }
      // GitHub answers 422 if the branch already has an open pull request, and for other errors.
      const known = created.status === 422 ? await openOne(draft.head) : undefined;
      if (known === undefined) throw failure(created, `opening a pull request in ${repository}`);
      const { title, body } = draft;
      const updated = await call("PATCH", `${pulls}/${known.number}`, { title, body });
      if (updated.status !== 200) throw failure(updated, `updating ${known.html_url}`);
      return { url: known.html_url, number: known.number, status: "updated" };
    },

    async close(url) {
      const closed = await call("PATCH", `${pulls}/${numberIn(url)}`, { state: "closed" });
      if (closed.status !== 200) throw failure(closed, `closing ${url}`);
    },

    suggest: (set) => suggestInReview({ call, pulls, repository, digest, describe: describeComment }, set),
  };
}

function describeComment(suggestion: Suggestion) {
  const { path, startLine, endLine } = suggestion;
  return {
    path,
    side: "RIGHT",
    line: endLine,
    ...(startLine < endLine && { start_line: startLine, start_side: "RIGHT" }),
    body: commentOf(suggestion, "suggestion"),
  };
}
