import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { LandRequest, Workspace } from "../../src/domain/ports/workspace.ts";
import {
  ensureStateFolder,
  type GitProgram,
  openWorkspace,
  type WorkspaceOptions,
} from "../../src/services/workspace/index.ts";

/** A separate folder for one test, removed at its end by `using`. */
export interface Place extends Disposable {
  readonly root: string;
  readonly base: string;
  /** The user's own git, with the user's own configuration; the base folder is their home. */
  git(...args: readonly string[]): string;
  write(path: string, content: string | Uint8Array, mode?: number): void;
  open(): Promise<Workspace>;
}

export function createPlace(
  options: { readonly init?: readonly string[] | false; readonly env?: Record<string, string> } = {},
): Place {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "agentforge-workspace-")));
  const root = join(base, "repository");
  mkdirSync(root);
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, {
      cwd: root,
      encoding: "utf8",
      env: { ...userEnv(base), ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
  if (options.init !== false) {
    git("init", "--quiet", "--initial-branch=main", ...(options.init ?? []));
    git("config", "user.name", "Ada");
    git("config", "user.email", "ada@example.org");
  }
  return {
    root,
    base,
    git,
    write(path, content, mode) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content, mode === undefined ? {} : { mode });
    },
    open: () => openAt(root, base),
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

export async function openAt(
  root: string,
  home: string,
  options: Partial<Pick<WorkspaceOptions, "commits" | "git" | "hosting" | "protocols">> = {},
): Promise<Workspace> {
  return openWorkspace({
    root,
    stateFolder: await ensureStateFolder(root),
    now: () => new Date(),
    randomId: () => randomUUID().slice(0, 13),
    git: gitProgram(home),
    ...options,
  });
}

export function gitProgram(home: string): GitProgram {
  return { path: "git", env: { PATH: userEnv(home).PATH, HOME: home } };
}

export function userEnv(home: string): {
  readonly PATH: string;
  readonly HOME: string;
  readonly GIT_CONFIG_NOSYSTEM: string;
} {
  return { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
}

export async function landRequest(
  workspace: Workspace,
  edits: Readonly<Record<string, string | null>>,
  landingId = `L-${randomUUID().slice(0, 8)}`,
): Promise<LandRequest> {
  const attempt = await workspace.openAttempt(`a-${landingId}`);
  for (const [path, content] of Object.entries(edits)) {
    if (content === null) await attempt.remove(path);
    else await attempt.writeBytes(path, Buffer.from(content));
  }
  const change = await attempt.changes();
  await attempt.close();
  return { change, message: "fix(calc): add instead of subtracting", traceId: randomUUID(), landingId };
}
