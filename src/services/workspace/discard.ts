import { spawn } from "node:child_process";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { type Context, createScratchFolder } from "./context.ts";
import { removeFolder } from "./durable.ts";

interface DiscardOptions {
  /** How many files it holds, where that is known. */
  readonly files?: number;
  readonly signal?: AbortSignal | undefined;
}

const LARGE = 2000;

/**
 * Removes the folder of an attempt. Nobody waits for thousands of files, and whoever interrupts us waits for none: the
 * folder is moved out of the way and another program removes it. What that leaves, the next start finds among the
 * scratch folders.
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
