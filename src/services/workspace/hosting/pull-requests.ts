import { z } from "zod";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { RemoteAddress } from "./remote-address.ts";

/** How to reach the host that keeps the pull requests: GitHub, or one that speaks like it. */
export interface Hosting {
  readonly token: string;
  /** `https://api.github.com` for github.com and `https://<host>/api/v3` for others, where nothing is said. */
  readonly apiBase?: string;
  /** `owner/name`, where the remote's address does not tell it. */
  readonly repository?: string;
}

interface PullRequestDraft {
  readonly title: string;
  readonly body: string;
  readonly head: string;
  readonly base: string;
  readonly draft: boolean;
}

const PullRequest = z.object({ html_url: z.url(), number: z.int() });
const Problem = z.object({ message: z.string(), errors: z.array(z.unknown()).optional() });

export interface PullRequests {
  /** The address of the pull request; of the open one, where the branch has one already. */
  open(draft: PullRequestDraft): Promise<string>;
  close(url: string): Promise<void>;
}

export function createPullRequests(hosting: Hosting, address: RemoteAddress): PullRequests {
  const repository = hosting.repository ?? `${address.owner}/${address.repository}`;
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
    throw new AgentForgeError("bad_input", `"${repository}" does not name a repository of the host`, {
      hint: "Set the repository as owner/name.",
    });
  }
  const standard =
    address.host === "github.com" ? "https://api.github.com" : `https://${address.host}/api/v3`;
  const pulls = `${(hosting.apiBase ?? standard).replace(/\/+$/, "")}/repos/${repository}/pulls`;
  const owner = repository.slice(0, repository.indexOf("/"));

  return {
    async open(draft) {
      const created = await call(hosting, "POST", pulls, draft);
      if (created.status === 201) return PullRequest.parse(created.body).html_url;
      if (created.status === 422) {
        const query = new URLSearchParams({ head: `${owner}:${draft.head}`, state: "open" });
        const found = await call(hosting, "GET", `${pulls}?${query}`);
        const known = z.array(PullRequest).safeParse(found.body).data?.at(0);
        if (known !== undefined) return known.html_url;
      }
      throw failure(created, `opening a pull request in ${repository}`);
    },

    async close(url) {
      const number = /\/(\d+)$/.exec(url)?.[1] ?? "";
      const closed = await call(hosting, "PATCH", `${pulls}/${number}`, { state: "closed" });
      if (closed.status !== 200) throw failure(closed, `closing ${url}`);
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function call(hosting: Hosting, method: string, url: string, body?: unknown): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${hosting.token}`,
        "content-type": "application/json",
        "user-agent": "agentforge",
        "x-github-api-version": "2022-11-28",
      },
      redirect: "error",
      signal: AbortSignal.timeout(30_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  } catch (cause) {
    throw new AgentForgeError("remote_failed", `${new URL(url).host} cannot be reached`, {
      hint: "Check the network and the address of the API, then land the change again.",
      cause,
    });
  }
}

function failure(answer: Answer, what: string): AgentForgeError {
  const problem = Problem.safeParse(answer.body).data;
  const details = problem?.errors === undefined ? "" : ` ${JSON.stringify(problem.errors)}`;
  const hint =
    answer.status === 401 || answer.status === 403 || answer.status === 404
      ? "Check that the token may write pull requests of this repository."
      : "Read the host's answer, fix its cause and land the change again.";
  return new AgentForgeError(
    "remote_failed",
    `${what} failed (${answer.status}): ${problem?.message ?? ""}${details}`,
    { hint },
  );
}
