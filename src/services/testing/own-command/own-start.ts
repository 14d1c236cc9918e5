import { isAbsolute, join } from "node:path";
import type { Command } from "../../../domain/ports/sandbox.ts";
import type { Framework, Invocation, Project, RunRequest } from "../contract.ts";
import { ownCommandOf } from "./own-command.ts";

interface Place {
  readonly framework: Framework;
  readonly project: Project;
  readonly request: RunRequest;
}

/**
 * A framework's command with the variables, flags and paths of the project's own (tox, nox, hatch, make, workspaces).
 */
export async function asProjectStarts(
  { framework, project, request }: Place,
  invocation: Invocation,
): Promise<Invocation> {
  const { argv, env } = invocation;
  const own = await ownCommandOf(framework, request, project);
  const workspace = await framework.tasks?.workspace?.(request, project);
  const variables = withoutPath(own?.env);
  const flags = [...(own?.flags ?? []), ...(workspace?.flags ?? [])];
  const paths = request.selection.kind === "all" ? (own?.paths ?? []) : [];
  return {
    ...invocation,
    argv: withArguments(argv, framework.tasks?.flagsAfter, flags, paths),
    env: {
      ...workspace?.env,
      ...variables,
      ...env,
      ...joined("PYTHONPATH", ":", env, absolute(variables.PYTHONPATH, join(request.tree, request.root))),
      ...joined("GOFLAGS", " ", env, variables.GOFLAGS),
    },
  };
}

/** The variables that such a command sets, for programs other than the framework's own that run the tests. */
export async function ownVariables({
  framework,
  project,
  request,
}: { request: Pick<RunRequest, "tree" | "root"> } & Omit<Place, "request">): Promise<
  Readonly<Record<string, string>>
> {
  const own = await ownCommandOf(framework, request, project);
  const workspace = await framework.tasks?.workspace?.(request, project);
  return { ...workspace?.env, ...withoutPath(own?.env) };
}

function withoutPath({ PATH: _, ...others }: Readonly<Record<string, string>> = {}) {
  return others;
}

/** Flags go right after the word that starts the framework, paths at the end. */
function withArguments(
  argv: Command["argv"],
  word: RegExp | undefined,
  flags: readonly string[],
  paths: readonly string[],
): Command["argv"] {
  const at = word === undefined ? -1 : argv.findIndex((each) => word.test(each));
  if (at === -1 || flags.length + paths.length === 0) return argv;
  return [...argv.slice(0, at + 1), ...flags, ...argv.slice(at + 1), ...paths] as [string, ...string[]];
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
