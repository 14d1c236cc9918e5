import type { ForgeKind } from "../../domain/ports/forge.ts";

/** The information in a pipeline's variables. The event file, if there is one, has the rest. */
export interface PipelineVariables {
  readonly kind: ForgeKind | "none";
  readonly serverUrl: string | null;
  readonly repository: string | null;
  readonly branch: string | null;
  readonly eventFile: string | null;
  readonly mergeRequest: {
    readonly number: number;
    readonly target: string;
    readonly sourceRepository: string | null;
    readonly commit: string | null;
  } | null;
  readonly summaryFile: string | null;
  readonly outputFile: string | null;
}

const NONE: PipelineVariables = {
  kind: "none",
  serverUrl: null,
  repository: null,
  branch: null,
  eventFile: null,
  mergeRequest: null,
  summaryFile: null,
  outputFile: null,
};

/** Gitea and Forgejo set GitHub's variables in addition to their own, so they are checked first. */
export function pipelineIn(variables: NodeJS.ProcessEnv): PipelineVariables {
  if (isTrue(variables.GITEA_ACTIONS) || isTrue(variables.FORGEJO_ACTIONS))
    return actions(variables, "gitea");
  if (isTrue(variables.GITHUB_ACTIONS)) return actions(variables, "github");
  if (isTrue(variables.GITLAB_CI)) return gitlab(variables);
  return NONE;
}

function actions(variables: NodeJS.ProcessEnv, kind: ForgeKind): PipelineVariables {
  return {
    ...NONE,
    kind,
    serverUrl: variables.GITHUB_SERVER_URL || null,
    repository: variables.GITHUB_REPOSITORY || null,
    branch:
      variables.GITHUB_HEAD_REF ||
      (variables.GITHUB_REF_TYPE === "tag" ? null : variables.GITHUB_REF_NAME) ||
      null,
    eventFile: variables.GITHUB_EVENT_PATH || null,
    summaryFile: variables.GITHUB_STEP_SUMMARY || null,
    outputFile: variables.GITHUB_OUTPUT || null,
  };
}

function gitlab(variables: NodeJS.ProcessEnv): PipelineVariables {
  const number = Number(variables.CI_MERGE_REQUEST_IID);
  const target = variables.CI_MERGE_REQUEST_TARGET_BRANCH_NAME;
  return {
    ...NONE,
    kind: "gitlab",
    serverUrl: variables.CI_SERVER_URL || null,
    repository: variables.CI_PROJECT_PATH || null,
    branch: variables.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME || variables.CI_COMMIT_BRANCH || null,
    mergeRequest:
      Number.isInteger(number) && number > 0 && target
        ? {
            number,
            target,
            sourceRepository: variables.CI_MERGE_REQUEST_SOURCE_PROJECT_PATH || null,
            commit: variables.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || variables.CI_COMMIT_SHA || null,
          }
        : null,
  };
}

interface HostingVariables {
  readonly token: string;
  readonly apiBase?: string;
  /** If the user, or the pipeline, names it. */
  readonly kind?: ForgeKind;
}

const KINDS: readonly ForgeKind[] = ["github", "gitlab", "gitea"];

/** The token for a forge. `AGENTFORGE_TOKEN` comes first, so that a job can use a token other than its own. */
export function hostingIn(variables: NodeJS.ProcessEnv): HostingVariables | null {
  const { kind: pipeline } = pipelineIn(variables);
  const said = KINDS.find((kind) => kind === variables.AGENTFORGE_FORGE);
  const kind = said ?? (pipeline === "none" ? undefined : pipeline);
  const own =
    kind === "gitlab" ? variables.GITLAB_TOKEN : kind === "gitea" ? variables.GITEA_TOKEN : undefined;
  const shared = kind === "gitlab" ? undefined : (variables.GH_TOKEN ?? variables.GITHUB_TOKEN);
  const token = variables.AGENTFORGE_TOKEN || own || shared;
  if (!token) return null;
  const apiBase = kind === "gitlab" ? variables.CI_API_V4_URL : variables.GITHUB_API_URL;
  return { token, ...(apiBase && { apiBase }), ...(kind && { kind }) };
}

function isTrue(value: string | undefined): boolean {
  return value === "true" || value === "1";
}
