import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  createPlace,
  gitProgram,
  landRequest,
  openAt,
  type Place,
  userEnv,
} from "../../../../test/support/git-place.ts";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { OpenForge } from "../../../domain/ports/forge.ts";
import type { Workspace } from "../../../domain/ports/workspace.ts";
import { openForge } from "../../forge/index.ts";
import { safeBranch } from "./land-on-branch.ts";

function repository(): Place {
  const place = createPlace();
  place.write("src/add.js", "add\n");
  place.write("src/b.js", "b\n");
  place.git("add", ".");
  place.git("commit", "-qm", "first");
  return place;
}

function addRemote(place: Place): string {
  const remote = join(place.base, "owner", "name.git");
  execFileSync("git", ["init", "-q", "--bare", remote], { env: userEnv(place.base) });
  place.git("remote", "add", "origin", remote);
  return remote;
}

test("a separate branch leaves the user's tree and index unchanged", async () => {
  using place = repository();
  place.write("src/b.js", "mine\n");
  place.git("add", ".");
  place.write("src/b.js", "mine again\n");
  const status = place.git("status", "--porcelain");
  const head = place.git("rev-parse", "HEAD");
  const workspace = await place.open();
  const request = {
    ...(await landRequest(workspace, { "src/add.js": "repaired\n" })),
    to: { kind: "branch", branch: "fix/add-12345678" },
  } as const;
  const landing = await workspace.land(request);
  expect(landing).toMatchObject({ status: "landed", branch: "fix/add-12345678" });
  expect(place.git("show", "fix/add-12345678:src/add.js")).toBe("repaired\n");
  expect(place.git("show", "fix/add-12345678:src/b.js")).toBe("b\n");
  expect(place.git("rev-parse", "HEAD")).toBe(head);
  expect(place.git("status", "--porcelain")).toBe(status);
  expect(await workspace.land(request)).toEqual(landing);

  const second = await workspace.land({ ...request, landingId: "L-second" });
  expect(second).toMatchObject({
    status: "landed",
    branch: expect.stringMatching(/^fix\/add-12345678-\d{14}$/),
  });

  expect(await workspace.rollback(request.landingId)).toMatchObject({ status: "restored", commit: null });
  expect(place.git("branch", "--list", "fix/add-12345678")).toBe("");
  expect(await workspace.rollback(request.landingId)).toEqual({ status: "already_restored" });
});

test("a change that builds on uncommitted work cannot land on a separate branch", async () => {
  using place = repository();
  place.write("src/add.js", "mine\n");
  const workspace = await place.open();
  const request = await landRequest(workspace, { "src/add.js": "repaired\n" });
  expect(await workspace.land({ ...request, to: { kind: "branch", branch: "fix/x" } })).toMatchObject({
    status: "conflict",
    paths: ["src/add.js"],
    why: expect.stringContaining("uncommitted"),
  });
});

test("a branch that someone has built on, or checked out, is not withdrawn", async () => {
  using place = repository();
  const workspace = await place.open();
  const request = await landRequest(workspace, { "src/add.js": "repaired\n" });
  await workspace.land({ ...request, to: { kind: "branch", branch: "fix/x" } });
  place.git("checkout", "-q", "fix/x");
  expect(await workspace.rollback(request.landingId)).toMatchObject({
    status: "refused",
    files: [{ path: "src/add.js", why: expect.stringContaining("checked out") }],
  });
  place.git("commit", "-q", "--allow-empty", "-m", "theirs");
  place.git("checkout", "-q", "main");
  expect(await workspace.rollback(request.landingId)).toMatchObject({
    status: "refused",
    files: [{ path: "src/add.js", why: expect.stringContaining("new commits") }],
  });
});

test.each(["-x", "a..b", "a/.b", "x.lock", "a b", "$(id)", "HEAD", "", "a//b", "a/"])(
  "%j is not a branch name",
  (branch) => {
    expect(() => safeBranch(branch)).toThrow(AgentForgeError);
  },
);

