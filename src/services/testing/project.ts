import { readFile } from "node:fs/promises";
import { posix } from "node:path";
import type { TestTree } from "../../domain/ports/testing.ts";
import type { Project } from "./contract.ts";

/** A tree as plug-ins see it. Each file is read once; mounted files are read from their origin. */
export function openProject(tree: TestTree): Project {
  let listing: Promise<readonly string[]> | undefined;
  const texts = new Map<string, Promise<string | null>>();
  return {
    lent: tree.lent.map(({ at }) => posix.normalize(at)),
    files: () => {
      listing ??= tree.files().then((files) => files.filter((file) => !IGNORED.test(file)));
      return listing;
    },
    text: (path) => {
      const known = texts.get(path);
      if (known) return known;
      const read = readText(tree, path);
      texts.set(path, read);
      return read;
    },
  };
}

const IGNORED = /(^|\/)(node_modules|\.git|\.venv|venv|vendor|__pycache__|target|dist|\.tox)\//;

async function readText(tree: TestTree, path: string): Promise<string | null> {
  const lent = tree.lent.find(({ at }) => path.startsWith(`${at}/`));
  try {
    if (lent) return await readFile(posix.join(lent.source, path.slice(lent.at.length)), "utf8");
    return await tree.readText(path);
  } catch {
    return null;
  }
}
