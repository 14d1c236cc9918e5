import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { type ForgeRemote, forgeRemote } from "../support/forge-remote.ts";
import { type ForgeServer, PROJECT, startForge, TOKEN } from "../support/forge-server.ts";
import { sandboxOptions } from "../support/nested.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";
import { runAction } from "../support/run-action.ts";
import { runGitlabJob } from "../support/run-gitlab-job.ts";

const CONTRACT = `id: house
description: Rules.
applies_to: ["**/*.js"]
checks:
  - id: no-var
    severity: major
    message: Use const, not var.
    ast: { language: javascript, pattern: "var $A = $B", rewrite: "const $A = $B" }
`;

let repository: Repository;
let remote: ForgeRemote;
let forge: ForgeServer | null;

beforeEach(() => {
  repository = exampleRepository("calculator-js");
  remote = forgeRemote(repository);
  forge = null;
});
afterEach(async () => {
  await forge?.[Symbol.asyncDispose]();
  remote.remove();
  repository.remove();
});

const more = sandboxOptions.join(" ");

function githubJob(
  inputs: Record<string, string>,
  options: { event?: object; token?: string; gitea?: boolean } = {},
) {
  return runAction({
    cwd: repository.path,
    inputs: { arguments: more, ...inputs },
    event: options.event ?? {},
    token: options.token ?? TOKEN,
    env: {
      ...{ GITHUB_ACTIONS: "true", GITHUB_REPOSITORY: PROJECT, GITHUB_SERVER_URL: "https://forge.example" },
      ...{ GITHUB_REF_NAME: "main", GITHUB_REF_TYPE: "branch", PATH: remote.path },
      ...(forge && { GITHUB_API_URL: forge.apiBase }),
      ...(options.gitea && { GITEA_ACTIONS: "true" }),
    },
  });
}

const pullRequestEvent = (repo: string) => ({
  pull_request: {
    number: 7,
    head: { ref: "feature", sha: repository.git("rev-parse", "HEAD").trim(), repo: { full_name: repo } },
    base: { ref: "main", repo: { full_name: PROJECT } },
  },
});

/** A runner has a fresh checkout each time. */
const freshCheckout = () => rmSync(join(repository.path, ".agentforge"), { recursive: true, force: true });

function filesWith(text: string, folder = repository.path): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(text));
}

