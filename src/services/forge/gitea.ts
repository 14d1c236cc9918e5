import { z } from "zod";
import type { Forge, Suggestion } from "../../domain/ports/forge.ts";
import { createCall, failure, readAll } from "./call.ts";
import { commentOf, type ForgePlace, numberIn, repositoryPath } from "./forge.ts";
import { suggestInReview } from "./suggest-in-review.ts";

const Pull = z.object({
  html_url: z.url(),
  number: z.int(),
  head: z.object({ ref: z.string() }),
  base: z.object({ ref: z.string() }),
});

/** Gitea and Forgejo. They show a suggestion as code to copy: they have no button that applies it. */
export function openGitea(place: ForgePlace, digest: (text: string) => string): Forge {
  const repository = repositoryPath(place.repository, 2);
  const call = createCall({
    slowestMs: place.slowestMs,
    apiBase: place.apiBase ?? `https://${place.host}/api/v1`,
    headers: { authorization: `token ${place.token}` },
  });
  const pulls = `/repos/${repository}/pulls`;

  return {
    kind: "gitea",
    async propose({ title, body, head, base, draft }) {
      const text = { title: draft ? `WIP: ${title}` : title, body };
      const what = `opening a pull request in ${repository}`;
      const created = await call("POST", pulls, { head, base, ...text });
      if (created.status === 201) {
        const { html_url: url, number } = Pull.parse(created.body);
        return { url, number, status: "opened" };
      }
      if (created.status !== 409 && created.status !== 422) throw failure(created, what);
      // The list cannot be filtered by branch.
      const open = await readAll(call, `${pulls}?state=open`, Pull, what);
      const known = open.find((pull) => pull.head.ref === head && pull.base.ref === base);
      if (known === undefined) throw failure(created, what);
      const updated = await call("PATCH", `${pulls}/${known.number}`, text);
      if (updated.status !== 201 && updated.status !== 200)
        throw failure(updated, `updating ${known.html_url}`);
      return { url: known.html_url, number: known.number, status: "updated" };
    },

    async close(url) {
      const closed = await call("PATCH", `${pulls}/${numberIn(url)}`, { state: "closed" });
      if (closed.status !== 201 && closed.status !== 200) throw failure(closed, `closing ${url}`);
    },

    suggest: (set) => suggestInReview({ call, pulls, repository, digest, describe: describeComment }, set),
  };
}

function describeComment(suggestion: Suggestion) {
  const { path, endLine } = suggestion;
  return { path, new_position: endLine, old_position: 0, body: commentOf(suggestion, "suggestion") };
}
