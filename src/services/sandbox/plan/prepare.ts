import { existsSync } from "node:fs";
import { isAbsolute, join, normalize, relative } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { Command, Limits } from "../../../domain/ports/sandbox.ts";
import {
  type Allowance,
  allowedMounts,
  type HostFacts,
  hostInstallation,
  strayMounts,
} from "../host/allow-list.ts";
import { isSystem, resolveProgram } from "../host/installations.ts";
import { baseOfVirtualenv, pythonOf, refusedBase, type VirtualenvBase } from "../host/interpreters.ts";
import { checkLent, type LentFolder, lentOverlay } from "../host/lent.ts";
import { isFolder, isLink } from "../host/machine.ts";
import { isBelow, isWithin, realpath, withoutSlash } from "../host/paths.ts";
import type { ScanTree } from "../host/secrets.ts";
import type { FindSpecialFiles } from "../host/special-files.ts";
import { systemTexts } from "../host/system.ts";
import type { Toolchains } from "../host/toolchains.ts";
import type { ToolchainHints } from "../options.ts";
import {
  artifactVariables,
  type Inside,
  identityVariables,
  insideOf,
  usual,
  withArtifacts,
} from "./identity.ts";
import { checkFiles, inTree, placedAt } from "./placement.ts";
import { type Overlay, type Plan, sameBind } from "./plan.ts";
import { isPlainWord } from "./table.ts";

const artifactsMb = 64;

/** The search path of nearly every image; extending an image's own would require querying it first. */
const CONTAINER_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin".split(":");

/** The inputs of a plan besides the command. */
export interface PlanHost extends HostFacts {
  readonly scanTree: ScanTree;
  readonly findSpecialFiles: FindSpecialFiles;
}

/** Where a command runs. */
interface Located {
  readonly tree: string;
  readonly cwd: string;
  readonly path: readonly string[];
  readonly lent: readonly LentFolder[];
}

type Virtualenvs = ReturnType<typeof virtualenvBases>;

/** Everything the command will see, or null when its program does not exist. Reads the host, changes nothing. */
export async function preparePlan(command: Command, host: PlanHost, limits: Limits): Promise<Plan | null> {
  const base = await commonPlan(command, host, limits);
  const { tree, inside, cwd, lent } = base;
  const { toolchains } = host;
  const path = [...(command.pathFirst ?? []), ...pathIn(tree, toolchains)];
  const program = findProgram(command, { tree, cwd, path, lent });
  if (program === null) return null;
  const virtualenvs = virtualenvBases(tree, lent, toolchains);
  const readable = readableFor(command, program, { host, tree, virtualenvs });
  const caches = isBuild(command, program) ? toolchains.caches : [];
  const isGo = ["go.mod", "go.work"].some((name) => [tree, cwd].some((at) => existsSync(join(at, name))));
  const isGoAnalysis = analyzesGo(command, isGo);
  const cacheEnv = Object.assign({}, ...caches.map(({ env }) => env));
  const { network } = base.plan;
  const plan: Plan = {
    ...base.plan,
    argv: [program, ...base.plan.argv.slice(1)],
    env: environment(command, inside, path, toolchains.env, cacheEnv),
    overlays: [...base.plan.overlays, ...caches.map((cache) => cacheOverlay(cache, inside, isGoAnalysis))],
    binds: [
      ...host.system.binds[network],
      ...distinct(readable)
        .filter((entry) => !isSystem(entry))
        .map(sameBind),
    ],
    links: host.system.links,
    texts: inside.isUsual ? host.system.texts[network] : systemTexts(network, inside),
    notes: [
      ...refusedBases(virtualenvs, program, tree),
      ...notesOn(program, [tree, ...readable], toolchains),
    ],
  };
  refuseStrays(plan, allowedMounts(host, { ...command, tree }, program));
  return command.identity === undefined ? plan : placedAt(plan, tree, command.identity.folder);
}

function pathIn(tree: string, { readable, path }: Toolchains): readonly string[] {
  const python = pythonOf(tree, readable);
  return python === null ? path : [python, ...path];
}

/** The folders outside the tree that the command may read. */
function readableFor(
  command: Command,
  program: string,
  {
    host,
    tree,
    virtualenvs,
  }: { readonly host: PlanHost; readonly tree: string; readonly virtualenvs: Virtualenvs },
): readonly string[] {
  const found = [
    ...host.toolchains.readable,
    ...hostInstallation(program, host.toolchains, host.home),
    ...virtualenvs.flatMap(({ base }) => (base.status === "offered" ? [base.root] : [])),
  ];
  // paths in the tree are visible through its overlay; a folder that contains the tree would expose its neighbors
  return [
    ...found.filter((entry) => entry !== tree && !isBelow(tree, entry)),
    ...(command.readable ?? []).map(checkReadable),
  ].filter((entry) => entry !== tree && !isBelow(entry, tree));
}

