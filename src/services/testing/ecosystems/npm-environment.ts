import { readFileSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import type { TestTree } from "../../../domain/ports/testing.ts";
import type { Project } from "../contract.ts";
import { upwards } from "../paths.ts";
import { type Package, readPackage } from "./javascript.ts";

/** The machine's npm. */
export interface Npm {
  /** Absolute path of npm-cli.js. */
  readonly program: string;
  readonly version: string;
}

export interface Node {
  readonly program: string;
  readonly version: string;
  /** A folder for PATH, for programs that start `node` by name. */
  readonly folder?: string;
}

/** The npm in PATH, with its link resolved; null if there is none. */
export function findNpm(searchPath: string): Npm | null {
  for (const folder of searchPath.split(delimiter).filter(isAbsolute)) {
    try {
      const program = realpathSync(join(folder, "npm"));
      const manifest = readFileSync(join(dirname(program), "../package.json"), "utf8");
      const { name, version } = JSON.parse(manifest) as { name?: unknown; version?: unknown };
      if (name === "npm" && typeof version === "string") return { program, version };
    } catch {
      // Not in this folder, or not npm's own program.
    }
  }
  return null;
}

/** The Node that `npm test` would start: the package `node` if the project has it installed, otherwise ours. */
export async function nodeOf(tree: TestTree, root: string, project: Project, ours: Node): Promise<Node> {
  for (const folder of upwards(root)) {
    const home = folder === "." ? "node_modules/node" : `${folder}/node_modules/node`;
    const version = (await readPackage(home, project))?.fields.version;
    if (typeof version !== "string" || !isProgram(onHost(tree, `${home}/bin/node`))) continue;
    return { program: `${tree.path}/${home}/bin/node`, version: `v${version}` };
  }
  return ours;
}

/** Folders that npm puts at the front of PATH: those of the package, then those of the enclosing packages. */
export function programFolders(tree: string, root: string): string[] {
  return upwards(root).map((folder) => join(tree, folder, "node_modules/.bin"));
}

export async function nearestPackage(root: string, project: Project): Promise<Package | null> {
  for (const folder of upwards(root)) {
    const found = await readPackage(folder, project);
    if (found) return found;
  }
  return null;
}

/** The variables that a script of this package gets from `npm test`. */
export function npmVariables(
  tree: string,
  pkg: Package,
  node: Node,
  npm: Npm | null,
): Record<string, string> {
  const folder = join(tree, pkg.root);
  const script = pkg.scripts.test;
  return {
    ...packageVariables(pkg.fields),
    npm_command: "test",
    npm_lifecycle_event: "test",
    ...(script !== undefined && { npm_lifecycle_script: script }),
    npm_package_json: join(folder, "package.json"),
    npm_config_local_prefix: folder,
    npm_node_execpath: node.program,
    NODE: node.program,
    INIT_CWD: folder,
    COLOR: "0",
    ...(npm && {
      npm_execpath: npm.program,
      npm_config_npm_version: npm.version,
      npm_config_user_agent: `npm/${npm.version} node/${node.version} ${process.platform} ${process.arch} workspaces/false`,
    }),
  };
}

/** npm exposes these fields of package.json; an object becomes one variable per value. */
function packageVariables(fields: Package["fields"]): Record<string, string> {
  const found: Record<string, string> = {};
  const add = (name: string, value: unknown): void => {
    if (value === null || value === undefined) return;
    if (typeof value !== "object") {
      found[`npm_package_${name}`.replace(/\W/g, "_")] = String(value).replaceAll("\0", "");
      return;
    }
    for (const [key, inner] of Object.entries(value)) add(`${name}_${key}`, inner);
  };
  for (const name of ["name", "version", "config", "engines", "bin"]) add(name, fields[name]);
  return found;
}

function onHost(tree: TestTree, path: string): string {
  const lent = tree.lent.find(({ at }) => path.startsWith(`${at}/`));
  return lent ? join(lent.source, path.slice(lent.at.length)) : join(tree.path, path);
}

export function isProgram(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && (found.mode & 0o111) !== 0;
}
