// Which file an import of a project leads to, and whether that file is an ES module.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import vm from "node:vm";
import { Aliases } from "./javascript-aliases.mjs";

const ENDINGS = [
  ...["", ".js", ".ts", ".mjs", ".cjs", ".jsx", ".tsx", ".mts", ".cts", ".json"],
  ...["/index.js", "/index.ts", "/index.mjs", "/index.cjs"],
];

export class Paths {
  #root;
  #texts;
  #modules = new Map();
  #aliases;

  /** @param {import("./javascript-texts.mjs").Texts} texts */
  constructor(root, texts) {
    this.#root = root;
    this.#texts = texts;
    this.#aliases = new Aliases(root);
  }

  isModule(path) {
    const known = this.#modules.get(path);
    if (known !== undefined) return known;
    const found = this.#looksLikeModule(path);
    this.#modules.set(path, found);
    return found;
  }

  /** The file of the project that an import leads to; null for packages. */
  local(specifier, from) {
    if (!/^(?:\.{1,2}(?:\/|$)|\/|file:)/.test(specifier))
      return this.#aliased(specifier, from) ?? this.#sibling(specifier, from);
    return this.find(specifier, from);
  }

  find(specifier, from) {
    const base = specifier.startsWith("file:")
      ? new URL(specifier).pathname
      : resolve(dirname(from), specifier.replace(/\?.*$/, ""));
    const found = this.#fileAt(base);
    if (found !== null) return found;
    throw new Error(`Cannot find module '${specifier}' from ${relative(this.#root, from)}`);
  }

  #fileAt(base) {
    const stem = base.replace(/\.(?:js|mjs|cjs|jsx)$/, "");
    const main = mainOf(base);
    if (main !== null) return main;
    for (const each of [
      ...ENDINGS.map((ending) => base + ending),
      ...ENDINGS.slice(1).map((ending) => stem + ending),
    ]) {
      if (this.#texts.isSource(each) || (existsSync(each) && statSync(each).isFile())) return each;
    }
    return null;
  }

  /** The file of the project that an alias stands for. Aliases may also lead to packages and to declarations. */
  #aliased(specifier, from) {
    if (isBuiltin(specifier) || from.includes("/node_modules/")) return null;
    for (const path of this.#aliases.of(specifier, from)) {
      const file = path.includes("/node_modules/") ? null : this.#fileAt(path);
      if (file !== null && !/\.d\.[cm]?ts$/.test(file)) return file;
    }
    return null;
  }

  /** The file of another workspace package that a link in node_modules leads to; null for any other package. */
  #sibling(specifier, from) {
    if (isBuiltin(specifier)) return null;
    const path = siblingPath(specifier, from, this.isModule(from) ? "import" : "require");
    return path !== null && !path.includes("/node_modules/") ? path : null;
  }

  #looksLikeModule(path) {
    if (/\.m[jt]s$/.test(path)) return true;
    if (/\.(?:c[jt]s|json)$/.test(path)) return false;
    if (packageType(path) === "module") return true;
    const text = this.#texts.original(path);
    const hasStatement = /^\s*(?:import(?:\s+\w|\s*[{*"'])|export\s+(?:[\w{*]|default))/m.test(text);
    return hasStatement && !(path.endsWith(".js") && isScript(text));
  }
}

/** The main file of a folder with a package; null for anything else. */
function mainOf(folder) {
  if (!existsSync(join(folder, "package.json"))) return null;
  try {
    return createRequire(join(folder, "package.json")).resolve(folder);
  } catch {
    return null;
  }
}

/** Whether the text is valid without import and export: lines that look like them are in strings or comments. */
function isScript(text) {
  try {
    vm.compileFunction(text);
    return true;
  } catch {
    return false;
  }
}

/** What `require` or `import` resolves to; a package may support only one of them. */
function siblingPath(specifier, from, conditions) {
  try {
    /** @type {any} */
    const options = { conditions: new Set([conditions, "node", "module-sync", "default"]) };
    return createRequire(from).resolve(specifier, options);
  } catch {
    return null;
  }
}

const types = new Map();

function packageType(path) {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (types.has(folder)) return types.get(folder);
    const file = join(folder, "package.json");
    if (existsSync(file)) {
      const type = JSON.parse(readFileSync(file, "utf8")).type ?? "commonjs";
      types.set(folder, type);
      return type;
    }
    if (folder === dirname(folder)) return "commonjs";
  }
}
