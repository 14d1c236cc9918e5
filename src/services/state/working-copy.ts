import { randomUUID } from "node:crypto";
import { link, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILE = "working-copy";

/** The name of this state folder among those that share a database, created at the first use and never changed. */
export async function nameWorkingCopy(folder: string): Promise<string> {
  const file = join(folder, FILE);
  const known = await read(file);
  if (known !== null) return known;
  const name = randomUUID();
  const draft = join(folder, "tmp", `${process.pid}-${name}`);
  await writeFile(draft, `${name}\n`, { flush: true, mode: 0o600 });
  // Another process may have been faster; then its name is used.
  await link(draft, file).catch(() => undefined);
  await unlink(draft);
  return (await read(file)) ?? name;
}

async function read(file: string): Promise<string | null> {
  const text = (await readFile(file, "utf8").catch(() => "")).trim();
  return text === "" ? null : text;
}
