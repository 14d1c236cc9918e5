import { describe, expect, it } from "vitest";
import { hostingIn, pipelineIn } from "./pipeline.ts";

const ACTIONS = {
  ...{ GITHUB_ACTIONS: "true", GITHUB_REPOSITORY: "owner/name", GITHUB_SERVER_URL: "https://github.com" },
  ...{ GITHUB_REF_NAME: "main", GITHUB_REF_TYPE: "branch", GITHUB_EVENT_PATH: "/event.json" },
};

describe("pipelineIn", () => {
  it.each([
    [
      "GitHub",
      ACTIONS,
      { kind: "github", repository: "owner/name", branch: "main", eventFile: "/event.json" },
    ],
    [
      "a pull request",
      { ...ACTIONS, GITHUB_REF_NAME: "7/merge", GITHUB_HEAD_REF: "feature" },
      { branch: "feature" },
    ],
    ["a tag", { ...ACTIONS, GITHUB_REF_NAME: "v1", GITHUB_REF_TYPE: "tag" }, { branch: null }],
    ["Gitea", { ...ACTIONS, GITEA_ACTIONS: "true" }, { kind: "gitea" }],
    ["Forgejo", { ...ACTIONS, FORGEJO_ACTIONS: "true" }, { kind: "gitea" }],
    ["a terminal", {}, { kind: "none", repository: null }],
    [
      "a merge request",
      {
        ...{ GITLAB_CI: "true", CI_PROJECT_PATH: "group/sub/name", CI_MERGE_REQUEST_IID: "7" },
        ...{ CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main", CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "feature" },
        ...{ CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: "fork/name", CI_COMMIT_SHA: "abc" },
      },
      {
        ...{ kind: "gitlab", repository: "group/sub/name", branch: "feature" },
        mergeRequest: { number: 7, target: "main", sourceRepository: "fork/name", commit: "abc" },
      },
    ],
  ])("reads %s", (_name, variables, expected) => {
    expect(pipelineIn(variables)).toMatchObject(expected);
  });
});

describe("hostingIn", () => {
  it.each([
    ["no token", {}, null],
    ["our own first", { AGENTFORGE_TOKEN: "a", GH_TOKEN: "b" }, { token: "a" }],
    ["the next one if the first is empty", { AGENTFORGE_TOKEN: "", GITHUB_TOKEN: "b" }, { token: "b" }],
    [
      "GitLab's in GitLab",
      { GITLAB_CI: "true", GITLAB_TOKEN: "l", GITHUB_TOKEN: "b" },
      { token: "l", kind: "gitlab" },
    ],
    ["no GitHub token for GitLab", { GITLAB_CI: "true", GITHUB_TOKEN: "b" }, null],
    [
      "the kind that is named",
      { AGENTFORGE_FORGE: "gitea", GITEA_TOKEN: "t" },
      { token: "t", kind: "gitea" },
    ],
  ])("uses %s", (_name, variables, expected) => {
    expect(hostingIn(variables)).toEqual(expected);
  });
});
