import type { Command, Execution } from "../../domain/ports/sandbox.ts";
import type { TestTree } from "../../domain/ports/testing.ts";
import type { Framework, Invocation, Project, RunRequest } from "./contract.ts";
import {
  type Node,
  type Npm,
  nearestPackage,
  npmVariables,
  programFolders,
} from "./ecosystems/npm-environment.ts";
import { stepsBefore } from "./own-command/preparation.ts";

/** Written by `resources/steps.mjs` if a step before the tests failed. */
const FAILED_STEP = "failed-step";

export interface Place {
  readonly framework: Framework;
  readonly project: Project;
  readonly tree: TestTree;
  readonly request: RunRequest;
  /** The machine's npm; null if there is none. */
  readonly npm: Npm | null;
  /** The Node that JavaScript tests run on. */
  readonly node: Node;
}

type Surrounded = Pick<Command, "argv" | "env" | "pathFirst" | "artifacts" | "speaksLate">;

/**
 * A JavaScript framework's command as `npm test` would start it: with npm's programs and variables, after the preceding
 * steps.
 */
export async function surround(place: Place, invocation: Invocation): Promise<Surrounded> {
  const { argv, env, artifacts } = invocation;
  const { framework, request, tree } = place;
  if (framework.meta.language !== "javascript" && framework.meta.language !== "any")
    return { argv, env, artifacts };

  const { folder } = place.node;
  const pathFirst = [...programFolders(tree.path, request.root), ...(folder === undefined ? [] : [folder])];
  const pkg = await nearestPackage(request.root, place.project);
  if (pkg === null || framework.meta.language === "any") return { argv, env, artifacts, pathFirst };
  const variables = npmVariables(tree.path, pkg, place.node, place.npm);
  const usual = { env: { ...variables, ...env }, pathFirst };
  const steps = pkg.root === request.root ? await stepsBefore(framework, pkg, place.project) : [];
  if (steps.length === 0) return { argv, artifacts, ...usual };
  return {
    ...usual,
    argv: [request.programs.node, request.resource("steps.mjs"), JSON.stringify(steps), ...argv],
    artifacts: [...artifacts, FAILED_STEP],
    speaksLate: true,
  };
}

/** Whether a step before the tests failed, so the output contains no report from the framework. */
export function stepFailed({ artifacts, exitCode }: Execution): boolean {
  return exitCode !== 0 && artifacts[FAILED_STEP] !== undefined;
}
