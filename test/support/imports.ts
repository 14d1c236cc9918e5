import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";

export interface SourceModule {
  /** Path below `src/`, with forward slashes. */
  readonly path: string;
  /** Paths below `src/` that it imports, including types. */
  readonly internal: readonly string[];
  /** Bare specifiers: packages and `node:*`. */
  readonly external: readonly string[];
  readonly text: string;
}

/** Every module below `root` with its imports, read from the files. */
export function readModules(root: string): SourceModule[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      const specifiers = specifiersOf(text);
      const local = specifiers.filter((specifier) => specifier.startsWith("."));
      return {
        path,
        text,
        internal: local.map((specifier) => posix.normalize(posix.join(dirname(path), specifier))),
        external: specifiers.filter((specifier) => !specifier.startsWith(".")),
      };
    });
}

function specifiersOf(text: string): string[] {
  const statement = /^\s*(?:import|export)\s(?:[^"'`;]*?\sfrom\s)?["']([^"']+)["']/gm;
  const dynamic = /\bimport\(\s*["']([^"']+)["']\s*\)/g;
  return [...text.matchAll(statement), ...text.matchAll(dynamic)].map((match) => match[1] ?? "");
}

/** The first cycle found, as the list of its modules, or null. */
export function findCircle(modules: readonly SourceModule[]): string[] | null {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const done = new Set<string>();
  const walk = (path: string, trail: string[]): string[] | null => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return null;
    for (const next of byPath.get(path)?.internal ?? []) {
      const circle = walk(next, [...trail, path]);
      if (circle) return circle;
    }
    done.add(path);
    return null;
  };
  for (const { path } of modules) {
    const circle = walk(path, []);
    if (circle) return circle;
  }
  return null;
}
