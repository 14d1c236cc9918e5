import { lstat, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { ChangeSet } from "../../../domain/entities/code-change.ts";
import { Sha256 } from "../../../domain/entities/common.ts";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { EditFolder, PersonEdit } from "../../../domain/ports/workspace.ts";
import { readBounded, WRITTEN_BY_PROGRAMS } from "../../../domain/rules/settings/bounded-data.ts";
import { type Context, openScratch } from "../context.ts";
import { removeFolder, writeDurably } from "../files/durable.ts";
import { fileContent, namesBefore, sha256 } from "../files/file-state.ts";
import { splitRecords } from "../git/git.ts";
import { safeName } from "../landing/backup.ts";
import { createPathResolver } from "../paths/resolver.ts";
import { copyTree } from "./copy-tree.ts";
import { listWorkingFiles } from "./working-files.ts";

/** The content of the folder when it was opened. */
const Opened = z.object({ diff_hash: Sha256, files: z.record(z.string(), Sha256) });
type Opened = z.infer<typeof Opened>;

interface Places {
  readonly folder: string;
  /** The copy. */
  readonly path: string;
  /** The file that describes the copy when it was opened. */
  readonly record: string;
}

/**
 * A copy of the user's tree with a change applied, for a person to edit at any time. It outlives the process,
 * until it is used or discarded.
 */
export function createEditFolder(context: Context, name: string): EditFolder {
  const folder = join(context.stateFolder, "desks", safeName(name));
  const path = join(folder, "tree");
  const record = join(folder, "opened.json");

  async function opened() {
    const text = await readFile(record, "utf8").catch(() => null);
    return text === null ? null : readOpened(record, text);
  }

  return {
    path,
    async edits() {
      const known = await opened();
      if (known === null) throw notOpen(name);
      return findEdits(context, path, known);
    },
    async open(change) {
      const known = await opened();
      if (known?.diff_hash === change.diff_hash) return "kept";
      if (known !== null && (await findEdits(context, path, known)).length > 0)
        throw somebodysWork(name, path);
      await layOut(context, { folder, path, record }, change);
      return "opened";
    },
    diffHash: async () => (await opened())?.diff_hash ?? null,
    clear: () => removeFolder(folder),
  };
}

async function layOut(context: Context, { folder, path, record }: Places, change: ChangeSet): Promise<void> {
  await removeFolder(folder);
  await mkdir(path, { recursive: true, mode: 0o700 });
  await using scratch = await openScratch(context);
  const working = await listWorkingFiles(scratch.git(), context.root);
  const files = new Set(await copyTree(context.root, path, working.files));
  const changes = createPathResolver(path, context.randomId, namesBefore(change.files));
  for (const { path: changed, after } of change.files) {
    const content = fileContent(after);
    if (content === null) await changes.remove(changed);
    else await changes.replace(changed, content);
    if (content === null) files.delete(changed);
    else files.add(changed);
  }
  const digests: Record<string, string> = {};
  for (const file of files) digests[file] = sha256(await readFile(join(path, file)));
  await writeDurably(record, JSON.stringify({ diff_hash: change.diff_hash, files: digests }));
}

async function findEdits(context: Context, path: string, known: Opened): Promise<readonly PersonEdit[]> {
  await using scratch = await openScratch(context);
  const git = scratch.git({ workTree: path });
  const others = splitRecords(await git(["ls-files", "-z", "--others", "--exclude-standard"]));
  const present = createPathResolver(path, context.randomId, new Set(Object.keys(known.files)));
  const fresh = others.filter((file) => known.files[file] === undefined);
  const found: PersonEdit[] = [];
  for (const file of [...Object.keys(known.files), ...fresh].sort()) {
    const isFile = (await lstat(join(path, file)).catch(() => null))?.isFile() ?? false;
    const content = isFile ? await present.read(file) : null;
    if (content === null && known.files[file] === undefined) continue;
    if (content !== null && sha256(content.bytes) === known.files[file]) continue;
    found.push({ path: file, content: content?.bytes ?? null });
  }
  return found;
}

function notOpen(name: string): AgentForgeError {
  return new AgentForgeError("not_found", `there is no edit folder for ${name}`, {
    hint: `Run \`agentforge review modify ${name} --tree\` to create one.`,
  });
}

function somebodysWork(name: string, path: string): AgentForgeError {
  return new AgentForgeError(
    "conflict",
    `${path} contains edits to an earlier version of ${name}, which has changed since`,
    { hint: `Save what you need from there, then: agentforge review modify ${name} --discard` },
  );
}

function readOpened(file: string, text: string): Opened {
  try {
    return Opened.parse(readBounded(text, JSON.parse, WRITTEN_BY_PROGRAMS));
  } catch (cause) {
    throw new AgentForgeError("state_damaged", `${file} is damaged`, {
      hint: "Save your own changes from the folder next to it, remove that folder, and open the change again.",
      cause,
    });
  }
}
