// Loads a project's modules, ES and CommonJS, from memory: again for every candidate, but node_modules only
// once.
import { readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import { Paths } from "./javascript-paths.mjs";
import { REQUIRED } from "./javascript-steps.mjs";
import { Texts } from "./javascript-texts.mjs";

export function createLoader(sources, root) {
  return new Loader(sources, root);
}

class Loader {
  #root;
  #texts;
  #paths;
  /** Modules of packages, kept for all candidates. */
  #foreign = new Map();
  /** Bodies of CommonJS modules, kept while their text is the same. */
  #compiled = new Map();
  #modules = new Map();
  #required = new Map();
  #shims = {};
  /** @type {{ isTest(path: string): boolean, exported(value: unknown, origin: unknown): unknown } | null} */
  #border = null;

  constructor(sources, root) {
    this.#root = root;
    this.#texts = new Texts(sources, root);
    this.#paths = new Paths(root, this.#texts);
  }

  /** Replaces the previous candidate's edits with a candidate's edits. */
  apply(candidate) {
    this.#texts.apply(candidate);
  }

  /** Forgets every module of the project. */
  begin(testModules) {
    this.#modules = new Map();
    this.#required = new Map();
    this.#shims = testModules;
  }

  async load(path) {
    const absolute = resolve(this.#root, path);
    if (!this.#paths.isModule(absolute)) return this.#require(absolute);
    const module = this.#moduleAt(absolute);
    if (module.status === "unlinked") await module.link(this.#link);
    if (module.status === "linked") await module.evaluate();
    if (module.status === "errored") throw module.error;
    return module.namespace;
  }

  observe(on) {
    this.#texts.mode = on ? "observe" : "plain";
  }

  record(on) {
    this.#texts.mode = on ? "record" : "plain";
  }

  /** Wraps the project for test files: `isTest(path)` and `exported(value, origin)`. */
  through(border) {
    this.#border = border;
  }

  /** For each edit, the line of the enclosing statement, as observed runs name it. */
  placesOf(candidate) {
    return this.#texts.placesOf(candidate);
  }

  #moduleAt(path) {
    return shared(path, this.#modules, () =>
      path.endsWith(".json") || !this.#paths.isModule(path)
        ? synthetic(path, this.#require(path), true)
        : this.#sourceModule(path),
    );
  }

  #sourceModule(path) {
    const find = (specifier) => this.#paths.find(specifier, path);
    const link = this.#link;
    return new vm.SourceTextModule(this.#texts.toRun(path), {
      identifier: path,
      initializeImportMeta(meta) {
        meta.url = pathToFileURL(path).href;
        meta.filename = path;
        meta.dirname = dirname(path);
        meta.resolve = (specifier) => pathToFileURL(find(specifier)).href;
      },
      async importModuleDynamically(specifier) {
        const module = await link(specifier, { identifier: path });
        if (module.status === "unlinked") await module.link(link);
        await module.evaluate();
        return module;
      },
    });
  }

  #link = async (specifier, { identifier: from }) => {
    const shim = this.#shims[specifier];
    if (shim !== undefined)
      return shared(`shim:${specifier}`, this.#modules, () => synthetic(specifier, shim, false));
    const path = this.#paths.local(specifier, from);
    if (path === null) return this.#foreignModule(specifier, from);
    const within = this.#border;
    return within?.isTest(from) && !within.isTest(path)
      ? this.#borderModule(within, path)
      : this.#moduleAt(path);
  };

  async #foreignModule(specifier, from) {
    const key = isBuiltin(specifier) ? specifier : createRequire(from).resolve(specifier);
    const existing = this.#foreign.get(key);
    if (existing !== undefined) return existing;
    const namespace = await import(isBuiltin(specifier) ? specifier : pathToFileURL(key).href);
    const module = synthetic(key, namespace, false);
    this.#foreign.set(key, module);
    return module;
  }

  /** A module of the project as a test file sees it while its steps are recorded. */
  async #borderModule(within, path) {
    const namespace = await this.load(path);
    const isCommon = !this.#paths.isModule(path);
    const seen = bordered(within, path, isCommon ? namespace : { ...namespace });
    return shared(`border:${path}`, this.#modules, () => synthetic(path, seen, isCommon));
  }

  #require(path) {
    const existing = this.#required.get(path);
    if (existing !== undefined) return existing.exports;
    const module = { exports: {}, id: path, filename: path, loaded: false, children: [], paths: [] };
    this.#required.set(path, module);
    if (path.endsWith(".json")) {
      module.exports = JSON.parse(readFileSync(path, "utf8"));
      return module.exports;
    }
    const body = this.#bodyOf(path);
    body.call(module.exports, module.exports, this.#requireIn(path), module, path, dirname(path));
    module.loaded = true;
    return module.exports;
  }

  #bodyOf(path) {
    const text = this.#texts.toRun(path);
    const held = this.#compiled.get(path);
    const names = ["exports", "require", "module", "__filename", "__dirname"];
    const body = held?.text === text ? held.body : vm.compileFunction(text, names, { filename: path });
    if (!this.#texts.isChanged(path)) this.#compiled.set(path, { text, body });
    return body;
  }

  /** The `require` of one file. */
  #requireIn(path) {
    const native = createRequire(path);
    const own = (specifier) => {
      const shim = this.#shims[specifier];
      if (shim !== undefined) return requiredShim(shim);
      const at = this.#paths.local(specifier, path);
      if (at === null) return native(specifier);
      const within = this.#border;
      return within?.isTest(path) && !within.isTest(at)
        ? bordered(within, at, this.#require(at))
        : this.#require(at);
    };
    own.resolve = (specifier) => this.#paths.find(specifier, path);
    own.cache = {};
    own.main = undefined;
    return own;
  }
}

function requiredShim(shim) {
  if (shim[REQUIRED] !== undefined) return shim[REQUIRED];
  return typeof shim.default === "function" ? Object.assign(shim.default, shim) : shim;
}

function bordered(within, path, exports) {
  if (typeof exports === "function") return within.exported(exports, [path, null]);
  if (exports === null || typeof exports !== "object") return exports;
  return Object.fromEntries(
    Object.entries(exports).map(([name, value]) => [name, within.exported(value, [path, name])]),
  );
}

function synthetic(identifier, value, withDefault) {
  const isObject = value !== null && (typeof value === "object" || typeof value === "function");
  const names = new Set(isObject ? Object.keys(value) : []);
  names.delete("default");
  return new vm.SyntheticModule(
    [...names, ...(withDefault || "default" in Object(value) ? ["default"] : [])],
    function set() {
      for (const name of names) this.setExport(name, value[name]);
      if (withDefault) this.setExport("default", value);
      else if ("default" in Object(value)) this.setExport("default", value.default);
    },
    { identifier },
  );
}

function shared(key, within, make) {
  const existing = within.get(key);
  if (existing !== undefined) return existing;
  const made = make();
  within.set(key, made);
  return made;
}
