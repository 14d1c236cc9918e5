import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeRepository, type Repository } from "./repository.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const COPIED = [
  "src/domain",
  "src/services/config",
  "test/support/arbitrary.ts",
  "docs/globs.md",
  ".agentforge/contracts",
];

/** Every fix runs them all, so they are few, and in one thread. */
const VITEST = `export default {
  test: {
    include: ["src/domain/rules/**/*.test.ts", "src/services/config/load.test.ts"],
    // Slow properties, and tests that read the lock file of the whole repository.
    exclude: ["src/domain/rules/{paths,secrets}/**"],
    pool: "threads",
    isolate: false,
    maxWorkers: 1,
    testTimeout: 60_000,
  },
};
`;

/** A self-contained part of our own source, with its tests, its contracts and what the tests need to run. */
export function ownSource(change: (folder: string) => void): Repository {
  return makeRepository((folder) => {
    for (const path of COPIED) cpSync(join(root, path), join(folder, path), { recursive: true });
    writeFileSync(join(folder, ".gitignore"), "node_modules/\n");
    writeFileSync(
      join(folder, "package.json"),
      `${JSON.stringify({ name: "part", type: "module", scripts: { test: "vitest run" }, devDependencies: { vitest: "*" } })}\n`,
    );
    writeFileSync(join(folder, "vitest.config.ts"), VITEST);
    writeFileSync(join(folder, ".agentforge/config.yaml"), "daemon: { concurrency: 1 }\n");
    change(folder);
    for (const name of closureOf(["vitest", "fast-check", "picomatch", "smol-toml", "yaml", "zod"]))
      lend(name, folder);
  });
}

/** These packages and all their installed dependencies. */
function closureOf(names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    const manifest = join(root, "node_modules", name, "package.json");
    if (found.has(name) || !existsSync(manifest)) return;
    found.add(name);
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
      readFileSync(manifest, "utf8"),
    );
    for (const more of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      visit(more);
  };
  names.forEach(visit);
  return found;
}

/** Hard links if the file system allows it: packages are read, never written. */
function lend(name: string, folder: string): void {
  const from = realpathSync(join(root, "node_modules", name));
  const to = join(folder, "node_modules", name);
  mkdirSync(dirname(to), { recursive: true });
  try {
    execFileSync("cp", ["-al", from, to], { stdio: "ignore" });
  } catch {
    cpSync(from, to, { recursive: true });
  }
}
