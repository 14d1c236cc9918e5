// What must be copied for a Go module to build elsewhere: its own folder, or one that contains everything it needs.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

/** Go 1.18 is the first version with type parameters. */
const GENERICS = 18;

/** The common folder of a module, the workspace that uses it, and the local replacements of other modules. */
export function topOf(module) {
  const workspace = workspaceOf(module);
  const replaced = replacedBy(join(module, "go.mod"));
  const others = workspace === null ? [] : [workspace, ...replacedBy(join(workspace, "go.work"))];
  const top = [...replaced, ...others].filter((path) => existsSync(path)).reduce(common, module);
  // The root of the file system contains nothing that a test can see.
  return top === sep ? module : top;
}

/** Compiler flags that let a module written for an older Go contain generic code. */
export function languageFlags(module) {
  const file = join(module, "go.mod");
  const stated = existsSync(file) ? /^go\s+1\.(\d+)/m.exec(readFileSync(file, "utf8")) : null;
  // without a version, Go assumes 1.16
  return Number(stated?.[1] ?? 16) < GENERICS ? [`-lang=go1.${GENERICS}`] : [];
}

/** The nearest folder above whose go.work uses the module. */
function workspaceOf(module) {
  for (let folder = module; ; folder = dirname(folder)) {
    const file = join(folder, "go.work");
    if (existsSync(file)) return usedBy(file).includes(module) ? folder : null;
    if (folder === dirname(folder)) return null;
  }
}

function usedBy(file) {
  const text = readFileSync(file, "utf8").replace(/\/\/.*$/gm, "");
  const blocks = [...text.matchAll(/^use\s*\(([^)]*)\)/gm)].flatMap(([, block]) => block.split("\n"));
  const single = [...text.matchAll(/^use\s+([^\s(]+)\s*$/gm)].map(([, path]) => path);
  return [...blocks, ...single]
    .map((path) => path.trim().replaceAll('"', ""))
    .filter((path) => path !== "")
    .map((path) => resolve(dirname(file), path));
}

function replacedBy(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").matchAll(/=>\s*"?(\.{1,2}\/[^\s"]*)/g);
  return [...lines].map(([, path]) => resolve(dirname(file), path));
}

/** The nearest folder that contains both. */
export function common(one, other) {
  let folder = one;
  while (folder !== dirname(folder) && other !== folder && !other.startsWith(`${folder}${sep}`))
    folder = dirname(folder);
  return folder;
}
