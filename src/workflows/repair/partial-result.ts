import type { ChangeSet, FileState } from "../../domain/entities/code-change.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import type { AcceptedPatch } from "./try-candidates.ts";

/** The leading patches that are each valid on their own: the result of a search that did not fix everything. */
export interface PartialResult {
  /** Called with each accepted patch once it is in the tree. */
  note(patches: readonly AcceptedPatch[]): Promise<void>;
  /** Removes later patches from the tree; empty if there are none. */
  keep(): Promise<readonly AcceptedPatch[]>;
}

export function watchPartialResult(
  tree: Pick<AttemptTree, "changes" | "writeBytes" | "remove">,
): PartialResult {
  let kept: readonly AcceptedPatch[] = [];
  let change: ChangeSet | null = null;
  return {
    async note(patches) {
      if (!patches.every((patch) => patch.stands)) return;
      kept = [...patches];
      change = await tree.changes();
    },
    async keep() {
      if (change !== null) await returnTo(tree, change);
      return kept;
    },
  };
}

async function returnTo(
  tree: Pick<AttemptTree, "changes" | "writeBytes" | "remove">,
  { files }: ChangeSet,
): Promise<void> {
  const wanted = new Map(files.map(({ path, after }) => [path, after]));
  const now = new Map<string, FileState>();
  for (const { path, before, after } of (await tree.changes()).files) {
    now.set(path, after);
    if (!wanted.has(path)) wanted.set(path, before);
  }
  for (const [path, state] of wanted) {
    if (now.has(path) && isSame(now.get(path) ?? null, state)) continue;
    if (state === null) await tree.remove(path);
    else await tree.writeBytes(path, Buffer.from(state.content_base64, "base64"));
  }
}

function isSame(one: FileState, other: FileState): boolean {
  return one?.content_base64 === other?.content_base64;
}
