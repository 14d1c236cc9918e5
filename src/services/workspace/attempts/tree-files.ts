import { AgentForgeError } from "../../../domain/errors.ts";
import type { Context } from "../context.ts";
import type { ChangedFile } from "../files/diff.ts";
import { type FileContent, fileState, sameContent } from "../files/file-state.ts";
import type { Access } from "../paths/repository-path.ts";
import { createPathResolver, type PathResolver } from "../paths/resolver.ts";
import { isBelowOne } from "./data-folders.ts";

type Contents = Map<string, FileContent | null>;

/**
 * The files of an attempt. Only its own calls write to the tree (tests run on a throwaway overlay), so it knows
 * which files were touched and their previous content: the cost of restoring depends on what changed, not on
 * the size of the tree. Its callers see to it that one change happens at a time.
 */
export class TreeFiles {
  readonly #context: Context;
  readonly #data: readonly string[];
  readonly #resolver: PathResolver;
  readonly #original: PathResolver;
  readonly #present: Set<string>;
  #listed: readonly string[] | null = null;
  /** The state of touched files when the attempt started, and at the last restore point. */
  readonly #opening: Contents = new Map();
  readonly #atRestorePoint: Contents = new Map();

  constructor(
    context: Context,
    {
      path,
      files,
      data = [],
    }: {
      readonly path: string;
      readonly files: readonly string[];
      /** The user's folders that are lent instead of copied. */
      readonly data?: readonly string[];
    },
  ) {
    const names = new Set(files);
    this.#context = context;
    this.#data = data;
    this.#resolver = createPathResolver(path, context.randomId, names);
    this.#original = createPathResolver(context.root, context.randomId, names);
    this.#present = new Set(files);
  }

  list(): readonly string[] {
    this.#listed ??= [...this.#present].sort();
    return this.#listed;
  }

  check(path: string, access: Access): string {
    return this.#resolver.check(path, access);
  }

  /** Null if there is no such file. */
  read(path: string): Promise<FileContent | null> {
    return this.#resolver.read(path);
  }

  async readBytes(path: string): Promise<Uint8Array> {
    const resolver = isBelowOne(this.#data, path) ? this.#original : this.#resolver;
    await using file = await resolver.openForRead(path);
    return await file.readFile();
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    const name = this.check(path, "write");
    await this.#change(name, (before) => ({ bytes, executable: before?.executable ?? false }));
  }

  async remove(path: string): Promise<void> {
    const name = this.check(path, "write");
    if ((await this.read(name)) === null) {
      throw new AgentForgeError("not_found", `${path} does not exist`, { hint: "Check the path." });
    }
    await this.#change(name, () => null);
  }

  /** All or nothing. */
  async changeAll(after: ReadonlyMap<string, FileContent | null>): Promise<void> {
    const before: Contents = new Map();
    for (const path of after.keys()) before.set(path, await this.read(path));
    try {
      for (const [path, content] of after) await this.#change(path, () => content);
    } catch (error) {
      for (const [path, content] of before) await this.#put(path, content).catch(() => undefined);
      throw error;
    }
  }

  setRestorePoint(): void {
    this.#atRestorePoint.clear();
  }

  async restore(): Promise<void> {
    for (const [path, content] of this.#atRestorePoint) await this.#put(path, content);
    this.#atRestorePoint.clear();
  }

  /** What differs from the start of the attempt. */
  async changed(): Promise<ChangedFile[]> {
    const files: ChangedFile[] = [];
    for (const [path, before] of this.#opening) {
      const after = await this.read(path);
      if (!sameContent(before, after))
        files.push({ path, before: fileState(before), after: fileState(after) });
    }
    return files;
  }

  async #change(path: string, make: (before: FileContent | null) => FileContent | null): Promise<void> {
    const before = await this.read(path);
    await this.#put(path, make(before));
    if (!this.#opening.has(path)) this.#opening.set(path, before);
    if (!this.#atRestorePoint.has(path)) this.#atRestorePoint.set(path, before);
  }

  async #put(path: string, content: FileContent | null): Promise<void> {
    if (isBelowOne(this.#data, path)) throw isData(path);
    if (content === null) await this.#resolver.remove(path);
    else await this.#resolver.replace(path, content, { owner: this.#context.treeOwner });
    if (this.#present.has(path) === (content !== null)) return;
    if (content === null) this.#present.delete(path);
    else this.#present.add(path);
    this.#listed = null;
  }
}

/** Tests see the user's own folder there, so a write to the copy would not be tested. */
function isData(path: string): AgentForgeError {
  return new AgentForgeError("unsupported", `${path} is in a data folder, which is not copied`, {
    hint: "Change code instead, or change the data yourself.",
  });
}
