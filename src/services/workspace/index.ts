import type { Workspace } from "../../domain/ports/workspace.ts";
import { createEditFolder } from "./attempts/edit-folder.ts";
import { openAttempt } from "./attempts/open-attempt.ts";
import { openCommit } from "./attempts/open-commit.ts";
import { createContext, openScratch, readSettings, type WorkspaceOptions } from "./context.ts";
import { changedSince } from "./git/changed-since.ts";
import { changedIn, commitsSaying, diffHashOf, findCommit, readCommitted } from "./git/commits.ts";
import { createReferences } from "./git/own-references.ts";
import { land } from "./landing/land.ts";
import { commitPractice } from "./landing/practice.ts";
import { pushChange } from "./landing/push-change.ts";
import { rollback } from "./landing/rollback.ts";
import { countOtherTrees, readState } from "./state.ts";
import { recover, recoverLandings } from "./state-folder/recover.ts";

export { cloneInto } from "./clone.ts";
export type { WorkspaceOptions } from "./context.ts";
export { writeDurably } from "./files/durable.ts";
export type { FileContent } from "./files/file-state.ts";
export type { GitProgram, Protocol } from "./git/git.ts";
export { findRepository } from "./git/layout.ts";
export { initRepository } from "./init-repository.ts";
export { checkLandings, type DamagedFile } from "./landing/check-landings.ts";
export { openMirrors } from "./mirrors.ts";
export { PathRefused, type PathRule } from "./paths/refusal.ts";
export { createPathResolver, type PathResolver } from "./paths/resolver.ts";
export { placeResult } from "./place-result.ts";
export { currentOwner, isAlive, isMarkAlive, markOf, type Owner } from "./state-folder/owner.ts";
export { ensureStateFolder } from "./state-folder/state-folder.ts";

/** The state folder must exist; `ensureStateFolder` creates it. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const context = await createContext(options);
  return {
    root: context.root,
    state: () => readState(context),
    references: createReferences(context),
    identity: async () => (await readSettings(context)).identity,
    tracks: async (path) => {
      await using scratch = await openScratch(context);
      return (await scratch.git()(["ls-files", "-z", "--", path])).text !== "";
    },
    ignored: async (paths) => {
      await using scratch = await openScratch(context);
      const words = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--", ...paths];
      return (await scratch.git()(words)).text.split("\0").filter((path) => path !== "");
    },
    origin: async () => (await readSettings(context)).remotes.get("origin") ?? null,
    openAttempt: (id, options) => openAttempt(context, id, options),
    openCommit: (id, commit) => openCommit(context, id, commit),
    commitsSaying: (text) => commitsSaying(context, text),
    readCommitted: (path, sha256) => readCommitted(context, path, sha256),
    changedIn: (commit) => changedIn(context, commit),
    diffHashOf: (commit, look) => diffHashOf(context, commit, look),
    countOtherTrees: () => countOtherTrees(context.layout),
    editFolder: (name) => createEditFolder(context, name),
    findCommit: (name) => findCommit(context, name),
    changedSince: (name) => changedSince(context, name),
    commitPractice: () => commitPractice(context),
    land: async (request) => {
      await recoverLandings(context);
      return land(context, request);
    },
    pushChange: (request) => pushChange(context, request),
    rollback: async (landingId) => {
      await recoverLandings(context);
      return rollback(context, landingId);
    },
    recover: () => recover(context),
  };
}
