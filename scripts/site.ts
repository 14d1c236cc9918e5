import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { listOf, pageFor } from "./site-pages.ts";

/** Builds the documentation site from docs/ into site/. A broken link is an error. `--serve` shows it. */
const root = fileURLToPath(new URL("..", import.meta.url));
const docs = join(root, "docs");
const pages = join(root, "tools/site/pages");

rmSync(pages, { recursive: true, force: true });
const paths = globSync("**/*.md", { cwd: docs }).map((path) => path.replaceAll("\\", "/"));
for (const path of paths) write(path.replace(/README\.md$/, "contents.md"), pageFor(path, read(path)));
const decisions = paths.filter((path) => path.startsWith("decisions/")).sort();
write("decisions/index.md", listOf(decisions.map((path) => ({ name: path.slice(10), text: read(path) }))));
for (const path of globSync("{*.json,pictures/*}", { cwd: docs }))
  cpSync(join(docs, path), join(pages, "public", path));
cpSync(join(docs, "pictures"), join(pages, "pictures"), { recursive: true });
cpSync(join(root, "tools/site/index.md"), join(pages, "index.md"));

const vitepress = join(root, "tools/site/node_modules/vitepress/bin/vitepress.js");
run(["build"]);
if (process.argv.includes("--serve")) run(["preview"]);

function run(args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [vitepress, ...args, "tools/site"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}

function read(path: string): string {
  return readFileSync(join(docs, path), "utf8");
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(pages, path)), { recursive: true });
  writeFileSync(join(pages, path), text);
}
