import type { LanguageId } from "../../domain/rules/languages/languages.ts";
import { folderOf } from "../../domain/rules/paths/folder-of.ts";
import type { CheckedFile } from "./check-type.ts";
import { type ModuleNames, NO_NAMES } from "./module-names.ts";
import { folderOfGoPackage, NO_ROOTS, type PackageRoots } from "./package-roots.ts";
import type { Range } from "./range.ts";
import { rangeOf, type SgNode } from "./syntax.ts";
import { joinPath } from "./tree-path.ts";

/** One import as written. */
export interface Import {
  readonly specifier: string;
  readonly range: Range;
}

const ECMASCRIPT = {
  any: [
    {
      kind: "string",
      inside: { any: [{ kind: "import_statement" }, { kind: "export_statement" }], field: "source" },
    },
    { kind: "string", inside: { kind: "arguments", inside: { pattern: "import($$$A)" } } },
    { kind: "string", inside: { kind: "arguments", inside: { pattern: "require($$$A)" } } },
  ],
};

const RULES: Readonly<Record<LanguageId, object>> = {
  python: { any: [{ kind: "import_statement" }, { kind: "import_from_statement" }] },
  javascript: ECMASCRIPT,
  typescript: ECMASCRIPT,
  tsx: ECMASCRIPT,
  go: { kind: "import_spec" },
  rust: {
    any: [
      { kind: "use_declaration" },
      { kind: "mod_item", not: { has: { field: "body", kind: "declaration_list" } } },
    ],
  },
  java: { kind: "import_declaration" },
};

export function readImports(file: CheckedFile): readonly Import[] {
  const tree = file.syntax();
  if (tree === null) return [];
  const rule = RULES[tree.language];
  const nodes = tree.root.findAll({ rule } as Parameters<SgNode["findAll"]>[0]);
  return nodes.flatMap((node) => {
    const range = rangeOf(node);
    return specifiersOf(tree.language, node.text()).map((specifier) => ({ specifier, range }));
  });
}

function specifiersOf(language: LanguageId, text: string): readonly string[] {
  if (language === "python") return pythonModules(text);
  if (language === "go") return [/"([^"]+)"/.exec(text)?.[1] ?? ""];
  if (language === "java") return [text.replace(/^import\s+(?:static\s+)?|\s*;$/g, "").replace(/\.\*$/, "")];
  if (language === "rust")
    return [
      text
        .replace(/^(?:pub(?:\([^)]*\))?\s+)?(?:use|mod)\s+/, (word) => (word.includes("mod") ? "self::" : ""))
        .replace(/[;{].*$|\s+as\s+.*$/s, "")
        .replace(/::$/, ""),
    ];
  return [text.slice(1, -1)];
}

