// Names for a project's own files, from `paths` in tsconfig.json or jsconfig.json. Vitest's `alias` and Jest's
// `moduleNameMapper` usually say the same, but they are code.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const MOST_EXTENDED = 5;

export class Aliases {
  #root;
  /** By folder. */
  #known = new Map();

  constructor(root) {
    this.#root = root;
  }

  /** Paths, possibly without an ending, that an import may mean, best first. */
  of(specifier, from) {
    const found = this.#in(dirname(from)).flatMap(({ pattern, paths }) => {
      const [start = "", end] = pattern.split("*");
      if (end === undefined) return specifier === pattern ? [{ exact: true, start, paths }] : [];
      const isMatch = specifier.startsWith(start) && specifier.endsWith(end);
      const rest = specifier.slice(start.length, specifier.length - end.length);
      return isMatch
        ? [{ exact: false, start, paths: paths.map((each) => each.replace("*", () => rest)) }]
        : [];
    });
    return found
      .sort((a, b) => Number(b.exact) - Number(a.exact) || b.start.length - a.start.length)
      .flatMap(({ paths }) => paths);
  }

  /** Those of the nearest configuration file; none above the project. */
  #in(folder) {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const file = ["tsconfig.json", "jsconfig.json"].map((name) => join(folder, name)).find(existsSync);
    const isTop = folder === this.#root || folder === dirname(folder);
    const found = file ? pathsOf(file, MOST_EXTENDED) : isTop ? [] : this.#in(dirname(folder));
    this.#known.set(folder, found);
    return found;
  }
}

function pathsOf(file, depth) {
  const settings = parsed(file);
  const { paths, baseUrl = "." } = settings?.compilerOptions ?? {};
  if (paths === undefined) {
    const [base] = [settings?.extends ?? []].flat().filter((each) => /^\.{1,2}\//.test(each));
    if (base === undefined || depth === 0) return [];
    const above = resolve(dirname(file), /\.json$/.test(base) ? base : `${base}.json`);
    return existsSync(above) ? pathsOf(above, depth - 1) : [];
  }
  const folder = resolve(dirname(file), baseUrl);
  return Object.entries(paths).map(([pattern, targets]) => ({
    pattern,
    paths: [targets].flat().map((each) => resolve(folder, String(each))),
  }));
}

/** TypeScript allows comments and trailing commas; null if the file cannot be read. */
function parsed(file) {
  const text = readFileSync(file, "utf8").replace(
    /("(?:[^"\\]|\\.)*")|\/\/.*|\/\*[\s\S]*?\*\//g,
    (_, string) => string ?? " ",
  );
  try {
    return JSON.parse(text.replace(/,(\s*[}\]])/g, "$1"));
  } catch {
    return null;
  }
}
