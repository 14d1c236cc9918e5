import type { BigIntStats } from "node:fs";

/**
 * Tells one file from another under the same name. A rename keeps it, a save changes it: a new file may get the inode
 * of one that was just removed, but not its time.
 */
export function stampOf({ ino, size, mtimeNs }: Pick<BigIntStats, "ino" | "size" | "mtimeNs">): string {
  return `${ino}-${size}-${mtimeNs}`;
}
