import { spawn } from "node:child_process";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { type Context, createScratchFolder } from "../context.ts";
import { removeFolder } from "../files/durable.ts";

interface DiscardOptions {
  /** The number of files it contains, if known. */
  readonly files?: number;
  readonly signal?: AbortSignal | undefined;
}

const LARGE = 2000;

/**
 * Removes the folder of an attempt. To avoid waiting for thousands of files, the folder is moved away and
 * another program removes it. The next start cleans up leftovers in the scratch folders.
 */
export async function discardFolder(
  context: Context,
  folder: string,
  { files = 0, signal }: DiscardOptions,
): Promise<void> {
  if (signal?.aborted !== true && files < LARGE) return removeFolder(folder);
  const scratch = await createScratchFolder(context);
  const isMoved = await rename(folder, join(scratch, "discarded")).then(
    () => true,
    () => false,
  );
  if (!isMoved) return removeFolder(folder);
  const options = { detached: true, stdio: "ignore", cwd: "/", env: { PATH: "/usr/bin:/bin" } } as const;
  const removing = spawn("rm", ["-rf", "--", scratch], options);
  removing.on("error", () => undefined);
  removing.unref();
}
