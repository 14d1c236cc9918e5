import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import type { FileView } from "./files.ts";

const MAX_TEXT = 256 * 1024;

/** The disk as guards see it. Every query returns null rather than throwing. */
export function diskFiles(home: string): FileView {
  return { home, ...QUERIES };
}

const QUERIES: Omit<FileView, "home"> = {
  stat: (path) =>
    quietly(() => {
      const stat = lstatSync(path);
      const kind = stat.isSymbolicLink()
        ? "link"
        : stat.isDirectory()
          ? "folder"
          : stat.isFile()
            ? "file"
            : "other";
      return { kind, links: stat.nlink };
    }),
  real: (path) => quietly(() => realpathSync(path)),
  text: (path) => quietly(() => (lstatSync(path).size > MAX_TEXT ? null : readFileSync(path, "utf8"))),
  list: (path) =>
    quietly(() =>
      readdirSync(path, { withFileTypes: true })
        .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
        .sort(),
    ) ?? [],
};

function quietly<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
