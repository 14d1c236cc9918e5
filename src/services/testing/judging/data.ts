import { posix } from "node:path";
import { folderOf, isInside, nameOf } from "../paths.ts";
import type { Code } from "./code.ts";
import { CODE } from "./imports.ts";

const LITERAL = /["'`]([^"'`\n]*?[\w-]\.\w+)["'`]/g;
/** Read by many tools; changes to their test settings are checked separately. */
const SHARED =
  /\.(?:md|rst|adoc|html?)$|^(?:package(?:-lock)?\.json|tsconfig.*\.json|pyproject\.toml|setup\.cfg|go\.(?:mod|sum)|Cargo\.(?:toml|lock)|README.*)$/i;

/** Data near the tests that tests mention and no source does: inputs and expected results. */
export async function namedData(
  code: Code,
  tests: Iterable<string>,
  isJudging: (path: string) => boolean,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const test of tests) {
    for (const [, name = ""] of (await code.text(test)).matchAll(LITERAL)) {
      const path = posix.join(folderOf(test), name);
      if (!code.layout.files.has(path) || !isNear(test, path, code)) continue;
      if (!CODE.test(path) && !SHARED.test(nameOf(path)) && !isJudging(path)) found.add(path);
    }
  }
  if (found.size === 0) return found;
  for (const file of code.layout.files) {
    if (!CODE.test(file) || isJudging(file)) continue;
    const text = await code.text(file);
    for (const path of found) if (text.includes(nameOf(path))) found.delete(path);
  }
  return found;
}

/** In the test's folder, or below it unless that folder is the root of a suite. */
function isNear(test: string, path: string, { layout }: Code): boolean {
  const folder = folderOf(test);
  return folderOf(path) === folder || (!layout.roots.includes(folder) && isInside(folder, path));
}