/** `from .a import b, c` → .a.b, .a.c: each may be a module or a name in one. */
function pythonModules(text: string): readonly string[] {
  const from = /^from\s+(\.*[\w.]*)\s+import\s+\(?([\s\S]*?)\)?$/.exec(text);
  const names = (from?.[2] ?? text.replace(/^import\s+/, ""))
    .replace(/#.*$/gm, "")
    .split(",")
    .map((name) => name.trim().split(/\s+as\s+/)[0] ?? "")
    .filter((name) => name !== "");
  if (from === null) return names;
  const module = from[1] ?? "";
  const prefix = module.endsWith(".") ? module : `${module}.`;
  return names.map((name) => (name === "*" ? module : prefix + name));
}

const ENDINGS = [
  "",
  ".ts",
  ".tsx",
  ".mts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  "/index.ts",
  "/index.tsx",
  "/index.js",
];

/**
 * Finds the file in the tree that an import refers to; null for packages and everything else outside the
 * tree.
 */
export class ImportResolver {
  readonly #names: ModuleNames;
  readonly #roots: PackageRoots;
  readonly #tree: ReadonlySet<string>;
  readonly #paths: ReadonlySet<string>;
  readonly #folders: ReadonlyMap<string, string>;

  /**
   * `names` and `tree` are for JavaScript and TypeScript imports: path aliases, and all files. `roots` are
   * the Go modules and Rust crates in the tree.
   */
  constructor(
    paths: readonly string[],
    {
      names = NO_NAMES,
      roots = NO_ROOTS,
      tree = paths,
    }: { names?: ModuleNames; roots?: PackageRoots; tree?: readonly string[] } = {},
  ) {
    this.#names = names;
    this.#roots = roots;
    this.#tree = new Set(tree);
    this.#paths = new Set(paths);
    this.#folders = new Map(paths.toReversed().map((path) => [folderOf(path), path]));
  }

  resolve(language: LanguageId, from: string, specifier: string): string | null {
    if (language === "python") return this.#python(from, specifier);
    if (language === "go") return this.#go(specifier);
    if (language === "java") return this.#java(specifier);
    if (language === "rust") return this.#rust(from, specifier);
    return this.#ecmaScript(from, specifier);
  }

  #ecmaScript(from: string, specifier: string): string | null {
    const path = specifier.replace(/(?<!^)[?#].*$/, "");
    const targets = path.startsWith(".")
      ? [joinPath(folderOf(from), path)]
      : this.#names.candidates(from, path);
    for (const target of targets) {
      const written = target.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
      const spellings = [
        ...ENDINGS.map((ending) => target + ending),
        written,
        written.replace(/\.ts$/, ".tsx"),
      ];
      const found = spellings.find((each) => this.#tree.has(each));
      if (found !== undefined) return found;
    }
    return null;
  }

  #python(from: string, specifier: string): string | null {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    const parts = specifier
      .slice(dots)
      .split(".")
      .filter((part) => part !== "");
    if (dots > 0) return this.#module(joinPath(folderOf(from), "../".repeat(dots - 1)), parts, 0);
    for (let folder = folderOf(from); ; folder = folderOf(folder)) {
      // Absolute names start at a top-level package, never inside one.
      const isPackage = this.#paths.has(joinPath(folder, "__init__.py"));
      const found = isPackage
        ? null
        : (this.#module(folder, parts, 1) ?? this.#module(joinPath(folder, "src"), parts, 1));
      if (found !== null || folder === "") return found;
    }
  }

  /** The module, or the module that contains the last name. */
  #module(folder: string, parts: readonly string[], fewest: number): string | null {
    for (let count = parts.length; count >= Math.max(fewest, parts.length - 1); count--) {
      const base = joinPath(folder, parts.slice(0, count).join("/"));
      const found = this.#first(
        count === 0 ? [joinPath(base, "__init__.py")] : [`${base}.py`, `${base}/__init__.py`],
      );
      if (found !== null) return found;
    }
    return null;
  }

  /** Without a go.mod, the folder whose path is the end of the import path, as in a GOPATH. */
  #go(specifier: string): string | null {
    const { modules } = this.#roots;
    if (modules === null)
      return this.#longestTail(specifier.split("/"), (tail) => this.#folders.get(tail) ?? null);
    const folder = folderOfGoPackage(modules, specifier);
    return folder === null ? null : (this.#folders.get(folder) ?? null);
  }

  #java(specifier: string): string | null {
    const path = `${specifier.replaceAll(".", "/")}.java`;
    if (this.#paths.has(path)) return path;
    return [...this.#paths].find((each) => each.endsWith(`/${path}`)) ?? null;
  }

  #rust(from: string, specifier: string): string | null {
    const [head, ...rest] = specifier.split("::");
    const isRoot = /(?:^|\/)(?:mod|lib|main)\.rs$/.test(from);
    const own = isRoot ? folderOf(from) : from.replace(/\.rs$/, "");
    const base =
      head === "crate"
        ? from.slice(0, from.lastIndexOf("src/") + 3)
        : head === "super"
          ? folderOf(own)
          : head === "self"
            ? own
            : null;
    if (base !== null) return this.#rustModule(base, rest);
    const crate = this.#roots.crates.get(head ?? "");
    if (crate === undefined) return null;
    const source = joinPath(crate, "src");
    return this.#rustModule(source, rest) ?? this.#first([joinPath(source, "lib.rs")]);
  }

  #rustModule(base: string, names: readonly string[]): string | null {
    for (let count = names.length; count > 0; count--) {
      const path = joinPath(base, names.slice(0, count).join("/"));
      const found = this.#first([`${path}.rs`, `${path}/mod.rs`]);
      if (found !== null) return found;
    }
    return null;
  }

  #longestTail(parts: readonly string[], look: (tail: string) => string | null): string | null {
    for (let start = 0; start < parts.length; start++) {
      const found = look(parts.slice(start).join("/"));
      if (found !== null) return found;
    }
    return null;
  }

  #first(candidates: readonly string[]): string | null {
    return candidates.find((candidate) => this.#paths.has(candidate)) ?? null;
  }
}
