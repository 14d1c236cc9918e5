import { existsSync, readdirSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { treeOwner } from "../plan/tree-owner.ts";
import { type Cache, cachesOf } from "./caches.ts";
import {
  holdsHome,
  installationOf,
  isSystem,
  linkedShims,
  lookInto,
  resolveProgram,
} from "./installations.ts";
import { baseOfVirtualenv, offeredInterpreters } from "./interpreters.ts";
import { enclosing, isBelow, isWithin, realpath } from "./paths.ts";
import { distrust, ownersOf } from "./trust.ts";

/** Compilers, interpreters and their caches that live outside the system folders, as seen from inside. */
export interface Toolchains {
  /** PATH inside, with shims replaced by what they select. */
  readonly path: readonly string[];
  /** Its folders that are not in a repository: links of the programs there are followed. */
  readonly trusted: readonly string[];
  /** Host paths shown read-only at the same path. */
  readonly readable: readonly string[];
  /** Folders that the tools insist on writing to: writes succeed and are discarded. */
  readonly caches: readonly Cache[];
  readonly env: Readonly<Record<string, string>>;
  /** Python installations that are shown if a virtualenv was created from one of them. */
  readonly interpreters: readonly string[];
  /** Installations on the search path that are not shown, and why. */
  readonly refused: readonly Refused[];
}

interface Refused {
  readonly path: string;
  readonly why: string;
}

/** Where to look for toolchains. */
export interface ToolchainHost {
  readonly path: string;
  readonly home: string;
  /** Its caches take precedence over those in the home folder. */
  readonly cacheHome?: string | undefined;
  /** `CARGO_HOME` and `RUSTUP_HOME`, if they are not in the home. */
  readonly cargoHome?: string | undefined;
  readonly rustupHome?: string | undefined;
  /** Folders of repositories: search path entries inside them are shown, but their links are not followed outside. */
  readonly untrusted?: readonly string[];
}

/** Programs worth following through links from a system folder to wherever they are installed. */
const wellKnown =
  "node npm npx pnpm yarn bun deno python python3 pip uv pytest go cargo rustc java javac mvn gradle ruby bundle php composer dotnet git make".split(
    " ",
  );

/**
 * Looks only at the host. A folder in PATH that is in a repository or in `node_modules` is visible unchanged;
 * links that leave it are not followed, because the author of the repository created them.
 */
export function findToolchains(host: ToolchainHost, insideHome: string): Toolchains {
  const owners = ownersOf(host.home);
  const interpreters = offeredInterpreters(host.home, owners);
  const found = searchPath(host, interpreters);
  const { path, trusted, readable, confined } = found;
  for (const program of wellKnown) {
    const known = resolveProgram(program, trusted);
    if (known === null) continue;
    for (const root of installationOf(known, host.home)) readable.add(root);
    path.add(dirname(realpath(known) ?? known));
  }
  const rustup = rustupOf(host);
  for (const entry of rustup === null ? [] : [rustup, ...linkedToolchains(rustup, host.home)])
    readable.add(entry);
  const userSite = join(host.home, ".local/lib");
  if (existsSync(userSite)) readable.add(userSite);
  const judged = [...readable]
    .filter((entry) => !isSystem(entry))
    .map((entry) => ({ path: entry, why: distrust(entry, owners) }));
  return {
    path: [...[...path].filter((entry) => !isClosed(entry)), ...[...path].filter(isClosed)],
    trusted,
    readable: outermost([
      ...judged.flatMap((entry) => (entry.why === null ? [entry.path] : [])),
      ...[...confined, ...installationOf(process.execPath, host.home)].filter((entry) => !isSystem(entry)),
    ]),
    interpreters,
    refused: judged.flatMap(({ path, why }) => (why === null ? [] : [{ path, why }])),
    caches: cachesFor(host, insideHome),
    env: {
      ...(rustup === null ? {} : { RUSTUP_HOME: rustup }),
      ...(existsSync(userSite) ? { PYTHONUSERBASE: dirname(userSite) } : {}),
    },
  };
}

/** What the folders in PATH offer; `confined` are folders of repositories, which are shown as they are. */
function searchPath(host: ToolchainHost, interpreters: ReturnType<typeof offeredInterpreters>) {
  const repositories = repositoriesAt(host.untrusted ?? [], host.home);
  const [path, readable, confined] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const trusted: string[] = [];
  for (const folder of host.path.split(delimiter)) {
    if (!isAbsolute(folder) || !existsSync(folder)) continue;
    const repository = repositoryOf(folder, repositories);
    if (repository !== null) {
      path.add(folder);
      for (const entry of rootsInRepository(folder, repository, interpreters)) confined.add(entry);
      continue;
    }
    const found = isSystem(folder) ? { path: [folder], readable: [] } : lookInto(folder, host.home);
    for (const entry of [...linkedShims(folder), ...found.path]) {
      const real = isClosed(entry) ? realFolders(entry) : [];
      for (const each of [...real, entry]) path.add(each);
      trusted.push(entry);
    }
    for (const entry of found.readable) readable.add(entry);
  }
  for (const folder of ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"]) {
    path.add(folder);
    trusted.push(folder);
  }
  return { path, trusted, readable, confined };
}

/** A variable that names the home folder, or one of its parents, would show everything in it. */
function rustupOf({ home, rustupHome }: ToolchainHost): string | null {
  const folder = rustupHome ?? join(home, ".rustup");
  return existsSync(folder) && !holdsHome(folder, home) ? folder : null;
}

/** `rustup toolchain link` links to a toolchain that is elsewhere. */
function linkedToolchains(rustup: string, home: string): readonly string[] {
  const folder = join(rustup, "toolchains");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .flatMap(({ name }) => realpath(join(folder, name)) ?? [])
    .filter((target) => existsSync(join(target, "bin/rustc")) && !holdsHome(target, home));
}

function cachesFor(host: ToolchainHost, insideHome: string): readonly Cache[] {
  const { home, cacheHome, cargoHome } = host;
  const usual = cachesOf(home, insideHome, cargoHome && !holdsHome(cargoHome, home) ? cargoHome : undefined);
  if (cacheHome === undefined) return usual;
  const first = cachesOf(cacheHome, insideHome);
  const kinds = first.map(({ kind }) => kind);
  return [...first, ...usual.filter(({ kind }) => !kinds.includes(kind))];
}

/** Root's command runs as an ordinary user, who may not start anything from a folder that only root may enter. */
function isClosed(folder: string): boolean {
  const owner = treeOwner();
  if (owner === undefined) return false;
  const found = statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && found.uid !== owner && (found.mode & 0o001) === 0;
}

/** Where the programs in a folder of links really are. */
function realFolders(folder: string): readonly string[] {
  return wellKnown.flatMap((program) => {
    const real = realpath(join(folder, program));
    return real === null ? [] : [dirname(real)];
  });
}

/**
 * The folders themselves and the repositories around them; a home under version control does not count as a repository.
 */
function repositoriesAt(folders: readonly string[], home: string): readonly string[] {
  return folders.flatMap((folder) => {
    const repository = enclosing(folder, (root) => existsSync(join(root, ".git")));
    return [folder, ...(repository === null ? [] : [repository])].filter((root) => !holdsHome(root, home));
  });
}

/** The folder that a search path entry must not leave, or null if the host's own user put it there. */
function repositoryOf(folder: string, repositories: readonly string[]): string | null {
  const modules = `${folder}/`.indexOf("/node_modules/");
  if (modules !== -1 && !isSystem(folder)) return folder.slice(0, modules);
  return repositories.find((root) => isWithin(folder, root)) ?? null;
}

function rootsInRepository(
  folder: string,
  repository: string,
  interpreters: readonly string[],
): readonly string[] {
  const modules = `${folder}/`.indexOf("/node_modules/");
  const parent = dirname(folder);
  const isVirtualenv = existsSync(join(parent, "pyvenv.cfg"));
  const root = modules !== -1 ? `${folder.slice(0, modules)}/node_modules` : isVirtualenv ? parent : folder;
  const real = realpath(root);
  const home = realpath(repository);
  if (real === null || home === null || !isBelow(real, home)) return [];
  const base = isVirtualenv ? baseOfVirtualenv(parent, interpreters, isSystem) : { status: "none" as const };
  return base.status === "offered" ? [root, base.root] : [root];
}

/** Drops entries below another entry. */
function outermost(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].filter((path) => !paths.some((other) => isBelow(path, other)));
}