function refusedBases(virtualenvs: Virtualenvs, program: string, tree: string): readonly string[] {
  return virtualenvs.flatMap(({ at, base }) =>
    base.status === "refused" && isBelow(program, at) ? [refusedBase(relative(tree, at), base.claimed)] : [],
  );
}

/** Why an existing program is not visible inside. */
function notesOn(program: string, shown: readonly string[], toolchains: Toolchains): readonly string[] {
  const real = realpath(program) ?? program;
  const refused = toolchains.refused.find(({ path }) => isBelow(real, path));
  if (refused !== undefined) return [`The sandbox does not show ${refused.path}: ${refused.why}.`];
  if (isSystem(program) || shown.some((root) => isWithin(program, root))) return [];
  return [`The sandbox does not show ${program}: it is neither in the tree nor on your PATH.`];
}

function refuseStrays(plan: Plan, allowed: readonly Allowance[]): void {
  const [stray] = strayMounts(plan, allowed);
  if (stray === undefined) return;
  throw new AgentForgeError(
    "sandbox_failed",
    `the sandbox would have shown ${stray}, which is not on its allow list; nothing was run`,
  );
}

/** A virtualenv in the tree or one that is lent, with the Python it was made from. */
function virtualenvBases(
  tree: string,
  lent: readonly LentFolder[],
  toolchains: Toolchains,
): readonly { readonly at: string; readonly base: VirtualenvBase }[] {
  const isVisible = (path: string): boolean =>
    isSystem(path) || [tree, ...toolchains.readable].some((root) => isWithin(path, root));
  return [
    ...lent.map(({ source, at }) => ({ source, at })),
    ...[".venv", "venv"].map((name) => ({ source: join(tree, name), at: join(tree, name) })),
  ].map(({ source, at }) => ({ at, base: baseOfVirtualenv(source, toolchains.interpreters, isVisible) }));
}

/** The same for a container, which brings its own system and toolchains: the tree and what the command names. */
export async function prepareContainerPlan(
  command: Command,
  options: Pick<PlanHost, "scanTree" | "findSpecialFiles"> & { readonly toolchains?: ToolchainHints },
  limits: Limits,
): Promise<Plan> {
  const { tree, inside, plan: base } = await commonPlan(command, options, limits);
  const { PATH: _, ...env } = environment(command, inside, [], {}, {});
  const plan: Plan = {
    ...base,
    env: {
      ...env,
      ...(command.pathFirst?.length ? { PATH: [...command.pathFirst, ...CONTAINER_PATH].join(":") } : {}),
      ...options.toolchains?.env,
      ...command.env,
    },
    binds: distinct([
      ...(options.toolchains?.readable ?? []),
      ...(command.readable ?? []).map(checkReadable),
    ]).map(sameBind),
    links: [],
    texts: [],
    notes: [],
  };
  return command.identity === undefined ? plan : placedAt(plan, tree, command.identity.folder);
}

/** What the command itself says, checked: the same on this machine and in a container. */
async function commonPlan(
  command: Command,
  host: Pick<PlanHost, "scanTree" | "findSpecialFiles">,
  limits: Limits,
) {
  const tree = checkTree(command.tree);
  const inside = insideIn(tree, command);
  const cwd = inTree(tree, command.cwd ?? ".", "cwd");
  const lent = (command.lent ?? []).map((folder) => checkLent(tree, folder));
  const plan = {
    cwd,
    inside,
    limits,
    argv: withArtifacts(command, inside.artifacts),
    network: command.network ?? ("none" as const),
    overlays: [
      await treeOverlay(tree, lent, command, host),
      ...(await Promise.all(lent.map((folder) => lentOverlay(folder, host.findSpecialFiles)))),
    ],
    artifactsMb: (command.artifacts ?? []).length > 0 ? artifactsMb : 0,
    files: checkFiles(tree, command.files ?? []),
  };
  return { tree, inside, cwd, lent, plan };
}

/** An empty home in the tree would hide existing files. */
function insideIn(tree: string, command: Command): Inside {
  const inside = insideOf(command.identity);
  if (inside.home !== tree && !isBelow(inside.home, tree)) return inside;
  throw new AgentForgeError(
    "bad_input",
    `the command's home folder must not be inside its working tree: ${inside.home}`,
  );
}

function checkTree(tree: string): string {
  const path = withoutSlash(normalize(tree));
  if (!isAbsolute(tree) || path === "/" || !isFolder(path)) {
    throw new AgentForgeError(
      "bad_input",
      `the command's working tree does not exist or is not a folder: ${tree}`,
    );
  }
  return path;
}

