import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";
import { refuseLinkedState } from "../context.ts";
import { writeDurably } from "../files/durable.ts";
import { codeOf } from "../paths/folder.ts";
import { tightenState } from "./tighten-state.ts";

/** Hides everything, including itself, so that a run does not change `git status`. */
const hidden = "# Written by AgentForge: state stays out of git.\n*\n";

/** What people write and share: if any of these exists, the folder is not only ours. */
const SHARED_NAMES = ["contracts", "config.yaml", "harness.json"];

/** Ignores state, but not what people share. Hides itself too, so that a run does not change `git status`. */
const opened = `# Written by AgentForge: state stays out of git; contracts, config and harness.json go in.
*
!contracts/
!contracts/**
!schemas/
!schemas/**
!config.yaml
!harness.json
`;

/** After `init` the file itself can be committed too. */
const shared = opened.replace("*\n", "*\n!.gitignore\n");

/**
 * Creates `<root>/.agentforge`, accessible only to its owner, with its ignore file. `init`, or a contract or
 * setting that a person wrote, lets git see contracts and settings. An ignore file that a person edited is
 * left alone.
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
    const isOurs = present === null || [hidden, opened, shared].includes(present);
    const wanted = options.init ? shared : hasShared(folder) ? opened : hidden;
    if (isOurs && present !== shared && present !== wanted)
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

function hasShared(folder: string): boolean {
  return SHARED_NAMES.some((name) => existsSync(join(folder, name)));
}