describe("the GitHub Action", () => {
  it("offers a proven change as a pull request, and updates the same one the next time", async () => {
    forge = await startForge("github");
    const untouched = repository.fingerprint();
    const first = await githubJob({ propose: "pull-request" });
    expect(first.exitCode, first.log).toBe(1);
    expect(first.outputs).toMatchObject({
      status: "red",
      changes: "1",
      url: expect.stringContaining("/pulls/1"),
    });
    expect(first.log).toMatch(/^::error file=calculator\.test\.js,line=\d+,title=.*adds fails::/m);
    expect(first.summary).toContain("pull request opened: https://forge.example/owner/name/pulls/1");
    const [pull] = forge.pulls;
    expect(pull).toMatchObject({ base: "main", head: expect.stringMatching(/^agentforge\/calculator\.js-/) });
    expect(pull?.body).toContain("**Tests:** 1 failed before; 4 pass and 0 fail with this change");
    expect(remote.git("show", `${pull?.head}:calculator.js`)).toContain("a + b");

    freshCheckout();
    const second = await githubJob({ propose: "pull-request" });
    expect(second.summary).toContain("pull request updated");
    expect(forge.pulls).toHaveLength(1);
    expect(remote.git("for-each-ref", "--format=%(refname)").trim().split("\n")).toHaveLength(2);
    rmSync(join(repository.path, "agentforge-ci"), { recursive: true });
    expect(repository.fingerprint()).toBe(untouched);
    expect(filesWith(TOKEN)).toEqual([]);
    expect(first.log + second.log).not.toContain(TOKEN);
  });

  it("suggests the change once, on the pull request being built", async () => {
    forge = await startForge("github");
    const event = pullRequestEvent(PROJECT);
    expect((await githubJob({ propose: "suggestion" }, { event })).summary).toContain("suggestion posted");
    expect(forge.comments).toMatchObject([
      {
        event: "COMMENT",
        commit_id: event.pull_request.head.sha,
        comments: [
          {
            path: "calculator.js",
            line: 2,
            body: expect.stringMatching(/```suggestion\n {2}return a \+ b;\n```/),
          },
        ],
      },
    ]);
    freshCheckout();
    expect((await githubJob({ propose: "suggestion" }, { event })).summary).toContain("suggestion known");
    expect(forge.comments).toHaveLength(1);
    expect(forge.requests.filter(({ path }) => /pulls$/.test(path))).toEqual([]);
  });

  it.each([
    ["a fork", () => pullRequestEvent("stranger/name"), TOKEN, /comes from a fork/],
    ["a fork without a token", () => pullRequestEvent("stranger/name"), "", /comes from a fork/],
    ["no token", () => ({}), "", /there is no token/],
    [
      "a merge commit",
      () => ({
        pull_request: {
          ...pullRequestEvent(PROJECT).pull_request,
          head: { ref: "feature", sha: "e".repeat(40), repo: { full_name: PROJECT } },
        },
      }),
      TOKEN,
      /not the newest commit/,
    ],
  ])("leaves a patch and says why: %s", async (_name, event, token, why) => {
    const run = await githubJob(
      { propose: "pull-request", "fail-on-red": "false" },
      { event: event(), token },
    );
    expect(run.exitCode, run.log).toBe(0);
    expect(run.outputs).toMatchObject({ status: "red", changes: "1", url: "" });
    expect(run.summary).toMatch(why);
    repository.git("apply", "agentforge-ci/change-1.patch");
    expect(repository.read("calculator.js")).toContain("a + b");
    expect(remote.git("for-each-ref", "--format=%(refname)").trim()).toBe("refs/heads/main");
  });

  it.each([
    [401, { message: "Bad credentials" }],
    [403, { message: "API rate limit exceeded" }],
    [500, { message: "boom" }],
  ])("leaves a patch when the forge answers %i", async (status, body) => {
    forge = await startForge("github");
    forge.answers.push({ status, body });
    const run = await githubJob({ propose: "pull-request" });
    expect(run.exitCode).toBe(1);
    expect(run.summary).toContain(`failed (${status})`);
    expect(existsSync(join(repository.path, "agentforge-ci/change-1.patch"))).toBe(true);
  });

  it("pushes to the branch only on request, and not if the branch has moved", async () => {
    forge = await startForge("github");
    const run = await githubJob({ "push-to-branch": "true" });
    expect(run.summary).toContain("pushed to `main`");
    expect(remote.git("show", "main:calculator.js")).toContain("a + b");
    expect(repository.read("calculator.js")).toContain("a - b");
    freshCheckout();
    const again = await githubJob({ "push-to-branch": "true" });
    expect(again.summary).toContain("not at the checked-out commit");
    expect(remote.git("rev-list", "--count", "main").trim()).toBe("2");
  });

  it("does not push what a person must review first", async () => {
    const rule = "{ id: no-plus, severity: minor, message: Do not add., pattern: { regex: 'a \\+ b' } }";
    repository.write(
      ".agentforge/contracts/house.yaml",
      `id: house\ndescription: Rules.\napplies_to: ["*.js"]\nchecks:\n  - ${rule}\n`,
    );
    repository.git("add", "-Af", ".agentforge/contracts");
    repository.git("commit", "-qm", "A rule");
    remote.git("fetch", "-q", repository.path, "+main:main");
    forge = await startForge("github");
    const run = await githubJob({ "push-to-branch": "true" });
    expect(run.summary).toContain("a person must review it before it is pushed");
    expect(remote.git("show", "main:calculator.js")).toContain("a - b");
  });

  it("runs no command printed by the code under test, and no input as code", async () => {
    repository.write(
      "calculator.test.js",
      `${repository.read("calculator.test.js")}\nit("::set-output name=status::green\\n::add-mask::x", () => assert.equal(1, 2));\n`,
    );
    repository.git("commit", "-qam", "hostile");
    const run = await githubJob({ since: '"; touch pwned; echo "', budget: "5" });
    expect(existsSync(join(repository.path, "pwned"))).toBe(false);
    expect(run.exitCode).not.toBe(0);
    const plain = await githubJob({ budget: "5" });
    const [, word] = /^::stop-commands::(\S+)\n/.exec(plain.log.trimStart()) ?? [];
    expect(word, plain.log).toMatch(/^[0-9a-f-]{36}$/);
    const [, , commands = "", ...rest] = plain.log.split(word ?? "");
    expect(rest).toEqual([]);
    expect(commands).toMatch(/^::\n(?:::error [^\n]*\n){2}\s*$/);
  });
});