function checkReadable(path: string): string {
  if (!isAbsolute(path) || path.split("/").includes("..") || !existsSync(path)) {
    throw new AgentForgeError("bad_input", `the readable path does not exist: ${path}`);
  }
  return withoutSlash(normalize(path));
}

/** Absolute path of the program, so that no shell in between can interpret its name. */
function findProgram(
  { argv: [name], env }: Pick<Command, "argv" | "env">,
  { tree, cwd, path, lent }: Located,
): string | null {
  if (!name.includes("/")) return resolveProgram(name, env?.PATH === undefined ? path : env.PATH.split(":"));
  const full = isAbsolute(name) ? normalize(name) : join(cwd, name);
  const home = lent.find((folder) => isBelow(full, folder.at));
  const onHost = home === undefined ? full : join(home.source, relative(home.at, full));
  return existsSync(onHost) || (isBelow(full, tree) && isLink(onHost)) ? full : null;
}

async function treeOverlay(
  tree: string,
  lent: readonly LentFolder[],
  { files = [] }: Pick<Command, "files">,
  { scanTree }: Pick<PlanHost, "scanTree">,
): Promise<Overlay> {
  const hidden = (file: string): boolean => lent.some((folder) => isBelow(join(tree, file), folder.at));
  const { secrets, special, entries, foreign } = await scanTree(tree);
  const masked = [...secrets, ...special].filter((file) => !hidden(file));
  const places = lent.map((folder) => folder.place);
  const made = [...masked, ...places.flatMap(andAbove), ...files.map(({ path }) => path)];
  return { lower: tree, at: tree, entries, masked, places, owned: ownedIn(foreign, made) };
}

/** Changing the owner of a few files is cheaper than changing it for all. */
const mostOwned = 2000;

function ownedIn(foreign: readonly string[] | null, made: readonly string[]): Overlay["owned"] {
  if (foreign === null || foreign.length > mostOwned) return "all";
  const owned = distinct([...foreign, ...made]);
  return owned.every(isPlainWord) ? owned : "all";
}

/** A path and its parent folders. */
function andAbove(path: string): readonly string[] {
  const names = path.split("/");
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}

function cacheOverlay(cache: Toolchains["caches"][number], inside: Inside, isGoAnalysis: boolean): Overlay {
  const owned = cache.owned(isGoAnalysis);
  return {
    lower: cache.source,
    at: isBelow(cache.at, usual.home) ? inside.home + cache.at.slice(usual.home.length) : cache.at,
    entries: null,
    masked: cache.masked.filter((name) => existsSync(join(cache.source, name))),
    places: [],
    owned: owned === "all" ? owned : owned.filter(isPlainWord),
  };
}

/**
 * Programs that load Go packages to analyze them (staticcheck, golangci-lint, `go tool …`) have `go list` write cache
 * entries that already exist. Tests and builds do not, so for them the owner of thousands of files need not be
 * changed.
 */
export function analyzesGo({ argv }: Pick<Command, "argv">, isGo: boolean): boolean {
  const go = argv.findIndex((each) => /(?:^|\/)go$/.test(each));
  return isGo && !(go >= 0 && /^(?:test|build|vet|version|env)$/.test(argv[go + 1] ?? ""));
}

/** Programs that build nothing do not get the compiler caches, unless they start a program that builds. */
export function isBuild(command: Pick<Command, "argv" | "builds">, program: string): boolean {
  if (command.builds !== undefined) return command.builds;
  if (command.argv.some((each) => /(?:^|\/)(?:go|cargo|mvn|gradle|deno)$/.test(each))) return true;
  return !/\/(python[\d.]*|pytest|node|vitest|jest|mocha|eslint|ruff|mypy|tsc|cat|true)$/.test(program);
}

function environment(
  command: Command,
  inside: Inside,
  path: readonly string[],
  toolchains: Readonly<Record<string, string>>,
  caches: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = {
    PATH: path.join(":"),
    ...identityVariables(inside),
    SHELL: "/bin/sh",
    LANG: "C.UTF-8",
    ...(command.network === "host" ? {} : { GOPROXY: "off", GOTOOLCHAIN: "local" }),
    ...toolchains,
    ...caches,
    ...command.env,
    ...artifactVariables(command, inside.artifacts),
  };
  for (const [name, value] of Object.entries(env)) {
    if (!/^[^-=\0][^=\0]*$/.test(name) || value.includes("\0")) {
      throw new AgentForgeError(
        "bad_input",
        `${JSON.stringify(name)} is not a valid name of an environment variable`,
      );
    }
  }
  return env;
}

const distinct = (paths: readonly string[]): readonly string[] => [...new Set(paths)];
