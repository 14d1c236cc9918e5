import { AgentForgeError } from "../../../domain/errors.ts";
import type { Landing, LandRequest } from "../../../domain/ports/workspace.ts";
import type { Context } from "../context.ts";
import { verifyDiff } from "../files/diff.ts";
import { namesBefore } from "../files/file-state.ts";
import type { Head } from "../git/refs.ts";
import { createPathResolver } from "../paths/resolver.ts";
import { createBackups, type Manifest, safeName } from "./backup.ts";
import { commitChange } from "./commit-change.ts";
import { landOnBranch } from "./land-on-branch.ts";
import { createLandingIntents } from "./landing-intent.ts";
import { manifestOf, withTrailer } from "./manifest.ts";

/** Repeating a landing id returns the first result. */
export async function land(context: Context, request: LandRequest): Promise<Landing> {
  const landingId = safeName(request.landingId);
  const known = await createBackups(context.stateFolder).load(landingId);
  if (known?.status === "landed") return landed(known);
  if (known?.status === "restored") throw rolledBack(landingId);
  await checkChange(context, request);
  if (request.to !== undefined && request.to.kind !== "current-branch")
    return landOnBranch(context, request, known);
  return landHere(context, request);
}

/** On the branch the user is on. */
async function landHere(context: Context, request: LandRequest): Promise<Landing> {
  const { landingId } = request;
  const backups = createBackups(context.stateFolder);
  const outcome = await commitChange(context, {
    landingId,
    direction: "land",
    files: request.change.files,
    allowOwnEdits: request.allowOwnEdits ?? false,
    message: withTrailer(request.message, request.traceId, context.commits?.coAuthor),
    prepare: async (commit, head, files) => {
      if ((await backups.load(landingId)) !== null) throw landedMeanwhile(landingId);
      const manifest = manifestOf(
        context,
        { ...request, change: { ...request.change, files: [...files] } },
        {
          commit,
          branch: branchOf(head),
          headBefore: head.commit,
        },
      );
      await backups.save(manifest, files);
    },
    abandon: async () => {
      const manifest = await backups.load(landingId);
      if (manifest?.status === "landing") await backups.discard(landingId);
    },
  });
  if (outcome.status === "conflict") {
    return { status: "conflict", paths: outcome.conflicts.map(({ path }) => path), why: outcome.why };
  }
  await markLanded(context, landingId);
  const { commit, head, merged } = outcome;
  return {
    ...{ status: "landed", commit, branch: branchOf(head) },
    ...(merged.length > 0 && { editedSince: merged }),
  };
}

function landed({ commit, branch, pull_request: pullRequest }: Manifest): Landing {
  return { status: "landed", commit, branch, ...(pullRequest === null ? {} : { pullRequest }) };
}

/** The last step of a landing, in any process: records it in the manifest, then removes the intent. */
export async function markLanded(context: Context, landingId: string): Promise<void> {
  const backups = createBackups(context.stateFolder);
  const manifest = await backups.load(landingId);
  if (manifest !== null) await backups.update({ ...manifest, status: "landed" });
  await createLandingIntents(context.stateFolder).remove(landingId);
}

/** Rejects a change that is empty, touches protected paths, or does not match its diff. */
export async function checkChange(context: Context, { change }: Pick<LandRequest, "change">): Promise<void> {
  if (change.files.length === 0) {
    throw new AgentForgeError("nothing_to_commit", "the change is empty; there is nothing to commit");
  }
  const resolver = createPathResolver(context.root, context.randomId, namesBefore(change.files));
  for (const file of change.files) resolver.check(file.path, "write");
  await verifyDiff(context, change);
}

function branchOf(head: Head): string | null {
  return head.reference?.replace(/^refs\/heads\//, "") ?? null;
}

function landedMeanwhile(landingId: string): AgentForgeError {
  return new AgentForgeError("busy", `another process has just landed ${landingId}`, {
    hint: "Check `git log`.",
  });
}

function rolledBack(landingId: string): AgentForgeError {
  return new AgentForgeError("conflict", `landing ${landingId} was rolled back`, {
    hint: "Run the repair again to land it again.",
  });
}
