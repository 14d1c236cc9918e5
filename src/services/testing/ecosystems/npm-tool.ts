import type { Project, RunRequest } from "../contract.ts";
import { selectedFiles } from "../ids.ts";
import { upwards } from "../paths.ts";
import {
  argumentsOf,
  type Keeping,
  mainCommand,
  namePattern,
  ownArguments,
  readPackage,
  testCommands,
} from "./javascript.ts";

/** A test tool that is installed from npm. */
export interface NpmTool {
  /** The name of its package, of its program and of its field in package.json. */
  readonly name: string;
  /** Its program as a script calls it. */
  readonly program: RegExp;
  /** Names of configuration files. */
  readonly config: RegExp;
  readonly keeping: Keeping;
}

/** What the project's own test script passes to a tool: its variables, flags and paths, and those of node. */
export async function ownCommand(root: string, project: Project, tool: NpmTool) {
  const commands = testCommands((await readPackage(root, project))?.scripts ?? {});
  const command = mainCommand(commands, (words) => argumentsOf(words, tool.program));
  const words = command?.words ?? [];
  const at = words.findIndex((word) => tool.program.test(word));
  return {
    env: command?.env ?? {},
    nodeFlags: words.slice(1, Math.max(1, at)),
    ...ownArguments(argumentsOf(words, tool.program) ?? [], tool.keeping),
  };
}

/**
 * How to start a tool with node: its `program` with node's flags, what the project's own script passes to it, and what
 * the request selects. `entry` is the file to run if the package does not name one.
 */
export async function startOf(request: RunRequest, project: Project, tool: NpmTool, entry: string) {
  const { selection, root, programs } = request;
  const own = await ownCommand(root, project, tool);
  const path = (await installedProgram(request, project, tool.name)) ?? `node_modules/${tool.name}/${entry}`;
  return {
    own,
    program: [programs.node, ...own.nodeFlags, path] as const,
    /** The names of the selected tests as one expression; null if they are not selected by name. */
    pattern: selection.kind === "tests" ? namePattern(selection.ids) : null,
    files: selectedFiles(request),
  };
}

/** The program that a package installed, resolved like Node does: from the suite's folder upward. */
export async function installedProgram(
  request: RunRequest,
  project: Project,
  name: string,
): Promise<string | null> {
  for (const folder of upwards(request.root)) {
    const home = folder === "." ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const installed = await readPackage(home, project);
    const bin = installed?.fields.bin;
    const path = typeof bin === "string" ? bin : (bin as Record<string, string> | undefined)?.[name];
    if (path) return `${request.tree}/${home}/${path.replace(/^\.\//, "")}`;
  }
  return null;
}