test("a pull request: the branch is pushed, the request is opened, and a repeated landing finds both", async () => {
  using place = repository();
  const remote = addRemote(place);
  place.git("push", "-q", "origin", "main");
  await using host = await startHost();
  const hosting = hostingAt(host.url, "secret-token");
  const workspace = await openAt(place.root, place.base, { hosting, protocols: ["file"] });
  const request = {
    ...(await landRequest(workspace, { "src/add.js": "repaired\n" })),
    to: { kind: "pull-request", branch: "fix/add", title: "Add instead", body: "Because." },
  } as const;

  host.answers.push({ status: 500, body: { message: "not today" } });
  await expect(workspace.land(request)).rejects.toMatchObject({ code: "remote_failed" });
  const landing = await workspace.land(request);
  expect(landing).toMatchObject({
    status: "landed",
    branch: "fix/add",
    pullRequest: "https://host.example/owner/name/pull/7",
  });
  const pushed = execFileSync("git", ["rev-parse", "refs/heads/fix/add"], {
    cwd: remote,
    encoding: "utf8",
  }).trim();
  expect(landing).toMatchObject({ commit: pushed });
  expect(host.requests.at(-1)).toMatchObject({
    method: "POST",
    url: "/repos/owner/name/pulls",
    headers: { authorization: "Bearer secret-token", "x-github-api-version": "2022-11-28" },
    body: { title: "Add instead", body: "Because.", head: "fix/add", base: "main", draft: false },
  });
  expect(await workspace.land(request)).toEqual(landing);

  await workspace.references.update("certificates/one", () => "the proof\n");
  for (let times = 0; times < 2; times += 1) await workspace.references.push("certificates/one");
  const sent = ["cat-file", "blob", "refs/agentforge/certificates/one"];
  expect(execFileSync("git", sent, { cwd: remote, encoding: "utf8" })).toBe("the proof\n");
  await expect(workspace.references.push("certificates/two")).rejects.toMatchObject({ code: "not_found" });

  expect(await workspace.rollback(request.landingId)).toMatchObject({ status: "restored" });
  expect(host.requests.at(-1)).toMatchObject({
    method: "PATCH",
    url: "/repos/owner/name/pulls/7",
    body: { state: "closed" },
  });
});

test("a pushed branch: landing the same change again, even on another machine, pushes nothing new", async () => {
  using place = repository();
  const remote = addRemote(place);
  place.git("push", "-q", "origin", "main");
  const other = join(place.base, "other");
  execFileSync("git", ["clone", "-q", "-b", "main", remote, other], { env: userEnv(place.base) });
  const [first, second] = await Promise.all(
    [place.root, other].map((root) => openAt(root, place.base, { protocols: ["file"] })),
  );
  if (!first || !second) throw new Error("two working copies");
  const to = { kind: "pushed-branch", branch: "fix/add-12345678" } as const;
  const request = {
    ...(await landRequest(first, { "src/add.js": "repaired\n" })),
    ...{ to, at: "2026-01-01T00:00:00Z" },
  };
  const landing = await first.land(request);
  expect(landing).toMatchObject({ status: "landed", branch: to.branch });
  expect(await second.land(request)).toEqual(landing);

  place.git("commit", "-q", "--allow-empty", "-m", "moved on");
  place.git("push", "-q", "origin", "main");
  const third = join(place.base, "third");
  execFileSync("git", ["clone", "-q", "-b", "main", remote, third], { env: userEnv(place.base) });
  const late = await openAt(third, place.base, { protocols: ["file"] });
  expect(await late.land(request)).toEqual(landing);
  const branches = execFileSync("git", ["branch", "--format=%(refname:short) %(objectname)"], {
    cwd: remote,
    encoding: "utf8",
  });
  expect(branches.match(/^fix.*$/gm)).toEqual([`${to.branch} ${"commit" in landing && landing.commit}`]);
});

test("a machine that stopped before its push does not push a second branch for the same task", async () => {
  using place = repository();
  const remote = addRemote(place);
  place.git("push", "-q", "origin", "main");
  const other = join(place.base, "other");
  execFileSync("git", ["clone", "-q", "-b", "main", remote, other], { env: userEnv(place.base) });
  const [stopped, released] = [join(place.base, "stopped"), join(place.base, "released")];
  const git = join(place.base, "slow-git");
  const script = `#!/bin/sh
git "$@" || exit
case " $* " in *" ls-remote "*) : > ${stopped}; until [ -e ${released} ]; do sleep 0.02; done ;; esac
`;
  writeFileSync(git, script, { mode: 0o755 });
  const slow = await openAt(other, place.base, {
    git: { ...gitProgram(place.base), path: git },
    protocols: ["file"],
  });
  const fast = await openAt(place.root, place.base, { protocols: ["file"] });
  const request = async (machine: Workspace, text: string) => ({
    ...(await landRequest(machine, { "src/add.js": text })),
    to: { kind: "pushed-branch", branch: "fix/add-12345678" } as const,
    traceId: "T-1",
  });
  const late = slow.land(await request(slow, "repaired\n")).catch((error: AgentForgeError) => error.code);
  await expect.poll(() => existsSync(stopped)).toBe(true);
  await fast.land(await request(fast, "repaired differently\n"));
  writeFileSync(released, "");
  expect(await late).toBe("conflict");
  const names = ["for-each-ref", "--format=%(refname:short)", "refs/heads/fix"];
  const branches = execFileSync("git", names, { cwd: remote, encoding: "utf8" });
  expect(branches).toBe("fix/add-12345678\n");
});

