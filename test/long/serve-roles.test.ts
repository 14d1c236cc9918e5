import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ROUTES, type Route, type RouteName } from "../../src/hosts/http/api/routes.ts";
import { agentforge, startAgentforge } from "../support/cli.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";
import { firstLine, type RawAnswer, rawRequest } from "../support/serve.ts";

const PAGE = "https://review.example.com";
const PASSWORD = "a long password";
const CHANGING = (Object.keys(ROUTES) as RouteName[]).filter(
  (name) => ROUTES[name].site !== "fleet" && ROUTES[name].method !== "GET",
);

let repository: Repository;
let env: Record<string, string>;
let running: ReturnType<typeof startAgentforge> | null = null;
const folder = mkdtempSync(join(tmpdir(), "agentforge-roles-"));

beforeAll(async () => {
  repository = exampleRepository("calculator-js");
  env = { XDG_CONFIG_HOME: folder };
  for (const role of ["viewer", "reviewer", "admin"]) await addPerson(`the-${role}`, role);
}, 60_000);

afterEach(async () => {
  running?.kill("SIGINT");
  await running;
  running = null;
});

afterAll(() => {
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function addPerson(name: string, role: string, password = PASSWORD): Promise<void> {
  const added = startAgentforge(
    repository.path,
    ["serve", "user", "add", name, "--role", role],
    env,
    password,
  );
  expect((await added).exitCode).toBe(0);
}

async function serve(...args: string[]): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => probe.once("listening", done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  const command = ["serve", "--json", "--port", String(port), "--expose", PAGE, ...args];
  running = startAgentforge(repository.path, command, env);
  await firstLine(running);
  return port;
}

type Headers = Record<string, string>;

function send(port: number, name: RouteName, headers: Headers, body: unknown = {}): Promise<RawAnswer> {
  const { method, path }: Route = ROUTES[name];
  return rawRequest(port, {
    method,
    path: path.replace(/:\w+/, "RV-1"),
    headers: { host: "review.example.com", origin: PAGE, "content-type": "application/json", ...headers },
    ...(method !== "GET" && { body: JSON.stringify(body) }),
  });
}

async function signIn(port: number, name: string, password = PASSWORD): Promise<Headers> {
  const { head } = await rawRequest(port, {
    method: "POST",
    path: "/sign-in",
    headers: {
      host: "review.example.com",
      origin: PAGE,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: `name=${name}&password=${encodeURIComponent(password)}`,
  });
  const cookie = /^set-cookie: ([^;]+)/im.exec(head)?.[1] ?? "";
  return withToken(port, { cookie });
}

async function withToken(port: number, headers: Headers): Promise<Headers> {
  const { csrf_token } = JSON.parse((await send(port, "getProject", headers)).body);
  return { ...headers, "x-agentforge-token": csrf_token };
}

/** Written out, so that it does not depend on the route table. */
const STARTS_WORK: readonly RouteName[] = ["startRun", "stopRun"];
const MAY_CHANGE = {
  viewer: () => false,
  reviewer: (name: RouteName) => !STARTS_WORK.includes(name),
  admin: () => true,
};

describe("people with passwords", () => {
  it("may do what their role may do, and nothing else", async () => {
    const port = await serve();
    for (const role of ["viewer", "reviewer", "admin"] as const) {
      const headers = await signIn(port, `the-${role}`);
      const project = JSON.parse((await send(port, "getProject", headers)).body);
      expect(project).toMatchObject({ person: `the-${role}`, role });
      for (const name of CHANGING) {
        const isAllowed = MAY_CHANGE[role](name);
        expect([name, project.may.includes(name)]).toEqual([name, isAllowed]);
        const { status, body } = await send(port, name, headers, { nothing: "valid" });
        // The body is deliberately invalid: a request rejected for its body passed the role check.
        const refusedForRole = status === 403 && body.includes("not_allowed");
        expect([role, name, refusedForRole]).toEqual([role, name, !isAllowed]);
      }
    }
  }, 60_000);

  it("cannot raise their role by anything they send", async () => {
    const port = await serve();
    const viewer = await signIn(port, "the-viewer");
    const tries: [Headers, unknown][] = [
      [{ "x-role": "admin", "x-groups": "admins", "x-user": "the-admin" }, { role: "admin" }],
      [{ cookie: `${viewer.cookie}; role=admin` }, { diff_hash: "a".repeat(64), role: "admin" }],
    ];
    for (const [more, body] of tries) {
      const answer = await send(port, "approveReview", { ...viewer, ...more }, body);
      expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([403, "not_allowed"]);
    }
    const twice = await send(port, "approveReview", {
      ...viewer,
      cookie: `${viewer.cookie}; ${viewer.cookie}`,
    });
    expect(twice.status).toBe(401);
    const admin = await signIn(port, "the-admin");
    const stolen = { ...admin, cookie: viewer.cookie ?? "" };
    expect((await send(port, "approveReview", stolen)).status).toBe(403);
  });

  it("immediately lose a revoked role", async () => {
    const port = await serve();
    await addPerson("grace", "reviewer");
    const grace = await signIn(port, "grace");
    expect((await send(port, "approveReview", grace)).status).toBe(400);
    await addPerson("grace", "viewer");
    expect((await send(port, "approveReview", grace)).status).toBe(403);
    expect((await agentforge(repository.path, ["serve", "user", "remove", "grace"], env)).exitCode).toBe(0);
    expect((await send(port, "getProject", grace)).status).toBe(401);
  });

  it("are signed out by a new password", async () => {
    const port = await serve();
    await addPerson("grace", "reviewer", "an old password");
    const grace = await signIn(port, "grace", "an old password");
    await addPerson("grace", "reviewer", "a new password");
    expect((await send(port, "getProject", grace)).status).toBe(401);
    expect((await send(port, "getProject", await signIn(port, "grace", "a new password"))).status).toBe(200);
  });
});

describe("people behind a proxy", () => {
  const proxy = ["--trusted-proxy-header", "X-User", "--trusted-proxy-groups", "X-Groups"];
  const roles = ["--group-role", "admin=platform", "reviewer=developers", "--trusted-proxy"];

  it("have the highest role of their groups, and none without one", async () => {
    const port = await serve(...proxy, ...roles, "127.0.0.1");
    const roleOf = async (groups: string) => {
      const { status, body } = await send(port, "getProject", { "x-user": "ada", "x-groups": groups });
      return status === 200 ? JSON.parse(body).role : status;
    };
    expect(await roleOf("developers")).toBe("reviewer");
    expect(await roleOf("developers, platform")).toBe("admin");
    for (const groups of ["", "developers2", "*", "platform;developers"])
      expect(await roleOf(groups)).toBe(403);
    const reviewer = await withToken(port, { "x-user": "ada", "x-groups": "developers" });
    expect((await send(port, "startRun", reviewer)).status).toBe(403);
    expect((await send(port, "approveReview", reviewer)).status).toBe(400);
  });

  it("are not trusted with two headers, nor from anywhere but the proxy", async () => {
    const port = await serve(...proxy, ...roles, "127.0.0.1");
    const headers = { host: "review.example.com", "x-user": "ada", "x-groups": "developers" };
    for (const more of ["X-Groups: platform", "X-User: root"]) {
      const { status } = await rawRequest(port, { path: "/api/project", headers, more: [more] });
      expect(status).toBe(400);
    }
    running?.kill("SIGINT");
    await running;
    const other = await serve(...proxy, ...roles, "10.9.8.7");
    expect((await send(other, "getProject", { "x-user": "ada", "x-groups": "platform" })).status).toBe(403);
  });

  it("are reviewers if no role is named", async () => {
    const port = await serve("--trusted-proxy-header", "X-User", "--trusted-proxy", "127.0.0.1");
    const { body } = await send(port, "getProject", { "x-user": "ada", "x-groups": "platform" });
    expect(JSON.parse(body)).toMatchObject({ person: "ada", role: "reviewer" });
  });
});