it("the GitLab template opens a merge request and writes the code quality report", async () => {
  forge = await startForge("gitlab");
  repository.write(".agentforge/contracts/house.yaml", CONTRACT);
  repository.write("old.js", "export function old() {\n  var x = 1;\n  return x;\n}\n");
  repository.git("add", "-Af");
  repository.git("commit", "-qm", "a violation");
  repository.git("push", "-q", join(remote.folder, "owner/name.git"), "HEAD:main");
  const variables = {
    ...{ CI_API_V4_URL: forge.apiBase, CI_PROJECT_PATH: PROJECT, CI_SERVER_URL: "https://forge.example" },
    ...{ CI_COMMIT_BRANCH: "main", GITLAB_TOKEN: TOKEN, PATH: remote.path },
    ...{ AGENTFORGE_PROPOSE: "pull-request", AGENTFORGE_ARGUMENTS: more },
  };
  const job = await runGitlabJob(repository.path, variables);
  expect(job.exitCode, job.log).toBe(1);
  expect(job.log).not.toContain("::error");
  expect(forge.pulls.map(({ title }) => title).sort(), job.log).toEqual([
    expect.stringMatching(/^fix\(V-[0-9a-f]{12}\)/),
    expect.stringMatching(/^fix\(calculator\)/),
  ]);
  expect(JSON.parse(readFileSync(job.codequality, "utf8"))).toMatchObject([
    {
      check_name: "house/no-var",
      severity: "major",
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      location: { path: "old.js", lines: { begin: 2 } },
    },
  ]);
  const sarif = JSON.parse(repository.read("agentforge-ci/agentforge.sarif"));
  expect(sarif.runs[0].results).toMatchObject([{ ruleId: "house/no-var" }]);
  expect(filesWith(TOKEN)).toEqual([]);
});

it("Gitea Actions run the same action", async () => {
  forge = await startForge("gitea");
  const run = await githubJob({ propose: "pull-request" }, { gitea: true });
  expect(forge.pulls, run.log).toMatchObject([{ base: "main" }]);
  freshCheckout();
  expect((await githubJob({ propose: "pull-request" }, { gitea: true })).summary).toContain(
    "pull request updated",
  );
});

describe("agentforge ci without a pipeline", () => {
  it("is green when tests pass, and leaves no change", async () => {
    repository.write("calculator.js", repository.read("calculator.js").replace("a - b", "a + b"));
    repository.git("commit", "-qam", "fixed");
    const run = await agentforge(repository.path, ["ci", "--json"]);
    expect(run).toMatchObject({ exitCode: 0, json: { status: "green", changes: [] } });
    expect(repository.git("status", "--porcelain").trim()).toBe("");
  });

  it("is red without a change if nothing is found in time", async () => {
    repository.write(
      "calculator.test.js",
      repository.read("calculator.test.js").replace("equal(add(2, 3), 5)", "equal(add(2, 3), 'five')"),
    );
    repository.git("commit", "-qam", "impossible");
    const run = await agentforge(repository.path, ["ci", "--budget", "3", "--json"]);
    expect(run).toMatchObject({ exitCode: 1, json: { status: "red", changes: [] } });
  });

  it("does not write through a link that the repository placed there", async () => {
    const { symlinkSync, mkdirSync } = await import("node:fs");
    mkdirSync(join(remote.folder, "elsewhere"));
    symlinkSync(join(remote.folder, "elsewhere"), join(repository.path, "agentforge-ci"));
    const run = await agentforge(repository.path, ["ci"]);
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain("--out");
    expect(readdirSync(join(remote.folder, "elsewhere"))).toEqual([]);
  });
});
