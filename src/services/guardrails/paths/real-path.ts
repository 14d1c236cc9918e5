import { basename, dirname, join } from "node:path";
import type { FileView } from "../files.ts";

/** The path with links resolved as far as it exists; null for a broken link. */
export function realPath(path: string, files: FileView): string | null {
  let current = path;
  let missing = "";
  for (;;) {
    const real = files.real(current);
    if (real !== null) return missing === "" ? real : join(real, missing);
    if (files.stat(current)?.kind === "link") return null;
    const parent = dirname(current);
    if (parent === current) return path;
    missing = missing === "" ? basename(current) : join(basename(current), missing);
    current = parent;
  }
}
