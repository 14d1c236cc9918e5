import { randomBytes } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import type { ExportContent, ExportProblem, Exports } from "../../domain/ports/exports.ts";
import { findChanged } from "./changed-files.ts";
import { appendToFile, type Replacement, replaceFiles, syncFolder } from "./durable.ts";
import { bytesOf, compare } from "./export-content.ts";
import { ensureFolder, exportPath } from "./export-paths.ts";
import { createTurns } from "./in-turn.ts";
import { readRegularFile, readTail } from "./regular-file.ts";
import {
  EMPTY_STREAM,
  sealDocument,
  sealDocuments,
  streamEnd,
  TAIL_BYTES,
  unsealDocuments,
} from "./sealed-stream.ts";
import { decode, isAsSealed, sealYaml, unsealYaml } from "./sealed-text.ts";

export interface ExportsOptions {
  readonly root: string;
  /** On the same file system as `root`; leftovers are removed at the next start. */
  readonly temporaryFolder: string;
  readonly now: () => string;
  /** Called with a sentence about every changed or damaged file that was set aside. */
  readonly report: (message: string) => void;
}

export function createExports(options: ExportsOptions): Exports {
  const { root } = options;
  const inTurn = createTurns();

  return {
    writeYaml: (path, data) => inTurn(() => replace(options, [sealed({ path, data })])),
    writeYamls: (files) => inTurn(() => replace(options, files.map(sealed))),
    replaceAppended: (path, documents) =>
      inTurn(() =>
        replace(options, [
          { path, content: sealDocuments(documents), check: (old) => compare(old, { documents }) },
        ]),
      ),
    writeText: (path, text) =>
      inTurn(() => replace(options, [{ path, content: Buffer.from(text), check: () => "ok" }])),
    appendYaml: (path, data, position) => inTurn(() => append(options, path, data, position)),
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
    changed: (folders) => findChanged(root, folders),
    setAside: (path, why) =>
      inTurn(() => setAside(options, path, { file: exportPath(root, path), status: why })),
    reconcile: (path, content) => inTurn(() => reconcile(options, path, content)),
    remove: (path) =>
      inTurn(async () => {
        const file = exportPath(root, path);
        await rm(file, { force: true });
        await syncFolder(dirname(file)).catch(() => undefined);
      }),
  };
}

/** A file's next content, and the status of its current content if that is something else. */
interface Wanted {
  readonly path: string;
  readonly content: Buffer;
  readonly check: (old: Buffer) => string;
}

function sealed({ path, data }: { readonly path: string; readonly data: unknown }): Wanted {
  const check = (old: Buffer) => (isAsSealed(old) ? "ok" : unsealYaml(old).status);
  return { path, content: sealYaml(data), check };
}

const OWN_PREFIX = `${process.pid}-${randomBytes(4).toString("hex")}`;
let counter = 0;

function temporaryName(folder: string): string {
  counter += 1;
  return join(folder, `${OWN_PREFIX}-${counter}.tmp`);
}

async function replace(options: ExportsOptions, wanted: readonly Wanted[]): Promise<void> {
  const ensured = new Set<string>();
  const changed: Replacement[] = [];
  for (const { path, content, check } of wanted) {
    const target = exportPath(options.root, path);
    if (!ensured.has(dirname(target))) await ensureFolder(options.root, target);
    ensured.add(dirname(target));
    const old = await readRegularFile(target);
    if (old?.equals(content)) continue;
    const status = old === null ? "ok" : check(old);
    if (status === "edited" || status === "damaged" || status === "ahead")
      await setAside(options, path, { file: target, status });
    changed.push({ target, content, temporary: temporaryName(options.temporaryFolder) });
  }
  await replaceFiles(changed);
}

async function setAside(
  { now, report }: ExportsOptions,
  path: string,
  { file, status }: { readonly file: string; readonly status: string },
): Promise<string> {
  const stamp = now().replace(/[^0-9A-Za-z]/g, "-");
  const aside = `${file}.${status}-${stamp}-${randomBytes(3).toString("hex")}`;
  await rename(file, aside);
  await syncFolder(dirname(file));
  const name = aside.slice(dirname(file).length + 1);
  report(`${path} was ${status}; it is kept as ${name}`);
  return `${dirname(path)}/${name}`;
}

async function reconcile(
  options: ExportsOptions,
  path: string,
  content: ExportContent,
): Promise<ExportProblem | null> {
  const wanted = bytesOf(content);
  const old = await readRegularFile(exportPath(options.root, path));
  if (old?.equals(wanted)) return null;
  const found = old === null ? "absent" : compare(old, content);
  if (found !== "edited" && found !== "ahead")
    await replace(options, [{ path, content: wanted, check: () => found }]);
  return { path, found };
}

async function append(
  { root }: ExportsOptions,
  path: string,
  data: unknown,
  position?: number,
): Promise<number> {
  const file = exportPath(root, path);
  await ensureFolder(root, file);
  const found = (await readTail(file, TAIL_BYTES)) ?? { size: 0, tail: Buffer.alloc(0) };
  const end = found.size === 0 ? EMPTY_STREAM : streamEnd(found.tail);
  if (end === null)
    throw new AgentForgeError("state_damaged", `${path} does not end with a complete document`);
  if (position !== undefined && position !== end.count + 1) {
    throw new AgentForgeError(
      "state_damaged",
      `${path} contains ${end.count} documents, not ${position - 1}`,
    );
  }
  const sealed = sealDocument(data, end);
  await appendToFile(file, sealed.bytes, found.size);
  return sealed.end.count;
}
