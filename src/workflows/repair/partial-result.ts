import type { ChangeSet, FileState } from "../../domain/entities/code-change.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import type { Step } from "./try-candidates.ts";

/** The leading steps that are each valid on their own: the result of a search that did not fix everything. */
export interface Standing {
  /** Called with each step once it is in the tree. */
  note(steps: readonly Step[]): Promise<void>;
  /** Removes later steps from the tree; empty if there are none. */
  keepAlone(): Promise<readonly Step[]>;
}

export function watchStanding(tree: Pick<AttemptTree, "changes" | "writeBytes" | "remove">): Standing {
  let kept: readonly Step[] = [];
  let change: ChangeSet | null = null;
  return {
    async note(steps) {
      if (!steps.every((step) => step.stands)) return;
      kept = [...steps];
      change = await tree.changes();
    },
    async keepAlone() {
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
