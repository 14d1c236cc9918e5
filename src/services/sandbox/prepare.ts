import { existsSync, readdirSync } from "node:fs";
import { dirname, isAbsolute, join, normalize, relative } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Command, Limits } from "../../domain/ports/sandbox.ts";
import {
  artefactVariables,
  type Inside,
  identityVariables,
  insideOf,
  usual,
  withArtefacts,
} from "./identity.ts";
import { isFolder, isLink, isRealFolder } from "./machine.ts";
import type { ToolchainHints } from "./options.ts";
import { checkFiles, placedAt } from "./placement.ts";
import { type Overlay, type Plan, sameBind } from "./plan.ts";
import { surveyTree } from "./secrets.ts";
import { type System, systemTexts } from "./system.ts";
import { isPlainWord } from "./table.ts";
import {
  baseOfVirtualenv,
  installationOf,
  isSystem,
  pythonOf,
  resolveProgram,
  type Toolchains,
} from "./toolchains.ts";

const artefactsMb = 64;

/** The search path of nearly every image; an image's own cannot be extended without asking for it. */
const CONTAINER_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin".split(":");

/** Folders inside a lent folder that hold packages. Other hidden ones belong to tools that write at every run. */
const packageFolders = [".bin", ".pnpm", ".store", ".yarn"];

/** Everything the command will see, or null when its program does not exist. Reads the host, changes nothing. */
export function preparePlan(
  command: Command,
  host: {
    readonly home: string;
    readonly toolchains: Toolchains;
    readonly system: System;
    readonly masked?: readonly string[];
  },
  limits: Limits,
): Plan | null {
  const tree = checkTree(command.tree);
  const inside = insideIn(tree, command);
  const cwd = inTree(tree, command.cwd ?? ".", "cwd");
  const lent = (command.lent ?? []).map((folder) => checkLent(tree, folder));
  const { toolchains } = host;
  const python = pythonOf(tree, toolchains.readable);
  const path = [
    ...(command.pathFirst ?? []),
    ...(python === null ? toolchains.path : [python, ...toolchains.path]),
  ];
  const program = findProgram(command.argv[0], cwd, tree, path, lent, command.env?.PATH);
  if (program === null) return null;
  const found = [
    ...toolchains.readable,
    ...(isBelow(program, tree) ? [] : installationOf(program, host.home)),
    ...lent.flatMap((folder) => baseOfVirtualenv(folder.source, host.home)),
    ...[".venv", "venv"].flatMap((name) => baseOfVirtualenv(join(tree, name), host.home)),
  ];
  // what lies in the tree is seen through its overlay; what holds the tree would show its neighbours
  const readable = [
    ...found.filter((entry) => entry !== tree && !isBelow(tree, entry)),
    ...(command.readable ?? []).map(checkReadable),
  ].filter((entry) => entry !== tree && !isBelow(entry, tree));
  const caches = isBuild(command, program) ? toolchains.caches : [];
  const network = command.network ?? "none";
  const plan: Plan = {
    argv: [program, ...withArtefacts(command, inside.artefacts).slice(1)],
    cwd,
    network,
    limits,
    env: environment(command, inside, path, toolchains, Object.assign({}, ...caches.map(({ env }) => env))),
    overlays: [
      treeOverlay(tree, lent, host.masked),
      ...lent.map(lentOverlay),
      ...caches.map((cache) => cacheOverlay(cache, inside)),
    ],
    binds: [
      ...host.system.binds[network],
      ...distinct(readable)
        .filter((entry) => !isSystem(entry))
        .map(sameBind),
    ],
    links: host.system.links,
    texts: inside.isUsual ? host.system.texts[network] : systemTexts(network, inside),
    artefactsMb: (command.artefacts ?? []).length > 0 ? artefactsMb : 0,
    files: checkFiles(tree, command.files ?? []),
    inside,
  };
  return command.identity === undefined ? plan : placedAt(plan, tree, command.identity.folder);
}

/** The same for a container, which brings its own system and toolchains: the tree and what the command names. */
export function prepareContainerPlan(
  command: Command,
  options: { readonly masked?: readonly string[]; readonly toolchains?: ToolchainHints },
  limits: Limits,
): Plan {
  const tree = checkTree(command.tree);
  const lent = (command.lent ?? []).map((folder) => checkLent(tree, folder));
  const inside = insideIn(tree, command);
  const none = { path: [], readable: [], caches: [], env: {} };
  const { PATH: _, ...env } = environment(command, inside, [], none, {});
  const plan: Plan = {
    argv: withArtefacts(command, inside.artefacts),
    cwd: inTree(tree, command.cwd ?? ".", "cwd"),
    network: command.network ?? "none",
    limits,
    env: {
      ...env,
      ...(command.pathFirst?.length ? { PATH: [...command.pathFirst, ...CONTAINER_PATH].join(":") } : {}),
      ...options.toolchains?.env,
      ...command.env,
    },
    overlays: [treeOverlay(tree, lent, options.masked), ...lent.map(lentOverlay)],
    binds: distinct([
      ...(options.toolchains?.readable ?? []),
      ...(command.readable ?? []).map(checkReadable),
    ]).map(sameBind),
    links: [],
    texts: [],
    artefactsMb: (command.artefacts ?? []).length > 0 ? artefactsMb : 0,
    files: checkFiles(tree, command.files ?? []),
    inside,
  };
  return command.identity === undefined ? plan : placedAt(plan, tree, command.identity.folder);
}

/** An empty home in the tree would hide what is there. */
function insideIn(tree: string, command: Command): Inside {
  const inside = insideOf(command.identity);
  if (inside.home !== tree && !isBelow(inside.home, tree)) return inside;
  throw new AgentForgeError("bad_input", `The home of a command must not lie in its tree: ${inside.home}`);
}

