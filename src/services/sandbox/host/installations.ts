import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { enclosing, isWithin, realpath, rootFolders } from "./paths.ts";

/** Absolute path of a program on a search path, or null. A name with a slash is not searched for. */
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

/** What must be readable for this executable to run: its real path and its installation folder. */
export function installationOf(executable: string, home: string): readonly string[] {
  const real = realpath(executable);
  if (real === null) return [];
  const folders = new Set([dirname(executable), dirname(real)]);
  return [...folders].flatMap((folder) => (isSystem(folder) ? [] : lookInto(folder, home).readable));
}

export function isSystem(path: string): boolean {
  return ["/usr", ...rootFolders].some((folder) => isWithin(path, folder));
}

/** What a folder in PATH resolves to. */
interface Found {
  readonly path: readonly string[];
  readonly readable: readonly string[];
}

export function lookInto(folder: string, home: string): Found {
  const real = realpath(folder) ?? folder;
  const also = real === folder || isSystem(real) ? [] : lookInto(real, home).readable;
  const parent = dirname(folder);
  const pyenv = enclosing(
    folder,
    (root) => existsSync(join(root, "versions")) && existsSync(join(root, "shims")),
  );
  if (pyenv !== null) return pyenvAt(pyenv, folder);
  const modules = folder.indexOf("/node_modules/");
  if (modules !== -1)
    return { path: [folder], readable: [`${folder.slice(0, modules)}/node_modules`, ...also] };
  if (folder.startsWith("/nix/") || folder.startsWith("/gnu/"))
    return { path: [folder], readable: storesOf(folder.slice(0, 4)) };
  if (parent === join(home, ".local")) return { path: [folder], readable: [...localOf(parent), ...also] };
  if (parent === join(home, ".cargo")) return { path: [folder], readable: [folder] };
  if (isInstallation(parent, home)) return { path: [folder], readable: [parent, ...also] };
  return holdsHome(folder, home)
    ? { path: [folder], readable: [] }
    : { path: [folder], readable: [folder, ...also] };
}

/** Shims query pyenv at each start; the selected version's own folder avoids that. */
function pyenvAt(root: string, folder: string): Found {
  const versions = join(root, "versions");
  if (folder.startsWith(`${versions}/`)) return { path: [folder], readable: [versions] };
  if (folder !== join(root, "shims")) return { path: [], readable: [versions] };
  const selected = readLines(join(root, "version")).filter((name) => existsSync(join(versions, name, "bin")));
  return { path: selected.map((name) => join(versions, name, "bin")), readable: [versions] };
}

/**
 * A shim that is linked from another folder does not run inside, but the version it selects does, so it comes first.
 */
export function linkedShims(folder: string): readonly string[] {
  const found = new Set<string>();
  for (const program of ["python3", "python", "pytest"]) {
    const shims = dirname(realpath(join(folder, program)) ?? "/");
    if (shims === folder || basename(shims) !== "shims" || !existsSync(join(shims, "../versions"))) continue;
    for (const entry of pyenvAt(dirname(shims), shims).path) found.add(entry);
  }
  return [...found];
}

/** The installed packages and which of them are selected, without the build daemon's socket. */
function storesOf(root: string): readonly string[] {
  return ["store", "var/nix/profiles", "var/guix/profiles"]
    .map((name) => join(root, name))
    .filter((path) => existsSync(path));
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

export function holdsHome(folder: string, home: string): boolean {
  const real = realpath(home) ?? home;
  return folder === "/" || isWithin(home, folder) || isWithin(real, folder);
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
