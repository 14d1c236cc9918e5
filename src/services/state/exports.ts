import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { AgentForgeError } from "../../domain/errors.ts";
import type { ExportContent, ExportFinding, Exports } from "../../domain/ports/exports.ts";
import { appendToFile, replaceFile, syncFolder } from "./durable.ts";
import { ensureFolder, exportPath } from "./export-paths.ts";
import {
  EMPTY_STREAM,
  type StreamEnd,
  sealDocument,
  sealDocuments,
  streamEnd,
  TAIL_BYTES,
  unsealDocuments,
} from "./sealed-stream.ts";
import { decode, sealYaml, unsealYaml } from "./sealed-text.ts";

export interface ExportsOptions {
  readonly root: string;
  /** On the same file system as `root`; emptied of strays at the next start. */
  readonly temporaryFolder: string;
  readonly now: () => string;
  /** Told, in a sentence, of every file that was found changed or damaged and set aside. */
  readonly report: (message: string) => void;
}

export function createExports(options: ExportsOptions): Exports {
  const { root } = options;
  let tail: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = tail.then(work);
    tail = result.catch(() => undefined);
    return result;
  }

  async function replace(path: string, content: Buffer, check: (old: Buffer) => string) {
    const file = exportPath(root, path);
    await ensureFolder(root, file);
    const old = await readRegularFile(file);
    if (old?.equals(content)) return;
    const status = old === null ? "ok" : check(old);
    if (status === "edited" || status === "damaged" || status === "ahead") await setAside(path, file, status);
    await replaceFile(file, content, temporaryName(options.temporaryFolder));
  }

  async function setAside(path: string, file: string, status: string): Promise<void> {
    const stamp = options.now().replace(/[^0-9A-Za-z]/g, "-");
    const aside = `${file}.${status}-${stamp}-${randomBytes(3).toString("hex")}`;
    await rename(file, aside);
    await syncFolder(dirname(file));
    options.report(`${path} was ${status}; it is kept as ${aside.slice(dirname(file).length + 1)}`);
  }

  async function reconcile(path: string, content: ExportContent): Promise<ExportFinding | null> {
    const wanted = bytesOf(content);
    const old = await readRegularFile(exportPath(root, path));
    if (old?.equals(wanted)) return null;
    const found = old === null ? "absent" : compare(old, content);
    if (found !== "edited" && found !== "ahead") await replace(path, wanted, () => found);
    return { path, found };
  }

  async function append(path: string, data: unknown, position?: number): Promise<number> {
    const file = exportPath(root, path);
    await ensureFolder(root, file);
    const { size, end } = await endOf(file);
    if (end === null)
      throw new AgentForgeError("state_damaged", `${path} does not end with a whole document.`);
    if (position !== undefined && position !== end.count + 1) {
      throw new AgentForgeError(
        "state_damaged",
        `${path} holds ${end.count} documents, not ${position - 1}.`,
      );
    }
    const sealed = sealDocument(data, end);
    await appendToFile(file, sealed.bytes, size);
    return sealed.end.count;
  }

  return {
    writeYaml: (path, data) => inTurn(() => replace(path, sealYaml(data), (old) => unsealYaml(old).status)),
    replaceAppended: (path, documents) =>
      inTurn(() => replace(path, sealDocuments(documents), (old) => compare(old, { documents }))),
    writeText: (path, text) => inTurn(() => replace(path, Buffer.from(text), () => "ok")),
    appendYaml: (path, data, position) => inTurn(() => append(path, data, position)),
    readYaml: (path) =>
      inTurn(async () => {
        const content = await readRegularFile(exportPath(root, path));
        return content === null ? { status: "absent" } : unsealYaml(content);
      }),
    readAppended: (path) =>
      inTurn(async () => unsealDocuments((await readRegularFile(exportPath(root, path))) ?? Buffer.alloc(0))),
    readText: (path) =>
      inTurn(async () => {
        const content = await readRegularFile(exportPath(root, path));
        return content === null ? null : decode(content);
      }),
    reconcile: (path, content) => inTurn(() => reconcile(path, content)),
    remove: (path) =>
      inTurn(async () => {
        const file = exportPath(root, path);
        await rm(file, { force: true });
        await syncFolder(dirname(file)).catch(() => undefined);
      }),
  };
}

function bytesOf(content: ExportContent): Buffer {
  if ("yaml" in content) return sealYaml(content.yaml);
  if ("documents" in content) return sealDocuments(content.documents);
  return Buffer.from(content.text);
}

/** What became of a file that is not the same as it should be. */
function compare(old: Buffer, content: ExportContent): ExportFinding["found"] {
  if ("text" in content) return "edited";
  if ("documents" in content) {
    const { documents, torn } = unsealDocuments(old);
    if (torn) return "damaged";
    const ours: unknown[] = JSON.parse(JSON.stringify(content.documents.slice(0, documents.length)));
    return isDeepStrictEqual(documents, ours) ? "behind" : "ahead";
  }
  const read = unsealYaml(old);
  if (read.status === "ok") return "behind";
  const sameData =
    read.status === "edited" && isDeepStrictEqual(read.data, JSON.parse(JSON.stringify(content.yaml)));
  return read.status === "edited" && !sameData ? "edited" : "damaged";
}

let counter = 0;

function temporaryName(folder: string): string {
  counter += 1;
  return join(folder, `${process.pid}-${counter}-${randomBytes(4).toString("hex")}.tmp`);
}

async function readRegularFile(file: string): Promise<Buffer | null> {
  return withFile(file, async (handle) => handle.readFile());
}

async function endOf(file: string): Promise<{ size: number; end: StreamEnd | null }> {
  const found = await withFile(file, async (handle) => {
    const { size } = await handle.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return { size, end: size === 0 ? EMPTY_STREAM : streamEnd(buffer) };
  });
  return found ?? { size: 0, end: EMPTY_STREAM };
}

/** Opens without following a link or waiting for a pipe; null where there is nothing. */
async function withFile<T>(file: string, use: (handle: FileHandle) => Promise<T>): Promise<T | null> {
  let handle: FileHandle;
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    if (code === "ELOOP") throw new AgentForgeError("path_refused", `${file} is a link, not a file.`);
    throw error;
  }
  try {
    if (!(await handle.stat()).isFile()) throw new AgentForgeError("path_refused", `${file} is not a file.`);
    return await use(handle);
  } finally {
    await handle.close();
  }
}
