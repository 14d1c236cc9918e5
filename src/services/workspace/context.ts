import { lstat, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import { removeFolder } from "./files/durable.ts";
import { createGit, type Git, type GitPlaces, type GitProgram, type Protocol } from "./git/git.ts";
import { type Layout, layoutOf } from "./git/layout.ts";
import { createOwnGitDir } from "./git/own-git-dir.ts";
import { readUserSettings, type UserSettings } from "./git/user-settings.ts";
import type { Hosting } from "./hosting/hosting.ts";
import { currentOwner } from "./state-folder/owner.ts";

export interface WorkspaceOptions {
  /** The root of the user's repository, as returned by `findRepository`. */
  readonly root: string;
  /** `<root>/.agentforge`. */
  readonly stateFolder: string;
  readonly now: () => Date;
  /** Unique, and safe as a file name. */
  readonly randomId: () => string;
  /** `env` contains PATH, HOME and XDG_CONFIG_HOME if they are set; HOME is only for finding the user's git settings. */
  readonly git: GitProgram;
  /** How commits are made: `honor` signs as the user's git would, and lands nothing that cannot be signed. */
  readonly commits?: {
    readonly signing?: "honor" | "refuse" | "unsigned";
    /** `Name <address>`, for a trailer. */
    readonly coAuthor?: string | null;
  };
  /**
   * The user and group that own all files of an attempt. A sandbox that switches to this user then owns
   * everything, and need not change the owner of each file for each command. Only root can set it.
   */
  readonly treeOwner?: number | undefined;
  /** Needed for pull requests only. */
  readonly hosting?: Hosting;
  /** Protocols allowed for pushing; default: https and ssh. A remote on this machine needs `file`. */
  readonly protocols?: readonly Protocol[];
}

export interface Context extends WorkspaceOptions {
  readonly layout: Layout;
}

export async function createContext(options: WorkspaceOptions): Promise<Context> {
  const layout = await layoutOf(options.root);
  await refuseLinkedState(options.stateFolder);
  return { ...options, root: layout.root, layout };
}

/**
 * A repository can contain links; one in place of the state folder, or of anything in it, would make us write
 * and delete files elsewhere.
 */
export async function refuseLinkedState(stateFolder: string): Promise<void> {
  const found = await lstat(stateFolder).catch(() => null);
  if (found === null) return;
  if (!found.isDirectory()) throw notOurs(stateFolder);
  for (const entry of await readdir(stateFolder, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) throw notOurs(join(stateFolder, entry.name));
  }
}

function notOurs(path: string): AgentForgeError {
  return new AgentForgeError("state_damaged", `${path} is a symbolic link or not a folder`, {
    hint: "AgentForge keeps its state there. Check what it is, and remove it if you did not put it there.",
  });
}

export function readSettings(context: Context): Promise<UserSettings> {
  return readUserSettings(context.git, context.layout);
}

/** Our own git directory for one operation, on the user's working tree; removed when disposed. */
export interface Scratch extends AsyncDisposable {
  readonly folder: string;
  readonly gitDir: string;
  readonly settings: UserSettings;
  git(places?: Partial<GitPlaces>): Git;
}

export async function openScratch(context: Context): Promise<Scratch> {
  const folder = await createScratchFolder(context);
  const gitDir = join(folder, "git");
  const settings = await readSettings(context);
  await createOwnGitDir(gitDir, context.layout, settings);
  return {
    folder,
    gitDir,
    settings,
    git: (places = {}) => createGit(context.git, { gitDir, workTree: context.root, ...places }),
    [Symbol.asyncDispose]: () => removeFolder(folder),
  };
}

/**
 * Named after its owner, so that leftovers of a dead process can be told apart from files a live one uses.
 */
export async function createScratchFolder(context: Context): Promise<string> {
  const owner = await currentOwner();
  const folder = join(
    context.stateFolder,
    "scratch",
    `${owner.pid}-${owner.started ?? 0}-${context.randomId()}`,
  );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}
