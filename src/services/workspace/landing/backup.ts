import { link, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { FileMode, type FileState } from "../../../domain/entities/code-change.ts";
import { Commit, RepositoryPath, Sha256, Timestamp, TraceId } from "../../../domain/entities/common.ts";
import { AgentForgeError } from "../../../domain/errors.ts";
import { readBounded, WRITTEN_BY_PROGRAMS } from "../../../domain/rules/settings/bounded-data.ts";
import type { ChangedFile } from "../files/diff.ts";
import { syncFolder, writeDurably } from "../files/durable.ts";
import { sha256 } from "../files/file-state.ts";
import { codeOf } from "../paths/folder.ts";

const Side = z.object({ mode: FileMode, sha256: Sha256 }).nullable();
type Side = z.infer<typeof Side>;

/**
 * The content of `backups/<landing id>/manifest.yaml`; the files are stored next to it, named by their hash.
 */
export const Manifest = z.object({
  landing_id: z.string(),
  trace_id: TraceId,
  created_at: Timestamp,
  status: z.enum(["landing", "landed", "restored"]),
  to: z.enum(["current-branch", "branch", "pushed-branch", "pull-request"]).default("current-branch"),
  branch: z.string().nullable(),
  head_before: Commit.nullable(),
  commit: Commit,
  revert_commit: Commit.nullable().default(null),
  pull_request: z.string().nullable().default(null),
  remote: z.string().nullable().default(null),
  subject: z.string(),
  files: z.array(z.object({ path: RepositoryPath, before: Side, after: Side })),
});
export type Manifest = z.infer<typeof Manifest>;

export interface Backups {
  save(manifest: Manifest, files: readonly ChangedFile[]): Promise<void>;
  /** The same, unless another process was first; then its manifest is kept and returned. */
  claim(manifest: Manifest, files: readonly ChangedFile[]): Promise<Manifest>;
  update(manifest: Manifest): Promise<void>;
  load(landingId: string): Promise<Manifest | null>;
  files(manifest: Manifest): Promise<readonly ChangedFile[]>;
  discard(landingId: string): Promise<void>;
}

/** Durable before any of the user's files is written; a truncated or corrupted manifest is never trusted. */
export function createBackups(stateFolder: string): Backups {
  const folderOf = (landingId: string) => join(stateFolder, "backups", safeName(landingId));
  const pathOf = (landingId: string) => join(folderOf(landingId), "manifest.yaml");
  const update = (manifest: Manifest) => writeDurably(pathOf(manifest.landing_id), sealed(manifest));

  return {
    async save(manifest, files) {
      await saveFiles(folderOf(manifest.landing_id), files);
      await update(manifest);
      await syncFolder(join(stateFolder, "backups"));
    },
    async claim(manifest, files) {
      const folder = folderOf(manifest.landing_id);
      await saveFiles(folder, files);
      const own = join(folder, `manifest-${manifest.commit}-${process.pid}`);
      await writeDurably(own, sealed(manifest));
      try {
        await link(own, pathOf(manifest.landing_id));
      } catch (error) {
        const first = codeOf(error) === "EEXIST" ? await readManifest(pathOf(manifest.landing_id)) : null;
        if (first === null) throw error;
        return first;
      } finally {
        await rm(own, { force: true });
      }
      await syncFolder(folder);
      await syncFolder(join(stateFolder, "backups"));
      return manifest;
    },
    update,
    load: (landingId) => readManifest(pathOf(landingId)),

    async files(manifest) {
      const read = (side: Side) => readSide(folderOf(manifest.landing_id), side);
      return Promise.all(
        manifest.files.map(async ({ path, before, after }) => ({
          path,
          before: await read(before),
          after: await read(after),
        })),
      );
    },

    discard: (landingId) => rm(folderOf(landingId), { recursive: true, force: true }),
  };
}

async function readSide(folder: string, side: Side): Promise<FileState> {
  if (side === null) return null;
  const path = join(folder, "files", side.sha256);
  const content = await readFile(path).catch(() => null);
  if (content === null || sha256(content) !== side.sha256) throw damaged(path);
  return { ...side, content_base64: content.toString("base64") };
}

function sealed(manifest: Manifest): string {
  const text = stringify(manifest);
  return `${text}# sha256: ${sha256(text)}\n`;
}

export function safeName(id: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(id)) return id;
  throw new AgentForgeError("bad_input", `"${id}" is not a valid landing id`, {
    hint: "Use letters, digits, dots, dashes and underscores.",
  });
}

/** Null if there is none. */
async function readManifest(path: string): Promise<Manifest | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  const end = text.lastIndexOf("# sha256: ");
  const body = text.slice(0, Math.max(end, 0));
  const parsed = Manifest.safeParse(end < 0 ? null : readYaml(body));
  if (parsed.success && text.slice(end) === `# sha256: ${sha256(body)}\n`) return parsed.data;
  throw damaged(path);
}

async function saveFiles(folder: string, files: readonly ChangedFile[]): Promise<void> {
  await mkdir(join(folder, "files"), { recursive: true, mode: 0o700 });
  for (const state of files.flatMap((file) => [file.before, file.after])) {
    if (state === null) continue;
    const content = Buffer.from(state.content_base64, "base64");
    await writeDurably(join(folder, "files", state.sha256), content, 0o600);
  }
}

function readYaml(text: string): unknown {
  try {
    return readBounded(text, (each) => parse(each), WRITTEN_BY_PROGRAMS);
  } catch {
    return null;
  }
}

function damaged(path: string): AgentForgeError {
  return new AgentForgeError("state_damaged", `${path} is damaged`, {
    hint: "The change itself is in git: revert its commit with `git revert`.",
  });
}
