import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import { refuseLinkedState } from "./context.ts";
import { writeDurably } from "./durable.ts";
import { codeOf } from "./paths/folder.ts";
import { tightenState } from "./tighten-state.ts";

/** Hides everything, itself included: a run leaves `git status` as it was. */
const hidden = "# Written by AgentForge: state stays out of git.\n*\n";

/** After `init`: state stays out, what people share comes in. */
const shared = `# Written by AgentForge: state stays out of git; contracts, config and harness.json go in.
*
!.gitignore
!contracts/
!contracts/**
!schemas/
!schemas/**
!config.yaml
!harness.json
`;

/**
 * Creates `<root>/.agentforge`, for its owner alone, with its ignore file. `init` opens contracts and configuration to git; without it an
 * ignore file that is already there is left alone.
 */
export async function ensureStateFolder(
  root: string,
  options: { readonly init?: boolean } = {},
): Promise<string> {
  const folder = join(root, ".agentforge");
  const file = join(folder, ".gitignore");
  await refuseLinkedState(folder);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await tightenState(folder);
    const present = await readFile(file, "utf8").catch(() => null);
    const wanted = options.init ? shared : hidden;
    const ours = present === null || present === hidden || present === shared;
    if (present === null || (options.init && ours && present !== wanted))
      await writeDurably(file, wanted, 0o600, `${file}.${process.pid}.tmp`);
    return folder;
  } catch (error) {
    const code = codeOf(error) ?? "";
    if (!["EACCES", "EROFS", "EPERM", "ENOTDIR", "EEXIST"].includes(code)) throw error;
    throw new AgentForgeError("read_only", `${folder} cannot be written`, {
      hint: "AgentForge keeps its state there. Check who owns the folder, and whether the disk is read-only.",
      cause: error,
    });
  }
}
