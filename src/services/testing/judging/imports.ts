import { posix } from "node:path";
import { folderOf, upwards } from "../paths.ts";

/** How imports are resolved: the files of the tree, and the roots of names that are not relative. */
export interface Layout {
  readonly files: ReadonlySet<string>;
  /** Roots of the suites, the tree's own first. */
  readonly roots: readonly string[];
  /** Folders of Go modules by their import path. */
  readonly modules: ReadonlyMap<string, string>;
  /** Files of Go packages by their folder. */
  readonly packages: ReadonlyMap<string, readonly string[]>;
}

export const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs)$/;

/** Files of the tree that a file loads, judging by its text. Installed packages are excluded. */
export function importsOf(path: string, text: string, layout: Layout): string[] {
  const found = readerOf(path)?.(path, text, layout) ?? [];
  return [...new Set(found)].filter((each) => each !== path);
}

type Reader = (path: string, text: string, layout: Layout) => string[];

function readerOf(path: string): Reader | null {
  if (path.endsWith(".py")) return pythonImports;
  if (path.endsWith(".go")) return goImports;
  if (path.endsWith(".rs")) return rustModules;
  return CODE.test(path) ? javascriptImports : null;
}

const JAVASCRIPT_IMPORT =
  /\b(?:from|import|require|resolve|mock|doMock|unmock|importActual|requireActual|URL)\s*\(?\s*(["'`])([^"'`\n$]+)\1/g;

const javascriptImports: Reader = (path, text, layout) =>
  [...text.matchAll(JAVASCRIPT_IMPORT)].flatMap(([, , name = ""]) => resolveJavascript(path, name, layout));

export function resolveJavascript(path: string, name: string, { files, roots }: Layout): string[] {
  const plain = name.replace(/^file:\/\//, "").replace(/[?#].*$/, "");
  const bases = /^\.\.?(\/|$)/.test(plain)
    ? [posix.join(folderOf(path), plain)]
    : outer(plain).flatMap((each) => roots.map((root) => posix.join(root, each)));
  const hit = bases.flatMap(spellings).find((each) => files.has(each));
  return hit === undefined ? [] : [hit];
}

/** Aliases such as `@/calc` and `src/calc`. A bare name is a package. */
function outer(name: string): string[] {
  const alias = /^[@~#]\/(.+)$/.exec(name)?.[1];
  if (alias !== undefined) return [`src/${alias}`, alias];
  return name.includes("/") ? [name] : [];
}

const ENDINGS = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "json"];

function spellings(base: string): string[] {
  const written = base.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  return [
    ...[base, written, base.replace(/\.js$/, ".tsx")],
    ...ENDINGS.map((ending) => `${base}.${ending}`),
    ...ENDINGS.map((ending) => `${base}/index.${ending}`),
  ];
}

const PYTHON_FROM = /^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(?:\(([^)]*)\)|([^\n#]+))/gm;
const PYTHON_IMPORT = /^[ \t]*import[ \t]+([^\n#;]+)/gm;
const PYTHON_CALL = /\b(?:import_module|__import__|importorskip)\(\s*["']([\w.]+)["']/g;

const pythonImports: Reader = (path, text, layout) => {
  const named = [...text.matchAll(PYTHON_FROM)].flatMap(([, dots = "", module = "", many, one]) =>
    names(many ?? one ?? "").flatMap((name) => {
      const whole = [module, name].filter((part) => part !== "").join(".");
      const found = resolvePython(path, dots, whole, layout);
      return found.length > 0 ? found : resolvePython(path, dots, module, layout);
    }),
  );
  const plain = [...text.matchAll(PYTHON_IMPORT)].flatMap(([, list = ""]) => names(list));
  const called = [...text.matchAll(PYTHON_CALL)].map(([, name = ""]) => name);
  return [...named, ...[...plain, ...called].flatMap((name) => resolvePython(path, "", name, layout))];
};

function names(list: string): string[] {
  return list
    .split(",")
    .map((each) => each.trim().split(/\s/)[0] ?? "")
    .filter((each) => /^[\w.]+$/.test(each));
}

/** From the folder of the importing file, any folder above it, a root or its `src/`: pytest adds them to the path. */
export function resolvePython(path: string, dots: string, module: string, layout: Layout): string[] {
  const inner = module.replaceAll(".", "/");
  const own = folderOf(path);
  const relative = posix.join(own, ...Array.from({ length: dots.length - 1 }, () => ".."));
  const bases =
    dots !== "" ? [relative] : [...upwards(own), ...layout.roots.map((root) => posix.join(root, "src"))];
  for (const base of bases) {
    const stem = posix.join(base, inner);
    const hit = [`${stem}.py`, `${stem}/__init__.py`].find((each) => layout.files.has(each));
    if (hit !== undefined && inner !== "") return [hit];
  }
  return [];
}

const goImports: Reader = (_, text, { modules, packages }) => {
  const blocks = [...text.matchAll(/^import\s+(?:\(([^)]*)\)|([^\n(]+))/gm)].map(
    ([, many, one]) => many ?? one ?? "",
  );
  const paths = blocks.flatMap((block) => [...block.matchAll(/"([^"\n]+)"/g)].map(([, name = ""]) => name));
  return paths.flatMap((name) =>
    [...modules].flatMap(([module, folder]) => {
      if (name !== module && !name.startsWith(`${module}/`)) return [];
      return packages.get(posix.join(folder, name.slice(module.length + 1))) ?? [];
    }),
  );
};

const RUST_MODULE = /(?:#\[path\s*=\s*"([^"]+)"\]\s*)?(?:^|[\s;}])mod\s+(\w+)\s*;/g;

const rustModules: Reader = (path, text, layout) =>
  [...text.matchAll(RUST_MODULE)].flatMap(([, at, name = ""]) => resolveRust(path, name, at, layout));

/** Modules are below the file, except those of a crate's root (`lib.rs`, `tests/whole.rs`) and of `mod.rs`. */
function resolveRust(path: string, name: string, at: string | undefined, { files }: Layout): string[] {
  const folder = folderOf(path);
  if (at !== undefined) return [posix.join(folder, at)].filter((each) => files.has(each));
  const stem = posix.basename(path, ".rs");
  const bases = /^(?:lib|main|mod)$/.test(stem) ? [folder] : [posix.join(folder, stem), folder];
  return bases
    .flatMap((base) => [`${posix.join(base, name)}.rs`, posix.join(base, name, "mod.rs")])
    .filter((each) => each !== path && files.has(each))
    .slice(0, 1);
}
