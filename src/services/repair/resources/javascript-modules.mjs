// Loads a project's modules, ES and CommonJS, from memory: again for every candidate, but node_modules only
// once.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire, isBuiltin, stripTypeScriptTypes } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import { REQUIRED } from "./javascript-steps.mjs";

const ENDINGS = [
  "",
  ".js",
  ".ts",
  ".mjs",
  ".cjs",
  ".jsx",
  ".tsx",
  ".mts",
  ".cts",
  ".json",
  "/index.js",
  "/index.ts",
  "/index.mjs",
  "/index.cjs",
];

export function createLoader(sources, root) {
  const known = new Map(sources.map((each) => [resolve(root, each.path), each]));
  const foreign = new Map();
  const read = new Map();
  const compiled = new Map();
  const isModuleByPath = new Map();
  let changed = new Map();
  let modules = new Map();
  let required = new Map();
  let shims = {};
  let mode = "plain";
  /** @type {{ isTest(path: string): boolean, exported(value: unknown, origin: unknown): unknown } | null} */
  let border = null;

  /** Replaces the previous candidate's edits with a candidate's edits. False if two of its edits overlap. */
  function apply(candidate) {
    changed = new Map();
    for (const [path, start, end, text] of candidate) {
      const absolute = resolve(root, path);
      const edits = changed.get(absolute) ?? [];
      edits.push({ start, end, text });
      changed.set(absolute, edits);
    }
    return true;
  }

  /** Forgets every module of the project. */
  function begin(testModules) {
    modules = new Map();
    required = new Map();
    shims = testModules;
  }

  function textOf(path) {
    const source = known.get(path);
    if (source === undefined) {
      if (!read.has(path)) read.set(path, readFileSync(path, "utf8"));
      return blanked(path, read.get(path)) ?? strip(path, read.get(path));
    }
    const edits = changed.get(path) ?? [];
    const marks =
      mode === "plain" ? source.marks.ticks : mode === "observe" ? source.marks.observe : source.marks.record;
    const bare = blanked(path, source.text);
    return bare === null ? strip(path, weave(source.text, edits, marks)) : weave(bare, edits, marks);
  }

  async function load(path) {
    const absolute = resolve(root, path);
    if (!isModule(absolute)) return requireFile(absolute);
    const module = await moduleAt(absolute);
    if (module.status === "unlinked") await module.link(link);
    if (module.status === "linked") await module.evaluate();
    if (module.status === "errored") throw module.error;
    return module.namespace;
  }

  async function moduleAt(path) {
    const existing = modules.get(path);
    if (existing !== undefined) return existing;
    const made = path.endsWith(".json") || !isModule(path) ? commonAsModule(path) : sourceModule(path);
    modules.set(path, made);
    return made;
  }

  function sourceModule(path) {
    return new vm.SourceTextModule(textOf(path), {
      identifier: path,
      initializeImportMeta(meta) {
        meta.url = pathToFileURL(path).href;
        meta.filename = path;
        meta.dirname = dirname(path);
        meta.resolve = (specifier) => pathToFileURL(find(specifier, path)).href;
      },
      async importModuleDynamically(specifier) {
        const module = await link(specifier, { identifier: path });
        if (module.status === "unlinked") await module.link(link);
        await module.evaluate();
        return module;
      },
    });
  }

  function commonAsModule(path) {
    const value = requireFile(path);
    return synthetic(path, value, true);
  }

  function synthetic(identifier, value, withDefault) {
    const names = new Set(
      value !== null && (typeof value === "object" || typeof value === "function") ? Object.keys(value) : [],
    );
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

  async function link(specifier, from) {
    const shim = shims[specifier];
    if (shim !== undefined)
      return shared(`shim:${specifier}`, () => synthetic(specifier, shim, false), modules);
    const path = local(specifier, from.identifier);
    if (path !== null) return border?.isTest(from.identifier) ? borderModule(border, path) : moduleAt(path);
    const key = isBuiltin(specifier) ? specifier : createRequire(from.identifier).resolve(specifier);
    const existing = foreign.get(key);
    if (existing !== undefined) return existing;
    const namespace = await import(isBuiltin(specifier) ? specifier : pathToFileURL(key).href);
    const module = synthetic(key, namespace, false);
    foreign.set(key, module);
    return module;
  }

  /** A module of the project as a test file sees it while its steps are recorded. */
  async function borderModule(within, path) {
    if (within.isTest(path)) return moduleAt(path);
    const namespace = await load(path);
    const held = { ...namespace };
    const isCommon = !isModule(path);
    const seen = isCommon ? bordered(within, path, namespace) : bordered(within, path, held);
    return shared(`border:${path}`, () => synthetic(path, seen, isCommon), modules);
  }

  function bordered(within, path, exports) {
    if (typeof exports === "function") return within.exported(exports, [path, null]);
    if (exports === null || typeof exports !== "object") return exports;
    return Object.fromEntries(
      Object.entries(exports).map(([name, value]) => [name, within.exported(value, [path, name])]),
    );
  }

  function shared(key, make, within) {
    const existing = within.get(key);
    if (existing !== undefined) return existing;
    const made = make();
    within.set(key, made);
    return made;
  }

  function requireFile(path) {
    const existing = required.get(path);
    if (existing !== undefined) return existing.exports;
    const module = { exports: {}, id: path, filename: path, loaded: false, children: [], paths: [] };
    required.set(path, module);
    if (path.endsWith(".json")) {
      module.exports = JSON.parse(readFileSync(path, "utf8"));
      return module.exports;
    }
    const text = textOf(path);
    const held = compiled.get(path);
    const body =
      held?.text === text
        ? held.body
        : vm.compileFunction(text, ["exports", "require", "module", "__filename", "__dirname"], {
            filename: path,
          });
    if (!changed.has(path)) compiled.set(path, { text, body });
    const native = createRequire(path);
    const own = (specifier) => {
      if (shims[specifier] !== undefined) {
        const shim = shims[specifier];
        if (shim[REQUIRED] !== undefined) return shim[REQUIRED];
        return typeof shim.default === "function" ? Object.assign(shim.default, shim) : shim;
      }
      const at = local(specifier, path);
      if (at === null) return native(specifier);
      return border?.isTest(path) && !border.isTest(at)
        ? bordered(border, at, requireFile(at))
        : requireFile(at);
    };
    own.resolve = (specifier) => find(specifier, path);
    own.cache = {};
    own.main = undefined;
    body.call(module.exports, module.exports, own, module, path, dirname(path));
    module.loaded = true;
    return module.exports;
  }

  function local(specifier, from) {
    if (!/^(?:\.{1,2}(?:\/|$)|\/|file:)/.test(specifier)) return sibling(specifier, from);
    return find(specifier, from);
  }

  /** The file of another workspace package that a link in node_modules leads to; null for any other package. */
  function sibling(specifier, from) {
    if (isBuiltin(specifier)) return null;
    const path = siblingPath(specifier, from, isModule(from) ? "import" : "require");
    return path !== null && !path.includes("/node_modules/") ? path : null;
  }

  function find(specifier, from) {
    const base = specifier.startsWith("file:")
      ? new URL(specifier).pathname
      : resolve(dirname(from), specifier.replace(/\?.*$/, ""));
    const stem = base.replace(/\.(?:js|mjs|cjs|jsx)$/, "");
    const main = mainOf(base);
    if (main !== null) return main;
    for (const each of [
      ...ENDINGS.map((ending) => base + ending),
      ...ENDINGS.slice(1).map((ending) => stem + ending),
    ]) {
      if (known.has(each) || (existsSync(each) && statSync(each).isFile())) return each;
    }
    throw new Error(`Cannot find module '${specifier}' from ${relative(root, from)}`);
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

  /** For each edit, the line of the enclosing statement, as observed runs name it. */
  function placesOf(candidate) {
    return candidate.flatMap(([path, start]) => {
      const marks = known.get(resolve(root, path))?.marks.observe ?? [];
      /** @type {number | null} */
      let line = null;
      let nearest = -1;
      for (const [at, text] of marks) {
        const found = /__line__\(.*,(\d+)\)/.exec(text);
        if (found === null || at > start || at < nearest) continue;
        nearest = at;
        line = Number(found[1]);
      }
      return line === null ? [] : [{ path, line }];
    });
  }

  return {
    apply,
    begin,
    load,
    placesOf,
    observe: (on) => {
      mode = on ? "observe" : "plain";
    },
    /** Wraps the project for test files: `isTest(path)` and `exported(value, origin)`. */
    through: (given) => {
      border = given;
    },
    record: (on) => {
      mode = on ? "record" : "plain";
    },
  };

  function isModule(path) {
    return shared(path, () => looksLikeModule(path), isModuleByPath);
  }

  function looksLikeModule(path) {
    if (/\.m[jt]s$/.test(path)) return true;
    if (/\.(?:c[jt]s|json)$/.test(path)) return false;
    if (packageType(path) === "module") return true;
    const text = known.get(path)?.text ?? read.get(path) ?? remember(path);
    const hasStatement = /^\s*(?:import(?:\s+\w|\s*[{*"'])|export\s+(?:[\w{*]|default))/m.test(text);
    return hasStatement && !(path.endsWith(".js") && isScript(text));
  }

  function remember(path) {
    const text = readFileSync(path, "utf8");
    read.set(path, text);
    return text;
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

const blank = new Map();

/** The text with types replaced by spaces, which keeps every offset; null if that is impossible. */
function blanked(path, text) {
  if (!/\.[cm]?tsx?$/.test(path)) return text;
  const known = blank.get(path);
  if (known?.text === text) return known.bare;
  /** @type {string | null} */
  let bare = null;
  try {
    bare = stripTypeScriptTypes(text);
  } catch {
    // enums and other non-erasable syntax need a real transformation
  }
  blank.set(path, { text, bare });
  return bare;
}

function strip(path, text) {
  if (!/\.[cm]?tsx?$/.test(path)) return text;
  try {
    return stripTypeScriptTypes(text);
  } catch {
    return stripTypeScriptTypes(text, { mode: "transform" });
  }
}

/** The text with edits, and with instrumentation except where an edit replaced it. */
function weave(text, edits, marks) {
  if (edits.length === 0 && marks.length === 0) return text;
  const kept = marks.filter(([at]) => !edits.some((edit) => edit.start < at && at < edit.end));
  const all = [
    ...edits.map((edit) => ({ ...edit, rank: 1 })),
    ...kept.map(([at, insert]) => ({
      start: at,
      end: at,
      text: insert,
      rank: insert.startsWith("}") || insert.startsWith(")") ? 0 : 2,
    })),
  ].sort((a, b) => a.start - b.start || a.end - b.end || a.rank - b.rank);
  let woven = "";
  let at = 0;
  for (const each of all) {
    if (each.start < at) continue;
    woven += text.slice(at, each.start) + each.text;
    at = each.end;
  }
  return woven + text.slice(at);
}
