import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { agentforge, startAgentforge } from "../support/cli.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";
import { firstLine, rawRequest } from "../support/serve.ts";

const PASSWORD = "a long password of ada";
const PAGE = "https://review.example.com";
const HOST = "review.example.com";

let repository: Repository;
let env: Record<string, string>;
let running: ReturnType<typeof startAgentforge> | null = null;
const folder = mkdtempSync(join(tmpdir(), "agentforge-config-"));

beforeAll(async () => {
  repository = exampleRepository("calculator-js");
  env = { XDG_CONFIG_HOME: folder };
  const add = startAgentforge(repository.path, ["serve", "user", "add", "ada"], env, PASSWORD);
  expect((await add).exitCode).toBe(0);
});

afterEach(async () => {
  running?.kill("SIGINT");
  await running;
  running = null;
});

afterAll(() => {
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(...args: string[]): Promise<number> {
  const free = await freePort();
  running = startAgentforge(repository.path, ["serve", "--json", "--port", String(free), ...args], env);
  expect(await firstLine(running)).toMatchObject({ address: PAGE, link: null });
  return free;
}

async function freePort(): Promise<number> {
  const { createServer } = await import("node:net");
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => probe.once("listening", done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return port;
}

const BEHIND = ["--expose", PAGE, "--trusted-proxy-header", "X-User", "--trusted-proxy"];

describe("a page for other machines", () => {
  it.each([
    ["only another address to listen on", ["--host", "0.0.0.0"]],
    ["a proxy alone", ["--trusted-proxy-header", "X-User", "--trusted-proxy", "10.0.0.1"]],
    ["half a proxy", ["--expose", PAGE, "--trusted-proxy-header", "X-User"]],
    ["a proxy by name", [...BEHIND, "proxy"]],
    ["all addresses as a proxy", [...BEHIND, "0.0.0.0/0"]],
    ["a network that does not exist", [...BEHIND, "10.0.0.0/33"]],
    ["an address with a path", ["--expose", `${PAGE}/agentforge`]],
    ["an invalid address", ["--expose", "review.example.com"]],
  ])("is rejected with %s", async (_name, args) => {
    const { exitCode, json } = await agentforge(repository.path, ["serve", "--json", ...args], env);
    expect([exitCode, json.error.code]).toEqual([2, "bad_input"]);
  });

  it("is rejected while nobody can sign in", async () => {
    const empty = { XDG_CONFIG_HOME: join(folder, "nobody") };
    const { json } = await agentforge(repository.path, ["serve", "--json", "--expose", PAGE], empty);
    expect(json.error.message).toBe("nobody could sign in to the exposed page");
  });

  it("lets people in with their password, under its own address only", async () => {
    const port = await serve("--expose", PAGE);
    const ask = (path: string, headers: Record<string, string> = {}, body?: string) =>
      rawRequest(port, { path, headers: { host: HOST, ...headers }, ...(body && { method: "POST", body }) });
    const sign = (password: string, origin = PAGE) =>
      ask(
        "/sign-in",
        { origin, "content-type": "application/x-www-form-urlencoded" },
        `name=ada&password=${encodeURIComponent(password)}`,
      );

    expect((await ask("/api/project")).status).toBe(401);
    expect((await ask("/api/project", { host: "evil.example" })).status).toBe(421);
    expect(await ask("/")).toMatchObject({
      status: 303,
      head: expect.stringMatching(/location: \/sign-in/i),
    });
    expect((await ask("/sign-in")).body).toContain('action="/sign-in"');
    expect((await ask("/?token=x")).status).toBe(401);
    expect((await sign("wrong password")).status).toBe(401);
    expect((await sign(PASSWORD, "https://evil.example")).status).toBe(403);
    const { status, head } = await sign(PASSWORD);
    expect(status).toBe(303);
    const cookie = /^set-cookie: ([^;]+); Path=\/; HttpOnly; SameSite=Strict; Secure/im.exec(head)?.[1] ?? "";
    const project = await ask("/api/project", { cookie });
    expect(JSON.parse(project.body)).toMatchObject({ person: "ada" });

    for (let tries = 0; tries < 10; tries += 1) await sign("wrong password");
    expect((await sign(PASSWORD)).status).toBe(429);
  });

  it("trusts only the proxy about who is signed in", async () => {
    const port = await serve(...BEHIND, "127.0.0.1");
    const ask = (at: number, headers: Record<string, string>) =>
      rawRequest(at, { path: "/api/project", headers: { host: HOST, ...headers } });
    expect(JSON.parse((await ask(port, { "x-user": "grace" })).body)).toMatchObject({ person: "grace" });
    expect((await ask(port, {})).status).toBe(401);
    expect((await ask(port, { "x-user": "<b>" })).status).toBe(401);
    running?.kill("SIGINT");
    await running;
    const other = await serve(...BEHIND, "10.9.8.7", "127.0.1.0/24", "::/64");
    expect((await ask(other, { "x-user": "grace" })).status).toBe(403);
    running?.kill("SIGINT");
    await running;
    const network = await serve(...BEHIND, "10.9.8.7", "127.0.0.0/24");
    expect((await ask(network, { "x-user": "grace" })).status).toBe(200);
  });
});
