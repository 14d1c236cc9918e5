import { mkdir, readdir } from "node:fs/promises";
import { AgentForgeError } from "../../domain/errors.ts";
import { createGitOverNetwork, type GitProgram, type Protocol } from "./git/git.ts";
import { remoteAddress, withoutSecrets } from "./hosting/remote-address.ts";

/**
 * Clones a repository that a person named into a new or empty folder. No hooks, templates, filters or
 * submodules run.
 */
export async function cloneInto(
  url: string,
  folder: string,
  options: {
    readonly git: GitProgram;
    readonly token?: string;
    /** Default: https and ssh. */
    readonly protocols?: readonly Protocol[];
  },
): Promise<void> {
  const address = remoteAddress(url);
  const protocols = options.protocols ?? ["https", "ssh"];
  if (!protocols.includes(address.protocol)) {
    throw new AgentForgeError(
      "bad_input",
      `${withoutSecrets(url)} would be fetched over ${address.protocol}`,
      {
        hint: `Use one of: ${protocols.join(", ")}.`,
      },
    );
  }
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) {
    throw new AgentForgeError("conflict", `${folder} is not empty`, {
      hint: "Choose a folder that is empty or does not exist yet.",
    });
  }
  const { token } = options;
  const access = { protocols, host: address.host, ...(token === undefined ? {} : { token }) };
  const git = createGitOverNetwork(options.git, access);
  const flags = ["--quiet", "--template=", "--no-recurse-submodules", "--no-hardlinks"];
  await git(["clone", ...flags, "--", address.url, folder]).catch((error: unknown) => {
    if (!(error instanceof AgentForgeError)) throw error;
    throw new AgentForgeError("remote_failed", withoutSecrets(error.message), {
      hint: "Check the URL, the network and whether you may read the repository.",
    });
  });
}
