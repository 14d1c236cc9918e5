import type { Stats } from "node:fs";
import { constants, type FileHandle, lstat, open, rename, rmdir, unlink } from "node:fs/promises";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { FileContent } from "../files/file-state.ts";
import { codeOf, type Folder, openParent } from "./folder.ts";
import { PathRefused } from "./refusal.ts";
import { type Access, repositoryPath } from "./repository-path.ts";

interface ReplaceOptions {
  /** Flushed to the disk, with its folder, before the promise resolves. */
  readonly durable?: boolean;
  /** The user and group that a new file and its new folders belong to. */
  readonly owner?: number | undefined;
}

/**
 * The only way to access files that a brain, a patch or a plan names. Every call walks folder handles from
 * the root without following links. A refusal is a `PathRefused`, and nothing has been written.
 */
export interface PathResolver {
  readonly root: string;
  /** The path in git's form; refuses by its text alone, without accessing the disk. */
  check(path: string, access: Access): string;
  openForRead(path: string): Promise<FileHandle>;
  /** Opens an existing file, or creates one, for writing in place. Use `replace` for an atomic write. */
  openForWrite(path: string): Promise<FileHandle>;
  /** Null if there is no such file. */
  read(path: string): Promise<FileContent | null>;
  /** Creates or replaces the file atomically, keeping owner and permissions except for the executable bit. */
  replace(path: string, content: FileContent, options?: ReplaceOptions): Promise<void>;
  /** Removes the file, and the folders it leaves empty. False if there was none. */
  remove(path: string, options?: ReplaceOptions): Promise<boolean>;
}

export function createPathResolver(
  root: string,
  randomId: () => string,
  /** Files that git lists; their names are accepted as they are. */
  listed: ReadonlySet<string> = new Set(),
): PathResolver {
  const namesOf = (path: string, access: Access) => repositoryPath(root, path, access, listed.has(path));
  const openForRead = async (path: string) => openExisting(root, namesOf(path, "read"), path);

  return {
    root,
    check: (path, access) => namesOf(path, access).join("/"),
    openForRead,

    openForWrite: async (path) => openForWrite(root, namesOf(path, "write"), path),

    async read(path) {
      const handle = await openForRead(path).catch((error: unknown) => {
        if (error instanceof AgentForgeError && error.code === "not_found") return null;
        throw error;
      });
      if (handle === null) return null;
      await using file = handle;
      const mode = (await file.stat()).mode;
      return { bytes: await file.readFile(), executable: (mode & 0o100) !== 0 };
    },

    async replace(path, content, options = {}) {
      const names = namesOf(path, "write");
      await using parent = await openParent(root, names, { create: true, owner: options.owner });
      if (parent === null)
        throw new AgentForgeError("not_found", `the parent folder of ${path} does not exist`);
      const existing = await inspect(parent, names);
      const temporary = parent.at(`.agentforge-${randomId()}.tmp`);
      try {
        await writeTemporary(temporary, content, existing, options);
        await rename(temporary, parent.at(lastOf(names)));
      } catch (error) {
        await unlink(temporary).catch(() => undefined);
        throw error;
      }
      if (options.durable) await parent.handle.sync();
    },

    remove: async (path, options = {}) => removeFile(root, namesOf(path, "write"), options),
  };
}

async function openExisting(root: string, names: readonly string[], path: string): Promise<FileHandle> {
  await using parent = await openParent(root, names, { create: false });
  const handle = parent && (await openFile(parent, names, constants.O_RDONLY));
  if (handle) return handle;
  throw new AgentForgeError("not_found", `${path} does not exist`, {
    hint: "Check the path and its spelling.",
  });
}

async function openForWrite(root: string, names: readonly string[], path: string): Promise<FileHandle> {
  await using parent = await openParent(root, names, { create: true });
  const handle = parent && (await openFile(parent, names, constants.O_WRONLY | constants.O_CREAT));
  if (handle === null) throw new AgentForgeError("not_found", `${path} could not be created`);
  const found = await handle.stat();
  if (found.nlink === 1) return handle;
  await handle.close();
  throw new PathRefused("hard-link", path, "the file has another name (a hard link)");
}

async function removeFile(root: string, names: readonly string[], options: ReplaceOptions): Promise<boolean> {
  await using parent = await openParent(root, names, { create: false });
  if (parent === null || (await inspect(parent, names)) === null) return false;
  await unlink(parent.at(lastOf(names)));
  if (options.durable) await parent.handle.sync();
  await removeEmptyFolders(root, names.slice(0, -1));
  return true;
}

async function openFile(parent: Folder, names: readonly string[], flags: number): Promise<FileHandle | null> {
  const path = names.join("/");
  const target = parent.at(lastOf(names));
  try {
    const handle = await open(target, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o666);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    if (codeOf(error) === "ELOOP") throw new PathRefused("symbolic-link", path, "it is a symbolic link");
    if (codeOf(error) !== "EISDIR" && codeOf(error) !== "ENXIO") throw error;
  }
  throw new PathRefused("not-a-file", path, "it is not a regular file");
}

/** The file that a write would replace: null, or a regular file with no other name. */
async function inspect(parent: Folder, names: readonly string[]): Promise<Stats | null> {
  const path = names.join("/");
  const found = await lstat(parent.at(lastOf(names))).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  if (found === null) return null;
  if (found.isSymbolicLink()) throw new PathRefused("symbolic-link", path, "it is a symbolic link");
  if (!found.isFile()) throw new PathRefused("not-a-file", path, "it is not a regular file");
  if (found.nlink > 1) throw new PathRefused("hard-link", path, "the file has another name (a hard link)");
  return found;
}

async function writeTemporary(
  temporary: string,
  content: FileContent,
  existing: Stats | null,
  options: ReplaceOptions,
): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  await using file = await open(temporary, flags, content.executable ? 0o777 : 0o666);
  await file.writeFile(content.bytes);
  if (existing !== null) {
    const created = await file.stat();
    if (created.uid !== existing.uid || created.gid !== existing.gid) {
      await file.chown(existing.uid, existing.gid).catch(() => undefined);
    }
    await file.chmod(withExecutable(existing.mode & 0o777, content.executable));
  }
  if (existing === null && options.owner !== undefined) await file.chown(options.owner, options.owner);
  if (options.durable) await file.sync();
}

/** As in git, everyone who may read may execute; the other bits stay unchanged. */
function withExecutable(mode: number, executable: boolean): number {
  return executable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}

async function removeEmptyFolders(root: string, names: readonly string[]): Promise<void> {
  for (let depth = names.length; depth > 0; depth -= 1) {
    await using parent = await openParent(root, names.slice(0, depth), { create: false });
    if (parent === null) return;
    const removed = await rmdir(parent.at(lastOf(names.slice(0, depth)))).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
}

function lastOf(names: readonly string[]): string {
  return names[names.length - 1] ?? "";
}
