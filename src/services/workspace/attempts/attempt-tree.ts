import { join } from "node:path";
import type { TextEdit } from "../../../domain/entities/patch.ts";
import type { Lent } from "../../../domain/ports/sandbox.ts";
import type { AttemptTree } from "../../../domain/ports/workspace.ts";
import type { Context } from "../context.ts";
import { applyPatch } from "../files/apply-patch.ts";
import { describeChange } from "../files/diff.ts";
import type { FileContent } from "../files/file-state.ts";
import { applyEdits, decodeText } from "../files/text-edits.ts";
import { createGit } from "../git/git.ts";
import { discardFolder } from "./discard.ts";
import { createHistory } from "./history.ts";
import { recentDiffs } from "./recent-diffs.ts";
import { TreeFiles } from "./tree-files.ts";

export interface OpenedTree {
  readonly id: string;
  /** Contains everything that belongs to the attempt; removed on close. */
  readonly folder: string;
  readonly path: string;
  readonly baseCommit: string | null;
  readonly opening: string;
  readonly lent: readonly Lent[];
  /** The user's folders that are lent because they contain only data, and a lot of it. */
  readonly data?: readonly string[];
  readonly uncommitted: readonly string[];
  /** The lent folders that may be read. */
  readonly files: readonly string[];
  /** Aborted when nobody is waiting for the removal anymore. */
  readonly signal?: AbortSignal | undefined;
}

export function createAttemptTree(context: Context, opened: OpenedTree): AttemptTree {
  const { folder, path, baseCommit } = opened;
  const files = new TreeFiles(context, opened);
  const git = createGit(context.git, { gitDir: join(folder, "git"), workTree: path });
  const inTurn = createTurns();
  const close = () =>
    inTurn(() => discardFolder(context, folder, { files: opened.files.length, signal: opened.signal }));

  return {
    ...factsOf(opened),
    files: async () => files.list(),
    readBytes: (path) => files.readBytes(path),
    readText: async (path) =>
      new TextDecoder("utf-8", { ignoreBOM: true }).decode(await files.readBytes(path)),
    writeBytes: (path, content) => inTurn(() => files.write(path, content)),
    remove: (path) => inTurn(() => files.remove(path)),
    apply: (edits) => inTurn(async () => files.changeAll(await edited(files, edits))),
    applyPatch: (patch) =>
      inTurn(async () => {
        const read = (path: string) => files.read(files.check(path, "write"));
        await files.changeAll(await applyPatch(context, patch, read));
      }),
    recentDiffs: () => recentDiffs(git, baseCommit, opened.opening),
    history: createHistory(git, baseCommit, (path) => files.check(path, "read")),
    setRestorePoint: () => inTurn(async () => files.setRestorePoint()),
    restore: () => inTurn(() => files.restore()),
    changes: () => inTurn(async () => describeChange(context, await files.changed())),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** One change at a time, in the order of the calls. */
function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

function factsOf({ id, path, baseCommit, opening, lent, uncommitted }: OpenedTree) {
  return { id, path, baseCommit, opening, lent, uncommitted };
}

/** The content of files after text edits. */
async function edited(
  files: TreeFiles,
  edits: readonly TextEdit[],
): Promise<ReadonlyMap<string, FileContent | null>> {
  const after = new Map<string, FileContent | null>();
  for (const [path, group] of Map.groupBy(edits, (edit) => files.check(edit.path, "write"))) {
    if (group.some((edit) => edit.remove)) {
      after.set(path, null);
      continue;
    }
    const content = await files.read(path);
    const text = content === null ? "" : decodeText(path, content.bytes);
    const bytes = Buffer.from(applyEdits(path, text, group));
    after.set(path, { bytes, executable: content?.executable ?? false });
  }
  return after;
}
