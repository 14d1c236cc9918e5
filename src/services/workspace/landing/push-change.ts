import type { PushedChange, PushRequest } from "../../../domain/ports/workspace.ts";
import { type Context, openScratch, type Scratch } from "../context.ts";
import { readHead } from "../git/refs.ts";
import { openRemote, type Remote } from "../hosting/remote.ts";
import { buildCommit, whyUnsigned } from "./build-commit.ts";
import { findCommittedConflicts } from "./conflicts.ts";
import { checkChange } from "./land.ts";
import { safeBranch } from "./land-on-branch.ts";
import { withTrailer } from "./manifest.ts";

/**
 * Pushes a change as one commit on top of HEAD. The user's tree, index and branches stay unchanged. A newer
 * proposal replaces our own branch for the same problem, but never other people's commits.
 */
export async function pushChange(context: Context, request: PushRequest): Promise<PushedChange> {
  await checkChange(context, request);
  const branch = safeBranch(request.branch);
  await using scratch = await openScratch(context);
  const head = await readHead(context.layout);
  const remote = openRemote(context, scratch, request.remote ?? "origin");
  const { conflicts, placements } = await findCommittedConflicts(scratch, head, {
    files: request.change.files,
    allowOwnEdits: false,
  });
  const [conflict] = conflicts;
  if (conflict !== undefined) return { status: "conflict", why: `${conflict.path}: ${conflict.why}` };
  const tip = await remote.tipOf(branch);
  if (request.mode === "onto" && tip !== head.commit) return { status: "conflict", why: moved(branch, tip) };
  const built = await buildCommit(context, scratch, {
    parent: head.commit,
    placements,
    message: withTrailer(request.message, request.traceId, context.commits?.coAuthor),
  }).catch(whyUnsigned);
  if (typeof built === "string") return { status: "conflict", why: built };
  const { commit } = built;
  if (request.mode === "onto" || tip === null) {
    await remote.push(branch, commit, request.mode === "onto" ? tip : null);
    return { status: "pushed", commit, branch };
  }
  const present = await factsOf(scratch, remote, branch, tip);
  if (!present.isOurs) return { status: "conflict", why: `someone has pushed commits to ${branch}` };
  const own = await describe(scratch, commit);
  if (own.tree === present.tree && own.parents === present.parents)
    return { status: "unchanged", commit: tip, branch };
  await remote.push(branch, commit, tip, { replace: true });
  return { status: "pushed", commit, branch };
}

function moved(branch: string, tip: string | null): string {
  return tip === null
    ? `the remote has no branch ${branch}`
    : `${branch} is not at the checked-out commit; check out the branch itself, not a merge with it`;
}

interface Facts {
  readonly tree: string;
  readonly parents: string;
  readonly message: string;
}

async function factsOf(
  scratch: Scratch,
  remote: Remote,
  branch: string,
  tip: string,
): Promise<Facts & { readonly isOurs: boolean }> {
  await remote.fetchTip(branch);
  const facts = await describe(scratch, tip);
  return { ...facts, isOurs: /^\[ExoTrace: [\w-]+\]$/m.test(facts.message) };
}

async function describe(scratch: Scratch, commit: string): Promise<Facts> {
  const { text } = await scratch.git()(["cat-file", "commit", commit]);
  const end = text.indexOf("\n\n");
  const headers = text.slice(0, end).split("\n");
  const of = (name: string) =>
    headers
      .filter((line) => line.startsWith(`${name} `))
      .map((line) => line.slice(name.length + 1))
      .join(" ");
  return { tree: of("tree"), parents: of("parent"), message: text.slice(end + 2) };
}
