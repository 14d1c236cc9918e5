import type { BigIntStats } from "node:fs";

/**
 * Distinguishes files under the same name. A rename preserves it, a save changes it: a new file may reuse the
 * inode of one that was just removed, but not its time.
 */
export function stampOf({ ino, size, mtimeNs }: Pick<BigIntStats, "ino" | "size" | "mtimeNs">): string {
  return `${ino}-${size}-${mtimeNs}`;
}
