import { join } from "node:path";
import type { TextEdit } from "../../../domain/entities/patch.ts";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { Lent } from "../../../domain/ports/sandbox.ts";
import type { AttemptTree } from "../../../domain/ports/workspace.ts";
import type { Context } from "../context.ts";
import { applyPatch } from "../files/apply-patch.ts";
import { describeChange } from "../files/diff.ts";
import { type FileContent, fileState, sameContent } from "../files/file-state.ts";
import { applyEdits, decodeText } from "../files/text-edits.ts";
import { createGit } from "../git/git.ts";
import { createPathResolver, type PathResolver } from "../paths/resolver.ts";
import { isBelowOne } from "./data-folders.ts";
import { discardFolder } from "./discard.ts";
import { createHistory } from "./history.ts";
import { recentDiffs } from "./recent-diffs.ts";

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

/**
 * Only its own calls write to the tree (tests run on a throwaway overlay), so it knows which files were
 * touched and their previous content: the cost of restoring depends on what changed, not on the size of the
 * tree.
 */
export function createAttemptTree(context: Context, opened: OpenedTree): AttemptTree {
  const { data = [] } = opened;
  const names = new Set(opened.files);
  const resolver = createPathResolver(opened.path, context.randomId, names);
  const original = createPathResolver(context.root, context.randomId, names);
  const resolverOf = (path: string) => (isBelowOne(data, path) ? original : resolver);
  const git = createGit(context.git, { gitDir: join(opened.folder, "git"), workTree: opened.path });
  const present = new Set(opened.files);
  let listed: readonly string[] | null = null;
  /** The state of touched files when the attempt started, and at the last restore point. */
  const opening = new Map<string, FileContent | null>();
  const atRestorePoint = new Map<string, FileContent | null>();
  let last: Promise<unknown> = Promise.resolve();

  /** One change at a time, in the order of the calls. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };

  const put = async (path: string, content: FileContent | null): Promise<void> => {
    if (isBelowOne(data, path)) throw isData(path);
    if (content === null) await resolver.remove(path);
    else await resolver.replace(path, content, { owner: context.treeOwner });
    if (present.has(path) === (content !== null)) return;
    if (content === null) present.delete(path);
    else present.add(path);
    listed = null;
  };

  const change = async (
    path: string,
    make: (before: FileContent | null) => FileContent | null,
  ): Promise<void> => {
    const before = await resolver.read(path);
    await put(path, make(before));
    if (!opening.has(path)) opening.set(path, before);
    if (!atRestorePoint.has(path)) atRestorePoint.set(path, before);
  };

  /** All or nothing. */
  const changeAll = async (after: ReadonlyMap<string, FileContent | null>): Promise<void> => {
    const before = new Map<string, FileContent | null>();
    for (const path of after.keys()) before.set(path, await resolver.read(path));
    try {
      for (const [path, content] of after) await change(path, () => content);
    } catch (error) {
      for (const [path, content] of before) await put(path, content).catch(() => undefined);
      throw error;
    }
  };

  const readBytes = async (path: string): Promise<Uint8Array> => {
    await using file = await resolverOf(path).openForRead(path);
    return await file.readFile();
  };

  return {
    ...factsOf(opened),
    files: async () => {
      listed ??= [...present].sort();
      return listed;
    },
    readBytes,
    readText: async (path) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(await readBytes(path)),

    writeBytes: (path, content) =>
      inTurn(() => {
        const name = resolver.check(path, "write");
        return change(name, (before) => ({ bytes: content, executable: before?.executable ?? false }));
      }),

    remove: (path) =>
      inTurn(async () => {
        const name = resolver.check(path, "write");
        if ((await resolver.read(name)) === null) {
          throw new AgentForgeError("not_found", `${path} does not exist`, { hint: "Check the path." });
        }
        await change(name, () => null);
      }),

    apply: (edits) => inTurn(async () => changeAll(await edited(resolver, edits))),

    applyPatch: (patch) =>
      inTurn(async () => {
        const read = (path: string) => resolver.read(resolver.check(path, "write"));
        await changeAll(await applyPatch(context, patch, read));
      }),

    recentDiffs: () => recentDiffs(git, opened.baseCommit, opened.opening),
    history: createHistory(git, opened.baseCommit, (path) => resolver.check(path, "read")),

    setRestorePoint: () => inTurn(async () => atRestorePoint.clear()),

    restore: () =>
      inTurn(async () => {
        for (const [path, content] of atRestorePoint) await put(path, content);
        atRestorePoint.clear();
      }),

    changes: () =>
      inTurn(async () => {
        const files = [];
        for (const [path, before] of opening) {
          const after = await resolver.read(path);
          if (!sameContent(before, after))
            files.push({ path, before: fileState(before), after: fileState(after) });
        }
        return describeChange(context, files);
      }),

    close: () =>
      inTurn(() =>
        discardFolder(context, opened.folder, { files: opened.files.length, signal: opened.signal }),
      ),
  };
}

function factsOf({ id, path, baseCommit, opening, lent, uncommitted }: OpenedTree) {
  return { id, path, baseCommit, opening, lent, uncommitted };
}

/** Tests see the user's own folder there, so a write to the copy would not be tested. */
function isData(path: string): AgentForgeError {
  return new AgentForgeError("unsupported", `${path} is in a data folder, which is not copied`, {
    hint: "Change code instead, or change the data yourself.",
  });
}

/** The content of files after text edits. */
async function edited(
  resolver: PathResolver,
  edits: readonly TextEdit[],
): Promise<ReadonlyMap<string, FileContent | null>> {
  const after = new Map<string, FileContent | null>();
  for (const [path, group] of Map.groupBy(edits, (edit) => resolver.check(edit.path, "write"))) {
    if (group.some((edit) => edit.remove)) {
      after.set(path, null);
      continue;
    }
    const content = await resolver.read(path);
    const text = content === null ? "" : decodeText(path, content.bytes);
    const bytes = Buffer.from(applyEdits(path, text, group));
    after.set(path, { bytes, executable: content?.executable ?? false });
  }
  return after;
}
