import { AgentForgeError } from "../../../domain/errors.ts";
import type { Context, Scratch } from "../context.ts";
import { createGitOverNetwork, type Git } from "../git/git.ts";
import { createPullRequests, type PullRequests } from "./pull-requests.ts";
import { remoteAddress, withoutSecrets } from "./remote-address.ts";

export interface Remote {
  readonly pullRequests: PullRequests;
  /** The commit a branch of the remote is at, or null. */
  tipOf(branch: string): Promise<string | null>;
  /** Creates the branch there, never by force. Nothing happens if it is there already. */
  push(branch: string, commit: string): Promise<void>;
  /** The same for any reference, by its whole name. */
  pushReference(reference: string, object: string): Promise<void>;
}

export function openRemote(context: Context, scratch: Scratch, name: string): Remote {
  const { hosting } = context;
  if (hosting === undefined) {
    throw new AgentForgeError("bad_config", "there is no token for the host of the pull request", {
      hint: "Set one, or land on a branch and push it yourself.",
    });
  }
  const url = scratch.settings.remotes.get(name);
  if (url === undefined) {
    throw new AgentForgeError("bad_input", `the repository has no remote "${name}"`, {
      hint: "Add it with `git remote add`, or land on a branch.",
    });
  }
  const address = remoteAddress(url);
  const access = {
    protocols: context.protocols ?? ["https", "ssh"],
    host: address.host,
    token: hosting.token,
  } as const;
  const git = explained(createGitOverNetwork(context.git, access, { gitDir: scratch.gitDir }));
  const objectAt = async (reference: string) => {
    const listed = await git(["ls-remote", "--refs", "--", address.url, reference]);
    return listed.text.split("\t")[0] || null;
  };
  const tipOf = (branch: string) => objectAt(`refs/heads/${branch}`);
  const send = (object: string, reference: string) =>
    git(["push", "--no-verify", "--porcelain", "--", address.url, `${object}:${reference}`]);
  return {
    pullRequests: createPullRequests(hosting, address),
    tipOf,
    async push(branch, commit) {
      const tip = await tipOf(branch);
      if (tip === commit) return;
      if (tip !== null) throw somebodyElses(branch);
      await send(commit, `refs/heads/${branch}`);
    },
    async pushReference(reference, object) {
      if ((await objectAt(reference)) !== object) await send(object, reference);
    },
  };
}

function explained(git: Git): Git {
  return async (args, options) =>
    git(args, options).catch((error: unknown) => {
      if (!(error instanceof AgentForgeError) || error.code !== "git_failed") throw error;
      throw new AgentForgeError("remote_failed", withoutSecrets(error.message), {
        hint: "Check the network, the remote's address and the token, then land the change again.",
      });
    });
}

function somebodyElses(branch: string): AgentForgeError {
  return new AgentForgeError(
    "conflict",
    `the remote has a branch ${branch} with other commits; it is left alone`,
    {
      hint: "Land the change again; it gets its own name.",
    },
  );
}
