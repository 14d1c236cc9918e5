import { AgentForgeError } from "../../../domain/errors.ts";
import type { Context, Scratch } from "../context.ts";
import { createGitOverNetwork, type Git } from "../git/git.ts";
import { createPullRequests } from "../hosting/pull-requests.ts";
import { remoteAddress, withoutSecrets } from "../hosting/remote-address.ts";

export interface Publication {
  readonly remote?: string;
  readonly branch: string;
  readonly base: string | null;
  readonly commit: string;
  readonly title: string;
  readonly body: string;
  readonly draft?: boolean;
}

/** Pushes the branch, never by force, and opens a pull request for it. Says where it is. Can be repeated. */
export async function publish(context: Context, scratch: Scratch, publication: Publication): Promise<string> {
  const { hosting } = context;
  if (hosting === undefined) {
    throw new AgentForgeError("bad_config", "there is no token for the host of the pull request", {
      hint: "Set one, or land on a branch and push it yourself.",
    });
  }
  const name = publication.remote ?? "origin";
  const url = scratch.settings.remotes.get(name);
  if (url === undefined) {
    throw new AgentForgeError("bad_input", `the repository has no remote "${name}"`, {
      hint: "Add it with `git remote add`, or land on a branch.",
    });
  }
  if (publication.base === null) {
    throw new AgentForgeError("bad_input", "HEAD is detached, so the pull request has no base", {
      hint: "Name the base branch.",
    });
  }
  const address = remoteAddress(url);
  const places = { gitDir: scratch.gitDir };
  const protocols = context.protocols ?? ["https", "ssh"];
  const git = createGitOverNetwork(
    context.git,
    { protocols, host: address.host, token: hosting.token },
    places,
  );
  await push(git, address.url, publication);
  return createPullRequests(hosting, address).open({
    title: publication.title,
    body: publication.body,
    head: publication.branch,
    base: publication.base,
    draft: publication.draft ?? false,
  });
}

async function push(git: Git, url: string, { branch, commit }: Publication): Promise<void> {
  const reference = `refs/heads/${branch}`;
  try {
    const listed = await git(["ls-remote", "--refs", "--", url, reference]);
    const present = listed.text.split("\t")[0] ?? "";
    if (present === commit) return;
    if (present !== "") throw somebodyElses(branch);
    await git(["push", "--no-verify", "--porcelain", "--", url, `${commit}:${reference}`]);
  } catch (error) {
    if (!(error instanceof AgentForgeError) || error.code !== "git_failed") throw error;
    throw new AgentForgeError("remote_failed", withoutSecrets(error.message), {
      hint: "Check the network, the remote's address and the token, then land the change again.",
    });
  }
}

function somebodyElses(branch: string): AgentForgeError {
  return new AgentForgeError(
    "conflict",
    `the remote has a branch ${branch} with other commits; it is left alone`,
    {
      hint: "Land the change anew; it gets a name of its own.",
    },
  );
}
