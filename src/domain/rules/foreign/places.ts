/** Whether a file exists, by its path from the top of the repository. */
export type Has = (path: string) => boolean;

/** Names of folders that never contain the project's own code. */
const ALWAYS: Readonly<Record<string, string>> = {
  ...named("installed dependencies", [
    ...["node_modules", "bower_components", "jspm_packages", ".pnpm-store", ".yarn", "Pods", "_vendor"],
    ...["site-packages", "dist-packages", "__pypackages__", ".eggs", ".bundle", ".m2"],
  ]),
  ...named("a virtual environment", [".venv", ".tox", ".nox"]),
  ...named("a cache", [
    ...["__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".parcel-cache", ".turbo", ".gradle"],
  ]),
  ...named("build output", [".next", ".nuxt", ".svelte-kit", ".output"]),
};

/** Files that identify the kind of the folder they are in, regardless of its name. */
const MARKERS: readonly (readonly [marker: string, what: string])[] = [
  ["pyvenv.cfg", "a virtual environment"],
  ["conda-meta/history", "a virtual environment"],
  ["CACHEDIR.TAG", "a cache"],
  ["CMakeCache.txt", "build output"],
];

/** A folder with this name is foreign if it contains one of these files. `..` is the enclosing folder. */
const BY_NAME: Readonly<Record<string, readonly (readonly [signs: readonly string[], what: string])[]>> = {
  vendor: [[["modules.txt", "autoload.php"], "vendored dependencies"]],
  dist: [[["../package.json", "../pyproject.toml", "../setup.py", "../setup.cfg"], "build output"]],
  target: [[["../Cargo.toml", "../pom.xml"], "build output"]],
  build: [[["../build.gradle", "../build.gradle.kts", "../setup.py", "asset-manifest.json"], "build output"]],
};

/** At the top of a repository these contain dependencies and output, unless they are a Python package. */
const AT_TOP: Readonly<Record<string, string>> = {
  ...named("vendored dependencies", ["vendor", "third_party", "third-party"]),
  ...named("build output", ["dist"]),
};

/** The kind of a folder without any of the project's own code; null for an ordinary folder. */
export function whyForeignFolder(path: string, has: Has): string | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (Object.hasOwn(ALWAYS, name)) return ALWAYS[name] ?? null;
  if (name.endsWith(".egg-info")) return "installed dependencies";
  const marked = MARKERS.find(([marker]) => has(`${path}/${marker}`));
  if (marked) return marked[1];
  const signs = Object.hasOwn(BY_NAME, name) ? (BY_NAME[name] ?? []) : [];
  const signed = signs.find(([files]) => files.some((file) => has(beside(path, file))));
  if (signed) return signed[1];
  return path === name && Object.hasOwn(AT_TOP, name) && !has(`${path}/__init__.py`)
    ? (AT_TOP[name] ?? null)
    : null;
}

function beside(path: string, file: string): string {
  if (!file.startsWith("../")) return `${path}/${file}`;
  const around = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  return `${around === "" ? "" : `${around}/`}${file.slice(3)}`;
}

function named(what: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, what]));
}
