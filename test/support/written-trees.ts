import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const trees: string[] = [];

/** A temporary folder with these files, for tests; `removeTrees` removes them all. */
export function writeTree(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "agentforge-search-")));
  trees.push(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

export function removeTrees(): void {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true });
}
