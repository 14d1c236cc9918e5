import { lstat, mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { AgentForgeError } from "../domain/errors.ts";

/** Writes files into our own folder, which git ignores. Links that a repository put there are not followed.
 */
export async function writeOutputs(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const found = await lstat(folder).catch(() => null);
  if (found !== null && !found.isDirectory())
    throw new AgentForgeError("bad_input", `${folder} is a symbolic link or not a folder`, {
      hint: "Name another folder with --out.",
    });
  await mkdir(folder, { recursive: true });
  for (const [name, text] of [[".gitignore", "*\n"] as const, ...files]) {
    const file = join(folder, basename(name));
    await rm(file, { force: true });
    await writeFile(file, text, { flag: "wx" });
  }
}
