import { isAbsolute, join } from "node:path";
import type { Command } from "../../domain/ports/sandbox.ts";
import type { Framework, Invocation, Project, RunRequest } from "./contract.ts";
import { ownCommandOf } from "./own-command.ts";
import { fromRoot, upwards } from "./paths.ts";

interface Place {
  readonly framework: Framework;
  readonly project: Project;
  readonly request: RunRequest;
}

/** A framework's command with the variables, flags and paths of the project's own (tox, nox, hatch, make, workspaces). */
export async function asProjectStarts(
  { framework, project, request }: Place,
  invocation: Invocation,
): Promise<Invocation> {
  const { argv, env } = invocation;
  const own = await ownCommandOf(framework.meta.id, request, project);
  const { PATH: _, ...variables } = own?.env ?? {};
  const flags = [...(own?.flags ?? []), ...(await workspaceFlags(framework.meta.id, request, project))];
  const paths = request.selection.kind === "all" ? (own?.paths ?? []) : [];
  return {
    ...invocation,
    argv: withArguments(argv, framework.meta.id, flags, paths),
    env: {
      ...(await workspaceVariables(framework.meta.id, request, project)),
      ...variables,
      ...env,
      ...joined("PYTHONPATH", ":", env, absolute(variables.PYTHONPATH, join(request.tree, request.root))),
      ...joined("GOFLAGS", " ", env, variables.GOFLAGS),
    },
  };
}

/** Flags go right after the word that starts the framework, paths to the end. */
function withArguments(
  argv: Command["argv"],
  framework: string,
  flags: readonly string[],
  paths: readonly string[],
): Command["argv"] {
  const word = framework === "pytest" ? /(^|\/)pytest$/ : /^test$/;
  const at = argv.findIndex((each) => word.test(each));
  if (at === -1 || flags.length + paths.length === 0) return argv;
  return [...argv.slice(0, at + 1), ...flags, ...argv.slice(at + 1), ...paths] as [string, ...string[]];
}

/** Without it cargo tests only the package at the root of a workspace that has one. */
async function workspaceFlags(framework: string, { root }: RunRequest, project: Project): Promise<string[]> {
  if (framework !== "cargo test") return [];
  const manifest = (await project.text(fromRoot(root, "Cargo.toml"))) ?? "";
  return /^\s*\[workspace\]/m.test(manifest) ? ["--workspace"] : [];
}

/** A module that the workspace around it does not use is refused by go, unless it is told to forget the workspace. */
async function workspaceVariables(
  framework: string,
  { root }: RunRequest,
  project: Project,
): Promise<Record<string, string>> {
  if (framework !== "go test") return {};
  for (const folder of upwards(root)) {
    const text = await project.text(fromRoot(folder, "go.work"));
    if (text === null) continue;
    const used = modulesOf(text).map((path) => fromRoot(folder, path).replace(/\/$/, ""));
    return used.includes(root) ? {} : { GOWORK: "off" };
  }
  return {};
}

function modulesOf(text: string): string[] {
  const lines = text.replace(/\/\/.*$/gm, "");
  const blocks = [...lines.matchAll(/^use\s*\(([^)]*)\)/gm)].flatMap(([, block = ""]) => block.split("\n"));
  const single = [...lines.matchAll(/^use\s+([^\s(]+)\s*$/gm)].map(([, path = ""]) => path);
  return [...blocks, ...single].map((path) => path.trim().replaceAll('"', "")).filter((path) => path !== "");
}

function joined(
  name: string,
  separator: string,
  ours: Invocation["env"],
  theirs: string | undefined,
): Record<string, string> {
  const values = [ours[name], theirs].filter((value) => value !== undefined && value !== "");
  return values.length === 0 ? {} : { [name]: values.join(separator) };
}

function absolute(path: string | undefined, folder: string): string | undefined {
  return path
    ?.split(":")
    .filter((each) => each !== "")
    .map((each) => (isAbsolute(each) ? each : join(folder, each)))
    .join(":");
}
