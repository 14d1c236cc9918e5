import { copyFile, mkdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Layout } from "./layout.ts";
import { quoted, type UserSettings } from "./user-settings.ts";

/**
 * Creates our own git directory. It sees the user's objects and their rules for ignored files and line
 * endings, but none of their hooks, filters, drivers, aliases or helpers: attributes may name a driver, but
 * nothing here defines one.
 */
export async function createOwnGitDir(gitDir: string, layout: Layout, settings: UserSettings): Promise<void> {
  await Promise.all(
    ["objects/info", "refs/heads", "info"].map((name) => mkdir(join(gitDir, name), { recursive: true })),
  );
  await Promise.all([
    writeFile(join(gitDir, "HEAD"), "ref: refs/heads/attempt\n"),
    writeFile(join(gitDir, "objects/info/alternates"), `${join(layout.commonDir, "objects")}\n`),
    writeFile(join(gitDir, "config"), configuration(settings)),
    copyData(join(layout.commonDir, "info", "exclude"), join(gitDir, "info", "exclude")),
    copyData(join(layout.commonDir, "info", "attributes"), join(gitDir, "info", "attributes")),
    copyData(join(layout.commonDir, "shallow"), join(gitDir, "shallow")),
    copyIndex(layout, gitDir),
  ]);
}

/**
 * The user's index, for its file list and its stat cache. Git rehashes entries as new as the index itself, so
 * the copy must not look newer than the original.
 */
async function copyIndex(layout: Layout, gitDir: string): Promise<void> {
  const source = join(layout.gitDir, "index");
  const before = await stat(source).catch(() => null);
  if (before === null) return;
  const target = join(gitDir, "index");
  await copyFile(source, target);
  const shared = sharedIndexOf(await readFile(target));
  if (shared !== null) await copyData(join(layout.gitDir, shared), join(gitDir, shared));
  const time = Math.floor(before.mtimeMs) / 1000 - 0.001;
  await utimes(target, time, time);
}

/** A split index names its other half in the `link` extension. */
function sharedIndexOf(index: Buffer): string | null {
  for (let at = index.indexOf("link", 12, "latin1"); at >= 0; at = index.indexOf("link", at + 1, "latin1")) {
    const size = at + 8 <= index.length ? index.readUInt32BE(at + 4) : 0;
    if (size >= 20 && at + 8 + size <= index.length) {
      const name = index.subarray(at + 8, at + 28).toString("hex");
      if (!/^0+$/.test(name)) return `sharedindex.${name}`;
    }
  }
  return null;
}

function configuration(settings: UserSettings): string {
  const lines = ["[core]", "\trepositoryFormatVersion = 1", "\tbare = false", "\tfsync = none"];
  for (const [name, value] of settings.content) lines.push(`\t${name.replace(/^core\./, "")} = ${value}`);
  lines.push("\tsafecrlf = false");
  if (settings.excludesFile !== null) lines.push(`\texcludesFile = ${quoted(settings.excludesFile)}`);
  if (settings.attributesFile !== null) lines.push(`\tattributesFile = ${quoted(settings.attributesFile)}`);
  if (settings.objectFormat === "sha256") lines.push("[extensions]", "\tobjectFormat = sha256");
  return `${lines.join("\n")}\n`;
}

async function copyData(source: string, target: string): Promise<void> {
  if ((await stat(source).catch(() => null))?.isFile()) await copyFile(source, target);
}
