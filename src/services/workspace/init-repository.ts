import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import { createGit, createGitOutside, type GitProgram } from "./git/git.ts";
import { layoutOf } from "./git/layout.ts";
import { readUserSettings } from "./git/user-settings.ts";
import { codeOf } from "./paths/folder.ts";

/** Makes `folder` a repository and, where asked, commits what is in it. For people who asked for it; never on its own. */
export async function initRepository(
  folder: string,
  options: { readonly git: GitProgram; readonly commit?: boolean; readonly now: () => Date },
): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new AgentForgeError("read_only", `${folder} cannot be written (${codeOf(error)})`, {
      cause: error,
    });
  });
  if (await stat(join(folder, ".git")).catch(() => null)) {
    throw new AgentForgeError("conflict", `${folder} is a git repository already`, {
      hint: "Nothing needs to be done.",
    });
  }
  await createGitOutside(options.git)(["init", "--quiet", "--template=", "--initial-branch=main", folder]);
  if (!options.commit) return;
  const layout = await layoutOf(folder);
  const identity = (await readUserSettings(options.git, layout)).identity;
  const name = identity?.name ?? "AgentForge";
  const email = identity?.email ?? "agentforge@localhost";
  const git = createGit(options.git, { gitDir: join(layout.root, ".git"), workTree: layout.root });
  await git(["add", "--all", "--", "."]);
  const date = `${Math.floor(options.now().getTime() / 1000)} +0000`;
  await git(["commit", "--quiet", "--allow-empty", "--no-verify", "--message", "Initial commit"], {
    env: {
      GIT_AUTHOR_NAME: name,
      GIT_AUTHOR_EMAIL: email,
      GIT_AUTHOR_DATE: `@${date}`,
      GIT_COMMITTER_NAME: name,
      GIT_COMMITTER_EMAIL: email,
      GIT_COMMITTER_DATE: `@${date}`,
    },
  });
}
