import { constants } from "node:fs";
import { open } from "node:fs/promises";

const MOST_BYTES = 16 * 1024 * 1024;

/** The text of a file that did not change while it was read; null if it changed or is gone. */
export async function readWhole(
  path: string,
  stamp: string,
): Promise<{ readonly text: string } | { readonly why: string } | null> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const { size } = await file.stat();
    if (size === 0) return { why: "is empty" };
    if (size > MOST_BYTES) return { why: `is larger than ${MOST_BYTES / 1024 / 1024} MB` };
    const bytes = await file.readFile();
    const after = await file.stat({ bigint: true });
    if (`${after.ino}-${after.size}-${after.mtimeNs}-${after.ctimeNs}` !== stamp) return null;
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? { why: "is not text" } : { text };
  } catch (error) {
    if (error instanceof TypeError) return { why: "is not UTF-8 text" };
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ELOOP") return null;
    if (codeOf(error) === "EACCES" || codeOf(error) === "EPERM") return { why: "cannot be read" };
    throw error;
  }
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}
