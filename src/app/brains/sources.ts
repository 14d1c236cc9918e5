import { setImmediate } from "node:timers/promises";
import type { GatherNear } from "../../domain/ports/repair.ts";
import type { TestTree } from "../../domain/ports/testing.ts";
import { foreignFiles } from "../../domain/rules/foreign/foreign-files.ts";

const CODE = /\.(?:js|mjs|cjs|jsx|ts|mts|cts|tsx|py|go|rs|java)$/;
const HIDDEN = /(?:^|\/)\./;

/** Regular expressions, because every file in a tree is tested. */
function isCode(path: string): boolean {
  return CODE.test(path) && !path.endsWith(".d.ts") && !HIDDEN.test(path);
}

const byNameAlone = foreignFiles({ has: () => false });

/**
 * Decides by the path alone, so that an added file cannot exclude another one from the checks on a change.
 */
export function isSource(path: string): boolean {
  return isCode(path) && byNameAlone.file(path) === null;
}

/** The code in a tree that may be repaired, and its tests. */
export async function sourcesOf(tree: Pick<TestTree, "files" | "readText">): Promise<readonly string[]> {
  const files = await tree.files();
  // earlier work also walks the tree, and signals must not wait for both
  await setImmediate();
  const all = new Set(files);
  const attributes = new Map<string, string>();
  for (const path of files)
    if (/(^|\/)\.gitattributes$/.test(path)) attributes.set(path, await tree.readText(path));
  const foreign = foreignFiles({ has: (path) => all.has(path), read: (path) => attributes.get(path) ?? "" });
  const sources = files.filter((path) => isCode(path) && foreign.file(path) === null);
  await setImmediate();
  return sources;
}

/** Generated files are rewritten by their generator, so a repair would be lost. */
export function gatherOwn(gather: GatherNear): GatherNear {
  return async (request) => {
    const near = await gather(request);
    const sources = near.sources.filter(({ path, text }) => byNameAlone.text(path, text) === null);
    return { ...near, sources };
  };
}
