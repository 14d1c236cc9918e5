import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";

import { type Cache, cachesOf } from "./caches.ts";

/** Compilers, interpreters and their caches that live outside the system folders, as seen from inside. */
export interface Toolchains {
  /** Search path inside, shims already replaced by what they stand for. */
  readonly path: readonly string[];
  /** Host paths shown read-only at the same path. */
  readonly readable: readonly string[];
  /** Folders the tools insist on writing to: writes succeed and vanish. */
  readonly caches: readonly Cache[];
  readonly env: Readonly<Record<string, string>>;
}

const systemFolders = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/libx32"];

/** Programs worth following through links from a system folder to wherever they are installed. */
const wellKnown =
  "node npm npx pnpm yarn bun deno python python3 pip uv pytest go cargo rustc java javac mvn gradle ruby bundle php composer dotnet git make".split(
    " ",
  );

export function findToolchains(
  host: { readonly path: string; readonly home: string },
  insideHome: string,
): Toolchains {
  const readable = new Set<string>();
  const path = new Set<string>();
  for (const folder of host.path.split(delimiter)) {
    if (!isAbsolute(folder) || !existsSync(folder)) continue;
    const found = isSystem(folder) ? { path: [folder], readable: [] } : lookInto(folder, host.home);
    for (const entry of [...linkedShims(folder), ...found.path]) path.add(entry);
    for (const entry of found.readable) readable.add(entry);
  }
  for (const folder of ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"]) path.add(folder);
  for (const program of wellKnown) {
    const found = resolveProgram(program, [...path]);
    if (found !== null) for (const root of installationOf(found, host.home)) readable.add(root);
  }
  const rustup = join(host.home, ".rustup");
  if (existsSync(rustup)) readable.add(rustup);
  const userSite = join(host.home, ".local/lib");
  if (existsSync(userSite)) readable.add(userSite);
  return {
    path: [...path],
    readable: outermost([...readable].filter((entry) => !isSystem(entry))),
    caches: cachesOf(host.home, insideHome),
    env: {
      ...(existsSync(rustup) ? { RUSTUP_HOME: rustup } : {}),
      ...(existsSync(userSite) ? { PYTHONUSERBASE: dirname(userSite) } : {}),
    },
  };
}

/** Absolute path of a program by a search path, or null. A name with a slash is not searched for. */
export function resolveProgram(program: string, path: readonly string[]): string | null {
  for (const folder of path) {
    const candidate = join(folder, program);
    try {
      const stat = statSync(candidate);
      if (stat.isFile() && (stat.mode & 0o111) !== 0) return candidate;
    } catch {
      // not in this folder
    }
  }
  return null;
}

/** What must be readable for this executable to run: where it really lies and the installation around it. */
export function installationOf(executable: string, home: string): readonly string[] {
  const real = realpath(executable);
  if (real === null) return [];
  const folders = new Set([dirname(executable), dirname(real)]);
  return [...folders].flatMap((folder) => (isSystem(folder) ? [] : lookInto(folder, home).readable));
}

/** The interpreter a virtual environment was made from, so that its links lead somewhere inside. */
export function baseOfVirtualenv(folder: string, home: string): readonly string[] {
  try {
    const base = /^home\s*=\s*(.+)$/m.exec(readFileSync(join(folder, "pyvenv.cfg"), "utf8"))?.[1]?.trim();
    if (base === undefined || !isAbsolute(base) || isSystem(base)) return [];
    return lookInto(base, home).readable;
  } catch {
    return [];
  }
}

/** `bin` folder of the Python the tree asks for by `.python-version`, when pyenv has it. */
export function pythonOf(tree: string, readable: readonly string[]): string | null {
  const versions = readable.find(
    (entry) => entry.endsWith("/versions") && existsSync(join(dirname(entry), "shims")),
  );
  if (versions === undefined) return null;
  try {
    const wanted = readFileSync(join(tree, ".python-version"), "utf8").split("\n")[0]?.trim() ?? "";
    if (!/^[\w.-]+$/.test(wanted)) return null;
    const match = readdirSync(versions).find((name) => name === wanted || name.startsWith(`${wanted}.`));
    return match === undefined ? null : join(versions, match, "bin");
  } catch {
    return null;
  }
}

export function isSystem(path: string): boolean {
  return systemFolders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

interface Found {
  readonly path: readonly string[];
  readonly readable: readonly string[];
}

function lookInto(folder: string, home: string): Found {
  const real = realpath(folder) ?? folder;
  const also = real === folder || isSystem(real) ? [] : lookInto(real, home).readable;
  const parent = dirname(folder);
  const pyenv = enclosing(
    folder,
    (root) => existsSync(join(root, "versions")) && existsSync(join(root, "shims")),
  );
  if (pyenv !== null) return pyenvAt(pyenv, folder);
  if (folder.endsWith("/node_modules/.bin")) return { path: [folder], readable: [parent, ...also] };
  const modules = folder.indexOf("/node_modules/");
  if (modules !== -1)
    return { path: [folder], readable: [`${folder.slice(0, modules)}/node_modules`, ...also] };
  if (folder.startsWith("/nix/") || folder.startsWith("/gnu/"))
    return { path: [folder], readable: [folder.slice(0, 4)] };
  if (parent === join(home, ".local")) return { path: [folder], readable: [...localOf(parent), ...also] };
  if (parent === join(home, ".cargo")) return { path: [folder], readable: [folder] };
  if (isInstallation(parent, home)) return { path: [folder], readable: [parent, ...also] };
  return holdsHome(folder, home)
    ? { path: [folder], readable: [] }
    : { path: [folder], readable: [folder, ...also] };
}

/** Shims ask pyenv anew at each start; the selected version's own folder answers at once. */
function pyenvAt(root: string, folder: string): Found {
  const versions = join(root, "versions");
  if (folder.startsWith(`${versions}/`)) return { path: [folder], readable: [versions] };
  if (folder !== join(root, "shims")) return { path: [], readable: [versions] };
  const selected = readLines(join(root, "version")).filter((name) => existsSync(join(versions, name, "bin")));
  return { path: selected.map((name) => join(versions, name, "bin")), readable: [versions] };
}

/** A shim that is linked from another folder does not run inside; the version it stands for does, so it comes first. */
function linkedShims(folder: string): readonly string[] {
  const found = new Set<string>();
  for (const program of ["python3", "python", "pytest"]) {
    const shims = dirname(realpath(join(folder, program)) ?? "/");
    if (shims === folder || basename(shims) !== "shims" || !existsSync(join(shims, "../versions"))) continue;
    for (const entry of pyenvAt(dirname(shims), shims).path) found.add(entry);
  }
  return [...found];
}

function localOf(local: string): readonly string[] {
  return ["bin", "lib", "share/uv", "share/pipx", "share/pnpm", "share/fnm", "share/mise"]
    .map((name) => join(local, name))
    .filter((path) => existsSync(path));
}

function isInstallation(folder: string, home: string): boolean {
  if (holdsHome(folder, home)) return false;
  if (["shims"].includes(basename(folder))) return false;
  return ["lib", "libexec", "include", "lib64", "pkg", "installs"].some((name) =>
    existsSync(join(folder, name)),
  );
}

function holdsHome(folder: string, home: string): boolean {
  return folder === "/" || folder === home || home.startsWith(`${folder}/`);
}

/** Drops what lies below another entry. */
function outermost(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(`${other}/`)));
}

function enclosing(folder: string, test: (root: string) => boolean): string | null {
  for (let root = folder; root !== dirname(root); root = dirname(root)) if (test(root)) return root;
  return null;
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  } catch {
    return [];
  }
}

function realpath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
