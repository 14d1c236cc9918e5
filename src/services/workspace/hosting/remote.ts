import { join } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { Forge } from "../../../domain/ports/forge.ts";
import type { Context, Scratch } from "../context.ts";
import { createGitOverNetwork, type Git } from "../git/git.ts";
import { remoteAddress, withoutSecrets } from "./remote-address.ts";

export interface Remote {
  /** Throws `bad_config` if there is no token for the host. */
  forge(): Forge;
  /** The commit of a branch on the remote, or null. */
  tipOf(branch: string): Promise<string | null>;
  /**
   * Creates the branch on the remote, or advances it from `from`. Does nothing if it already exists. Commits
   * are lost only with `replace`, and only if the branch is still at `from`.
   */
  push(
    branch: string,
    commit: string,
    from?: string | null,
    options?: { readonly replace: boolean },
  ): Promise<void>;
  /** Fetches the last commit of a branch, without its history. */
  fetchTip(branch: string): Promise<void>;
  /** Fetches the commits of a branch into this repository, and returns the message of the last one. */
  fetch(branch: string): Promise<string>;
  /** The same for any reference, by its full name. */
  pushReference(reference: string, object: string): Promise<void>;
}

const ONLY_THIS = ["--no-tags", "--no-write-fetch-head"];

export function openRemote(context: Context, scratch: Scratch, name: string): Remote {
  const { hosting } = context;
  const address = remoteAddress(urlOf(scratch, name));
  const access = {
    protocols: context.protocols ?? ["https", "ssh"],
    host: address.host,
    ...(hosting && { token: hosting.token }),
  };
  const gitWith = (places: { readonly objects?: string }) =>
    explained(createGitOverNetwork(context.git, access, { gitDir: scratch.gitDir, ...places }));
  const git = gitWith({});
  const objectAt = async (reference: string) => {
    const listed = await git(["ls-remote", "--refs", "--", address.url, reference]);
    return listed.text.split("\t")[0] || null;
  };
  const tipOf = (branch: string) => objectAt(`refs/heads/${branch}`);
  const send = (object: string, reference: string, options: readonly string[] = []) =>
    git(["push", "--no-verify", "--porcelain", ...options, "--", address.url, `${object}:${reference}`]);
  return {
    forge() {
      if (hosting === undefined) throw noToken();
      return hosting.openForge(address);
    },
    tipOf,
    async push(branch, commit, from = null, options = { replace: false }) {
      const tip = await tipOf(branch);
      if (tip === commit) return;
      if (tip !== from) throw somebodyElses(branch);
      const reference = `refs/heads/${branch}`;
      const isNew = from === null;
      const lease = isNew || options.replace ? [`--force-with-lease=${reference}:${from ?? ""}`] : [];
      await send(commit, reference, lease);
    },
    async fetchTip(branch) {
      await git(["fetch", "--quiet", ...ONLY_THIS, "--depth=1", "--", address.url, `refs/heads/${branch}`]);
    },
    async fetch(branch) {
      const keeping = gitWith({ objects: join(context.layout.commonDir, "objects") });
      await keeping(["fetch", ...ONLY_THIS, "--", address.url, `refs/heads/${branch}`]);
      const tip = await tipOf(branch);
      return (await scratch.git()(["log", "-1", "--format=%B", tip ?? "HEAD"])).text;
    },
    async pushReference(reference, object) {
      if ((await objectAt(reference)) !== object) await send(object, reference);
    },
  };
}

function urlOf(scratch: Scratch, name: string): string {
  const url = scratch.settings.remotes.get(name);
  if (url !== undefined) return url;
  throw new AgentForgeError("bad_input", `the repository has no remote "${name}"`, {
    hint: "Add it with `git remote add`, or land on a branch.",
  });
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

function noToken(): AgentForgeError {
  return new AgentForgeError("bad_config", "there is no token for the host of the pull request", {
    hint: "Set one, or land on a branch and push it yourself.",
  });
}

function somebodyElses(branch: string): AgentForgeError {
  return new AgentForgeError(
    "conflict",
    `the remote has a branch ${branch} with other commits; it was left unchanged`,
    {
      hint: "Land the change again; a new branch name is chosen.",
    },
  );
}
