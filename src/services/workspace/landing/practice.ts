import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import type { CommitPractice } from "../../../domain/ports/workspace.ts";
import { type Context, readSettings } from "../context.ts";
import type { SigningWish } from "../git/signing.ts";

/** Hooks that `git commit` runs. */
const HOOKS = ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"];

export async function commitPractice(context: Context): Promise<CommitPractice> {
  const settings = await readSettings(context);
  return {
    signing: signingPractice(context, settings.signing),
    hooks: await hooksIn(context, settings.hooksPath),
    coAuthor: context.commits?.coAuthor ?? null,
  };
}

/** How a landing handles the signature that git would make. */
export function signingPractice(
  { commits }: Pick<Context, "commits">,
  wish: SigningWish | null,
): CommitPractice["signing"] {
  const { signing = "honor" } = commits ?? {};
  if (wish === null) return { status: "not_asked" };
  if (signing === "unsigned") return { status: "unsigned" };
  if (signing === "refuse") {
    const why =
      "commit.gpgsign requires a signature, and commits.signing: refuse in your settings does not let AgentForge sign: apply the change with git apply and commit it yourself";
    return { status: "refused", why };
  }
  if (wish.refused !== null)
    return { status: "refused", why: `commit.gpgsign requires a signature, but ${wish.refused}` };
  return { status: "signed", with: wish.format };
}

async function hooksIn({ root, layout, git }: Context, configured: string | null): Promise<string[]> {
  const named = configured?.replace(/^~(?=\/)/, git.env.HOME ?? "~") ?? join(layout.commonDir, "hooks");
  const folder = isAbsolute(named) ? named : join(root, named);
  const found: string[] = [];
  for (const name of HOOKS) if (await isProgram(join(folder, name))) found.push(name);
  return found;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
