/**
 * Writes `types/`, the declarations of the library: only those reachable from its entry point. Runs before packing.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));
const target = process.argv[2] ?? join(top, "types");
const ENTRY = "src/hosts/library/index.d.ts";

const all = mkdtempSync(join(tmpdir(), "agentforge-types-"));
try {
  const tsc = join(top, "node_modules/.bin/tsc");
  execFileSync(tsc, ["-p", join(top, "tsconfig.library.json"), "--outDir", all], { stdio: "inherit" });
  rmSync(target, { recursive: true, force: true });
  const needed = reachable(join(all, ENTRY));
  for (const file of needed) cpSync(file, join(target, relative(all, file)));
  console.log(`wrote ${needed.size} declaration files`);
} finally {
  rmSync(all, { recursive: true, force: true });
}

function reachable(entry: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  for (const [, path = ""] of readFileSync(entry, "utf8").matchAll(/(?:from |import\()"(\.[^"]+)\.ts"/g))
    reachable(join(dirname(entry), `${path}.d.ts`), seen);
  return seen;
}
