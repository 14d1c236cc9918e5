import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import { createGit, createGitOutside, type GitProgram } from "./git/git.ts";
import { layoutOf } from "./git/layout.ts";
import { readUserSettings } from "./git/user-settings.ts";
import { gitDate, signature } from "./landing/build-commit.ts";
import { codeOf } from "./paths/folder.ts";

/** Turns `folder` into a repository and, on request, commits its content. Only at a person's request. */
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
    throw new AgentForgeError("conflict", `${folder} is already a git repository`);
  }
  await createGitOutside(options.git)(["init", "--quiet", "--template=", "--initial-branch=main", folder]);
  if (!options.commit) return;
  const layout = await layoutOf(folder);
  const identity = (await readUserSettings(options.git, layout)).identity;
  const git = createGit(options.git, { gitDir: layout.gitDir, workTree: layout.root });
  await git(["add", "--all", "--", "."]);
  await git(["commit", "--quiet", "--allow-empty", "--no-verify", "--message", "Initial commit"], {
    env: signature(
      identity?.name ?? "AgentForge",
      identity?.email ?? "agentforge@localhost",
      gitDate(options.now()),
    ),
  });
}
