import { readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context, Scratch } from "../context.ts";
import type { ChangedFile } from "../diff.ts";
import { splitRecords } from "../git/git.ts";
import type { Identity } from "../git/user-settings.ts";
import type { Storage } from "./conflicts.ts";

export interface BuiltCommit {
  readonly commit: string;
  /** `update-index --index-info` records of the touched paths. */
  readonly entries: string;
  /** As a reflog names the committer. */
  readonly who: string;
}

/** For a commit whose author has not told git who they are. Their configuration stays as it is. */
const bot: Identity = { name: "AgentForge", email: "agentforge@localhost" };

const durably = ["-c", "core.fsync=all", "-c", "core.fsyncMethod=fsync"];

/** The parent's tree with only these paths exchanged, as a commit in the user's object store. Nothing refers to it yet. */
export async function buildCommit(
  context: Context,
  scratch: Scratch,
  change: {
    readonly parent: string | null;
    readonly files: readonly ChangedFile[];
    readonly message: string;
    readonly storage: ReadonlyMap<string, Storage>;
  },
): Promise<BuiltCommit> {
  const { parent } = change;
  const index = join(scratch.folder, "commit-index");
  const git = scratch.git({ index, objects: join(context.layout.commonDir, "objects") });
  const records: string[] = [];
  for (const { path, after } of change.files) {
    if (after === null) {
      records.push(`0 ${"0".repeat(scratch.settings.objectFormat === "sha256" ? 64 : 40)}\t${path}\0`);
      continue;
    }
    const conversion = change.storage.get(path) === "raw" ? "--no-filters" : `--path=${path}`;
    const blob = await git([...durably, "hash-object", "-w", conversion, "--stdin"], {
      stdin: Buffer.from(after.content_base64, "base64"),
    });
    records.push(`${after.mode} ${blob.text}\t${path}\0`);
  }
  const entries = records.join("");
  await git(["read-tree", ...(parent === null ? ["--empty"] : [parent])]);
  await git(["update-index", "-z", "--index-info"], { stdin: entries });
  const tree = await git([...durably, "write-tree", "--missing-ok"]);
  const { name, email } = scratch.settings.identity ?? bot;
  const date = gitDate(context.now());
  const commit = await git(
    [...durably, "commit-tree", tree.text, ...(parent === null ? [] : ["-p", parent])],
    { stdin: change.message, env: signature(name, email, date) },
  );
  return { commit: commit.text, entries, who: `${name} <${email}> ${date}` };
}

/**
 * The user's index, as the scratch directory holds it, with only the touched entries exchanged and told the new files'
 * times; everything else they staged stays as it is.
 */
export async function indexWith(
  scratch: Scratch,
  files: readonly ChangedFile[],
  entries: string,
): Promise<Uint8Array> {
  const index = join(scratch.gitDir, "index");
  const original = await readFile(index).catch(() => null);
  const paths = files.map((file) => file.path);
  const git = scratch.git();
  await git(["update-index", "-z", "--add", "--remove", "--stdin"], {
    stdin: paths.map((path) => `${path}\0`).join(""),
  });
  const staged = splitRecords(await git(["ls-files", "-z", "--stage", "--", ...paths]));
  const wanted = entries.split("\0").filter((entry) => entry !== "" && !entry.startsWith("0 "));
  const same =
    staged
      .map((entry) => entry.replace(/ 0\t/, "\t"))
      .sort()
      .join("\0") === wanted.sort().join("\0");
  if (same) return readFile(index);
  // The user's conversion rules would store the file another way than HEAD does: say what was committed.
  await (original === null ? unlink(index) : writeFile(index, original));
  await git(["update-index", "-z", "--index-info"], { stdin: entries });
  return readFile(index);
}

export function signature(name: string, email: string, date: string): Record<string, string> {
  const parts = { NAME: name, EMAIL: email, DATE: `@${date}` };
  return Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((role) =>
      Object.entries(parts).map(([part, value]) => [`GIT_${role}_${part}`, value]),
    ),
  );
}

/** Seconds and the local zone, as git writes them. */
export function gitDate(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const digits = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, "0");
  const zone = `${minutes < 0 ? "-" : "+"}${digits(minutes / 60)}${digits(minutes % 60)}`;
  return `${Math.floor(date.getTime() / 1000)} ${zone}`;
}