function checkTree(tree: string): string {
  const path = normalize(tree).replace(/(?<=.)\/$/, "");
  if (!isAbsolute(tree) || path === "/" || !isFolder(path)) {
    throw new AgentForgeError("bad_input", `The tree of a command must be an existing folder: ${tree}`);
  }
  return path;
}

function inTree(tree: string, path: string, what: string): string {
  const full = join(tree, path);
  if (isAbsolute(path) || (full !== tree && !isBelow(full, tree))) {
    throw new AgentForgeError("bad_input", `The ${what} of a command must lie in its tree: ${path}`);
  }
  return full.replace(/(?<=.)\/$/, "");
}

interface LentFolder {
  readonly source: string;
  readonly at: string;
  readonly place: string;
}

/** A link on the way would make us mount, or make a folder, somewhere else. */
function checkLent(tree: string, folder: { readonly source: string; readonly at: string }): LentFolder {
  const at = inTree(tree, folder.at, "lent folder");
  if (at === tree)
    throw new AgentForgeError("bad_input", "A folder cannot be lent in place of the tree itself.");
  if (!isAbsolute(folder.source) || !isFolder(folder.source)) {
    throw new AgentForgeError("bad_input", `The folder to lend does not exist: ${folder.source}`);
  }
  for (let parent = dirname(at); parent !== tree; parent = dirname(parent)) {
    if (isLink(parent))
      throw new AgentForgeError("bad_input", `The way to the lent folder is a link: ${parent}`);
  }
  return { source: folder.source, at, place: relative(tree, at) };
}

function checkReadable(path: string): string {
  if (!isAbsolute(path) || !existsSync(path)) {
    throw new AgentForgeError("bad_input", `The readable path does not exist: ${path}`);
  }
  return normalize(path).replace(/(?<=.)\/$/, "");
}

/** Absolute path of the program, so that no shell on the way can take its name for something of its own. */
function findProgram(
  name: string,
  cwd: string,
  tree: string,
  path: readonly string[],
  lent: readonly LentFolder[],
  ownPath: string | undefined,
): string | null {
  if (!name.includes("/")) return resolveProgram(name, ownPath === undefined ? path : ownPath.split(":"));
  const full = isAbsolute(name) ? normalize(name) : join(cwd, name);
  const home = lent.find((folder) => isBelow(full, folder.at));
  const onHost = home === undefined ? full : join(home.source, relative(home.at, full));
  return existsSync(onHost) || (isBelow(full, tree) && isLink(onHost)) ? full : null;
}

function treeOverlay(
  tree: string,
  lent: readonly LentFolder[],
  names: readonly string[] | undefined,
): Overlay {
  const hidden = (file: string): boolean => lent.some((folder) => isBelow(join(tree, file), folder.at));
  const { secrets, entries } = surveyTree(tree, names);
  return {
    lower: tree,
    at: tree,
    entries,
    masked: secrets.filter((file) => !hidden(file)),
    places: lent.map((folder) => folder.place),
    owned: "all",
  };
}

function lentOverlay(folder: LentFolder): Overlay {
  const owned = readdirSync(folder.source)
    .filter((name) => name.startsWith(".") && !packageFolders.includes(name))
    .filter((name) => isRealFolder(join(folder.source, name)))
    .flatMap((name) => [
      name,
      ...readdirSync(join(folder.source, name), { recursive: true }).map((path) => join(name, String(path))),
    ])
    .filter(isPlainWord)
    .slice(0, 4000);
  return { lower: folder.source, at: folder.at, masked: [], places: [], owned, entries: null };
}

function cacheOverlay(cache: Toolchains["caches"][number], inside: Inside): Overlay {
  const here = (name: string): boolean => existsSync(join(cache.source, name));
  return {
    lower: cache.source,
    at: isBelow(cache.at, usual.home) ? inside.home + cache.at.slice(usual.home.length) : cache.at,
    entries: null,
    masked: cache.masked.filter(here),
    places: [],
    owned: [...cache.owned.filter(here), ...(cache.shards ? shardsOf(cache.source) : [])].filter(isPlainWord),
  };
}

/** Folders of a cache that is split by the first two letters of a hash. */
function shardsOf(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => /^[0-9a-f]{2}$/.test(name));
}

/** Programs that build nothing themselves are spared the caches of those that do, unless they start one. */
export function isBuild(command: Pick<Command, "argv" | "builds">, program: string): boolean {
  if (command.builds !== undefined) return command.builds;
  if (command.argv.some((each) => /(?:^|\/)(?:go|cargo|mvn|gradle)$/.test(each))) return true;
  return !/\/(python[\d.]*|pytest|node|vitest|jest|mocha|eslint|ruff|mypy|tsc|cat|true)$/.test(program);
}

function environment(
  command: Command,
  inside: Inside,
  path: readonly string[],
  toolchains: Toolchains,
  caches: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = {
    PATH: path.join(":"),
    ...identityVariables(inside),
    SHELL: "/bin/sh",
    LANG: "C.UTF-8",
    ...(command.network === "host" ? {} : { GOPROXY: "off", GOTOOLCHAIN: "local" }),
    ...toolchains.env,
    ...caches,
    ...command.env,
    ...artefactVariables(command, inside.artefacts),
  };
  for (const [name, value] of Object.entries(env)) {
    if (!/^[^-=\0][^=\0]*$/.test(name) || value.includes("\0")) {
      throw new AgentForgeError("bad_input", `Not a possible environment variable: ${JSON.stringify(name)}`);
    }
  }
  return env;
}

const distinct = (paths: readonly string[]): readonly string[] => [...new Set(paths)];
const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);
