import { z } from "zod";
import type { Forge, Suggestion } from "../../domain/ports/forge.ts";
import { createCall, failure, readAll } from "./call.ts";
import { commentOf, type ForgePlace, markOf, numberIn, repositoryPath } from "./forge.ts";

const DEEPEST_GROUP = 21;

const MergeRequest = z.object({ web_url: z.url(), iid: z.int() });
const Discussion = z.object({ notes: z.array(z.object({ body: z.string() })) });
const DiffRefs = z.object({
  web_url: z.url(),
  diff_refs: z.object({ base_sha: z.string(), start_sha: z.string(), head_sha: z.string() }),
});

/** GitLab, where a pull request is a merge request. */
export function openGitlab(place: ForgePlace, digest: (text: string) => string): Forge {
  const repository = repositoryPath(place.repository, DEEPEST_GROUP);
  const call = createCall({
    slowestMs: place.slowestMs,
    apiBase: place.apiBase ?? `https://${place.host}/api/v4`,
    headers: { "private-token": place.token },
  });
  const requests = `/projects/${encodeURIComponent(repository)}/merge_requests`;

  return {
    kind: "gitlab",
    async propose({ title, body, head, base, draft }) {
      const text = { title: draft ? `Draft: ${title}` : title, description: body };
      const branches = { source_branch: head, target_branch: base, remove_source_branch: true };
      const created = await call("POST", requests, { ...branches, ...text });
      if (created.status === 201) {
        const { web_url: url, iid: number } = MergeRequest.parse(created.body);
        return { url, number, status: "opened" };
      }
      const known = created.status === 409 ? await findOpen(call, requests, { head, base }) : undefined;
      if (known === undefined) throw failure(created, `opening a merge request in ${repository}`);
      const updated = await call("PUT", `${requests}/${known.iid}`, text);
      if (updated.status !== 200) throw failure(updated, `updating ${known.web_url}`);
      return { url: known.web_url, number: known.iid, status: "updated" };
    },

    async close(url) {
      const closed = await call("PUT", `${requests}/${numberIn(url)}`, { state_event: "close" });
      if (closed.status !== 200) throw failure(closed, `closing ${url}`);
    },

    suggest: (set) => suggest({ call, requests, repository, digest }, set),
  };
}

interface MergeRequests {
  readonly call: ReturnType<typeof createCall>;
  /** The path of the API. */
  readonly requests: string;
  readonly repository: string;
  readonly digest: (text: string) => string;
}

async function suggest(
  { call, requests, repository, digest }: MergeRequests,
  set: Parameters<Forge["suggest"]>[0],
): ReturnType<Forge["suggest"]> {
  const what = `suggesting changes on merge request ${set.pullRequest} of ${repository}`;
  const request = `${requests}/${set.pullRequest}`;
  const looked = await call("GET", request);
  const found = DiffRefs.safeParse(looked.body).data;
  if (looked.status !== 200 || found === undefined) throw failure(looked, what);
  const discussions = await readAll(call, `${request}/discussions`, Discussion, what);
  const notes = discussions.flatMap((discussion) => discussion.notes.map(({ body }) => body));
  const url = found.web_url;
  let posted = 0;
  // Each suggestion is a separate discussion, so a posted one is not repeated after a failure.
  for (const suggestion of set.suggestions) {
    const mark = markOf({ ...set, suggestions: [suggestion] }, digest);
    if (notes.some((body) => body.includes(mark))) continue;
    const body = `${commentOf(suggestion, infoOf(suggestion))}\n${mark}`;
    const position = positionOf(suggestion, found.diff_refs);
    const answer = await call("POST", `${request}/discussions`, { body, position });
    if (answer.status !== 201) throw failure(answer, what);
    posted += 1;
  }
  return { status: posted > 0 ? "posted" : "known", url };
}

async function findOpen(
  call: ReturnType<typeof createCall>,
  requests: string,
  { head, base }: { readonly head: string; readonly base: string },
) {
  const query = new URLSearchParams({ source_branch: head, target_branch: base, state: "opened" });
  const found = await call("GET", `${requests}?${query}`);
  return z.array(MergeRequest).safeParse(found.body).data?.at(0);
}

function positionOf({ path, endLine }: Suggestion, refs: z.infer<typeof DiffRefs>["diff_refs"]) {
  return { position_type: "text", ...refs, old_path: path, new_path: path, new_line: endLine };
}

/** How many lines above and below the commented one are replaced with it. */
function infoOf({ startLine, endLine }: Suggestion): string {
  return `suggestion:-${endLine - startLine}+0`;
}