test("a remote branch that someone else created is left alone", async () => {
  using place = repository();
  const remote = addRemote(place);
  place.git("push", "-q", "origin", "main", "main:fix/add");
  await using host = await startHost();
  const workspace = await openAt(place.root, place.base, {
    hosting: hostingAt(host.url, "t"),
    protocols: ["file"],
  });
  const request = await landRequest(workspace, { "src/add.js": "repaired\n" });
  const to = { kind: "pull-request", branch: "fix/add", title: "t", body: "b" } as const;
  expect(await workspace.land({ ...request, to })).toMatchObject({
    status: "landed",
    branch: expect.stringMatching(/^fix\/add-\d{14}$/),
  });
  const theirs = execFileSync("git", ["rev-parse", "refs/heads/fix/add"], { cwd: remote, encoding: "utf8" });
  expect(theirs).toBe(place.git("rev-parse", "main"));
});

test("a remote whose address would run a program, or is on this machine, is not pushed to", async () => {
  using place = repository();
  place.write("../evil", `#!/bin/sh\ntouch ${place.base}/mark\n`, 0o755);
  const workspace = await openAt(place.root, place.base, { hosting: hostingAt("http://127.0.0.1:1", "t") });
  const request = await landRequest(workspace, { "src/add.js": "repaired\n" });
  const to = { kind: "pull-request", branch: "fix/add", title: "t", body: "b" } as const;
  for (const url of [`ext::${place.base}/evil`, place.base, `file://${place.base}`, "-uevil", "fd::0"]) {
    place.git("config", "remote.origin.url", url);
    await expect(workspace.land({ ...request, to })).rejects.toMatchObject({
      code: expect.stringMatching(/bad_input|remote_failed/),
    });
  }
  expect(() => execFileSync("test", ["-e", join(place.base, "mark")])).toThrow();
});

function hostingAt(apiBase: string, token: string) {
  return { token, openForge: (place: Parameters<OpenForge>[0]) => openForge({ ...place, apiBase, token }) };
}

const Created = z.strictObject({
  title: z.string().min(1),
  body: z.string(),
  head: z.string().min(1),
  base: z.string().min(1),
  draft: z.boolean(),
});

/** A host that validates requests against GitHub's published schema. */
async function startHost() {
  const requests: { method: string; url: string; headers: IncomingMessage["headers"]; body: unknown }[] = [];
  const answers: { status: number; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const body = text === "" ? null : JSON.parse(text);
    requests.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
    const answer = answers.shift() ?? respond(request, body);
    response
      .writeHead(answer.status, { "content-type": "application/json" })
      .end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answers,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function respond(request: IncomingMessage, body: unknown): { status: number; body: unknown } {
  const pull = { html_url: "https://host.example/owner/name/pull/7", number: 7 };
  if (!request.headers.authorization?.startsWith("Bearer "))
    return { status: 401, body: { message: "Bad credentials" } };
  if (request.method === "PATCH") return { status: 200, body: pull };
  const valid = Created.safeParse(body);
  return valid.success
    ? { status: 201, body: pull }
    : { status: 422, body: { message: "Validation Failed" } };
}

test("a proposal replaces our own older one, repeats nothing, and never replaces someone else's commit", async () => {
  using place = repository();
  const remote = addRemote(place);
  place.git("push", "-q", "origin", "main");
  const hosting = hostingAt("http://127.0.0.1:1", "t");
  const workspace = await openAt(place.root, place.base, { hosting, protocols: ["file"] });
  const tip = (branch: string) =>
    execFileSync("git", ["rev-parse", `refs/heads/${branch}`], { cwd: remote, encoding: "utf8" }).trim();
  const status = place.git("status", "--porcelain");
  const first = await landRequest(workspace, { "src/add.js": "repaired\n" });
  const propose = (request: typeof first, branch = "agentforge/add") =>
    workspace.pushChange({ ...request, branch, mode: "own" });

  const pushed = await propose(first);
  expect(pushed).toMatchObject({ status: "pushed", commit: tip("agentforge/add") });
  expect(await propose(first)).toMatchObject({ status: "unchanged", commit: tip("agentforge/add") });
  const second = await landRequest(workspace, { "src/add.js": "repaired better\n" });
  expect(await propose(second)).toMatchObject({ status: "pushed", commit: tip("agentforge/add") });
  expect(place.git("branch", "--list")).toBe("* main\n");
  expect(place.git("status", "--porcelain")).toBe(status);

  place.git("fetch", "-q", "origin", "agentforge/add");
  place.git("checkout", "-q", "--detach", "FETCH_HEAD");
  place.git("commit", "-q", "--allow-empty", "-m", "theirs");
  place.git("push", "-q", "origin", "HEAD:agentforge/add");
  place.git("checkout", "-q", "main");
  const theirs = tip("agentforge/add");
  expect(await propose(first)).toMatchObject({
    status: "conflict",
    why: expect.stringContaining("someone"),
  });
  expect(tip("agentforge/add")).toBe(theirs);

  expect(await workspace.pushChange({ ...first, branch: "main", mode: "onto" })).toMatchObject({
    status: "pushed",
    commit: tip("main"),
  });
  expect(await workspace.pushChange({ ...second, branch: "main", mode: "onto" })).toMatchObject({
    status: "conflict",
    why: expect.stringContaining("not at the checked-out commit"),
  });
});
