import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { FrameReader } from "./docker-engine.ts";
import { openSandbox, probeSandboxes, type SandboxOptions } from "./index.ts";

/** The part of the published schema of `POST /containers/create` (Engine API 1.41) that is used. */
const createBody = z.strictObject({
  Image: z.string().min(1),
  Entrypoint: z.array(z.string()),
  Cmd: z.array(z.string()),
  Env: z.array(z.string().regex(/^[^=]+=/)),
  User: z.string().regex(/^[1-9]\d*:[1-9]\d*$/),
  WorkingDir: z.string().startsWith("/"),
  Hostname: z.string(),
  Labels: z.record(z.string(), z.string()),
  AttachStdin: z.literal(true),
  AttachStdout: z.literal(true),
  AttachStderr: z.literal(true),
  OpenStdin: z.literal(true),
  StdinOnce: z.literal(true),
  Tty: z.literal(false),
  NetworkDisabled: z.boolean(),
  HostConfig: z.strictObject({
    NetworkMode: z.string(),
    ReadonlyRootfs: z.literal(true),
    Init: z.boolean(),
    CapDrop: z.tuple([z.literal("ALL")]),
    SecurityOpt: z.array(z.string()),
    IpcMode: z.string(),
    PidsLimit: z.int().positive(),
    Memory: z.int().positive(),
    MemorySwap: z.int().positive(),
    CpuShares: z.int(),
    OomScoreAdj: z.int(),
    Ulimits: z.array(z.strictObject({ Name: z.string(), Soft: z.int(), Hard: z.int() })),
    LogConfig: z.strictObject({ Type: z.string() }),
    Tmpfs: z.record(z.string().startsWith("/"), z.string()),
    Mounts: z.array(
      z.strictObject({
        Type: z.literal("bind"),
        Source: z.string(),
        Target: z.string(),
        ReadOnly: z.boolean(),
      }),
    ),
  }),
});

type CreateBody = z.infer<typeof createBody>;

/** What the recorded engine does once a container has been started. */
interface Behavior {
  readonly missingImage?: boolean;
  /** An image from which no container can be created. */
  readonly lacks?: string;
  /** Why no container can be started. */
  readonly broken?: string;
  readonly oomKilled?: boolean;
  play(container: { body: CreateBody; stream: Duplex; killed: Promise<void> }): Promise<number>;
}

const root = mkdtempSync(join(tmpdir(), "agentforge-docker-"));
const tree = join(root, "tree");
const scratch = join(root, "scratch");
const socket = join(root, "docker.sock");
const options: SandboxOptions = {
  path: "/usr/bin:/bin",
  home: "/nonexistent",
  backends: ["docker"],
  dockerSocket: socket,
  scratch,
};

let calls: string[] = [];
let close: () => Promise<void> = async () => undefined;

beforeEach(() => {
  calls = [];
  mkdirSync(join(tree, "node_modules"), { recursive: true });
  mkdirSync(scratch, { recursive: true });
  writeFileSync(join(tree, ".env"), "SECRET=1\n");
});
afterEach(async () => {
  await close();
  rmSync(root, { recursive: true, force: true });
});

describe("a container for each command", () => {
  test("is requested without network, capabilities or a writable root, with the tree as a copy", async () => {
    let asked: CreateBody | undefined;
    await serve({
      async play({ body, stream }) {
        asked = body;
        stream.write(frame(1, "out\n"));
        stream.write(frame(2, "err\n"));
        stream.end();
        return 3;
      },
    });
    const sandbox = await openSandbox(options);
    const result = await sandbox.execute({
      argv: ["python3", "-m", "pytest", "a b"],
      tree,
      cwd: "node_modules",
      lent: [{ source: root, at: "node_modules" }],
      limits: { memoryMb: 100, processes: 20, diskMb: 64, timeoutMs: 9000 },
      env: { GIVEN: "1" },
    });
    expect(result).toMatchObject({ exitCode: 3, stdout: "out\n", stderr: "err\n", killedBy: null });
    expect(asked?.Image).toBe("python:3.13");
    expect(asked?.Cmd.slice(-6)).toEqual([
      "14",
      join(tree, "node_modules"),
      "python3",
      "-m",
      "pytest",
      "a b",
    ]);
    expect(asked?.Env).toContain("GIVEN=1");
    expect(asked).toMatchObject({
      NetworkDisabled: true,
      HostConfig: { NetworkMode: "none", PidsLimit: 20, Memory: 104_857_600 },
    });
    expect(asked?.HostConfig.Tmpfs[tree]).toContain("size=64m,nr_inodes=4096");
    const mounts = new Map(asked?.HostConfig.Mounts.map((mount) => [mount.Target, mount]));
    expect(mounts.get("/run/agentforge/tree")).toMatchObject({ Source: tree, ReadOnly: true });
    expect(mounts.get("/run/agentforge/tree/.env")?.Source).toMatch(/empty$/);
    expect(mounts.get(join(tree, "node_modules"))).toMatchObject({ Source: root, ReadOnly: true });
    expect(calls.at(-1)).toMatch(/^DELETE \/v1.41\/containers\/[0-9a-f]+\?force=1/);
    expect(readdirSync(scratch)).toEqual([]);
  });

  test("passes stdin in and artifacts out, without following links", async () => {
    await serve({
      async play({ body, stream }) {
        let typed = "";
        for await (const chunk of stream) typed += chunk;
        const folder =
          body.HostConfig.Mounts.find((mount) => mount.Target === "/run/artefacts")?.Source ?? "";
        writeFileSync(join(folder, "report.xml"), typed);
        symlinkSync("/etc/passwd", join(folder, "link.xml"));
        stream.end();
        return 0;
      },
    });
    const sandbox = await openSandbox(options);
    const artefacts = ["report.xml", "link.xml"];
    const result = await sandbox.execute({ argv: ["cat"], tree, stdin: "typed", artefacts });
    expect(Object.keys(result.artefacts)).toEqual(["report.xml"]);
    expect(Buffer.from(result.artefacts["report.xml"] ?? []).toString()).toBe("typed");
  });

  test("has the names and folders of another identity", async () => {
    let asked: CreateBody | undefined;
    const users: string[] = [];
    await serve({
      async play({ body, stream }) {
        asked = body;
        for (const { Source, Target } of body.HostConfig.Mounts)
          if (/^\/etc\/(passwd|group)$/.test(Target)) users.push(readFileSync(Source, "utf8"));
        stream.end();
        return 0;
      },
    });
    const identity = {
      user: "mira",
      host: "alder-3",
      home: "/srv/mira",
      folder: "/srv/checkout/one",
      timeZone: "Asia/Tokyo",
    };
    const sandbox = await openSandbox(options);
    await sandbox.execute({ argv: ["a", "{artefacts}/b"], tree, identity, artefacts: ["b"] });
    const [uid] = (asked?.User ?? "").split(":");
    expect(asked?.Hostname).toBe("alder-3");
    expect(asked?.Env).toEqual(
      expect.arrayContaining(["HOME=/srv/mira", "USER=mira", "TMPDIR=/tmp/mira", "TZ=Asia/Tokyo"]),
    );
    expect(asked?.Env.join()).not.toContain("AGENTFORGE");
    expect(Object.keys(asked?.HostConfig.Tmpfs ?? {})).toEqual([
      "/srv/checkout/one",
      "/tmp",
      "/tmp/mira",
      "/srv/mira",
    ]);
    expect(users).toEqual([
      expect.stringContaining(`mira:x:${uid}:${uid}:mira:/srv/mira:`),
      expect.stringContaining(`mira:x:${uid}:`),
    ]);
    const folder = asked?.HostConfig.Mounts.find(({ ReadOnly }) => !ReadOnly)?.Target;
    expect(asked?.Cmd.at(-1)).toBe(`${folder}/b`);
    expect(folder).toMatch(/^\/run\/user\/\d+$/);
  });

  test("is killed at the timeout and removed", async () => {
    await serve({
      async play({ stream, killed }) {
        await killed;
        stream.end();
        return 137;
      },
    });
    const sandbox = await openSandbox(options);
    const result = await sandbox.execute({ argv: ["sleep", "60"], tree, limits: { timeoutMs: 100 } });
    expect(result).toMatchObject({ timedOut: true, killedBy: "timeout", exitCode: null });
    expect(calls.some((call) => call.includes("/kill?signal=KILL"))).toBe(true);
    expect(calls.at(-1)).toMatch(/^DELETE/);
  });

  test("is killed if it is canceled while it is being created", async () => {
    const controller = new AbortController();
    await serve({
      async play({ stream, killed }) {
        controller.abort();
        await killed;
        stream.end();
        return 137;
      },
    });
    const sandbox = await openSandbox(options);
    const result = await sandbox.execute({ argv: ["sleep", "60"], tree, signal: controller.signal });
    expect(result).toMatchObject({ killedBy: "abort", exitCode: null });
  });

  test("reports death by a signal", async () => {
    await serve({ play: ({ stream }) => prove(stream).then(() => 139) });
    const sandbox = await openSandbox(options);
    expect(await sandbox.execute({ argv: ["node"], tree })).toMatchObject({
      exitCode: 139,
      signal: "SIGSEGV",
    });
  });

  test("knows its user, and owns the folders above a lent one", async () => {
    let asked: CreateBody | undefined;
    let users = "";
    await serve({
      async play({ body, stream }) {
        asked = body;
        const file = body.HostConfig.Mounts.find(({ Target }) => Target === "/etc/passwd")?.Source;
        users = file === undefined ? "" : readFileSync(file, "utf8");
        stream.end();
        return 0;
      },
    });
    const lent = [{ source: join(tree, "node_modules"), at: "packages/a/node_modules" }];
    await (await openSandbox(options)).execute({ argv: ["true"], tree, lent });
    const [uid = ""] = (asked?.User ?? "").split(":");
    expect(users).toContain(`sandbox:x:${uid}:`);
    for (const folder of ["packages", "packages/a"])
      expect(asked?.HostConfig.Tmpfs[join(tree, folder)]).toContain(`uid=${uid}`);
    expect(asked?.HostConfig.Tmpfs).not.toHaveProperty([join(tree, "packages/a/node_modules")]);
  });

  test("translates the engine's out-of-memory result", async () => {
    await serve({ oomKilled: true, play: ({ stream }) => prove(stream).then(() => 137) });
    const sandbox = await openSandbox(options);
    expect(await sandbox.execute({ argv: ["node"], tree })).toMatchObject({ killedBy: "memory" });
  });

  test("a warm worker answers line by line and ends when killed", async () => {
    await serve({
      async play({ stream, killed }) {
        stream.on("data", (chunk: Buffer) => stream.write(frame(1, chunk.toString().toUpperCase())));
        await killed;
        stream.end();
        return 137;
      },
    });
    const worker = await (await openSandbox(options)).start({ argv: ["cat"], tree });
    worker.stdin.write("one\n");
    expect((await worker.lines[Symbol.asyncIterator]().next()).value).toBe("ONE");
    await worker.kill();
    expect(await worker.done).toMatchObject({ killedBy: "abort" });
  });
});

describe("an engine that cannot be used", () => {
  test("without an answer, says how to start it and runs nothing", async () => {
    await expect(openSandbox(options)).rejects.toMatchObject({
      code: "no_sandbox",
      hint: expect.stringContaining("systemctl start docker"),
    });
  });

  test("that is not on a socket is refused", async () => {
    const dockerSocket = "tcp://127.0.0.1:2375";
    await expect(openSandbox({ ...options, dockerSocket })).rejects.toMatchObject({
      message: expect.stringContaining("only a unix socket works"),
    });
  });

  test("that cannot run a command is refused with the reason", async () => {
    await serve({ broken: "runc: no cgroups", play: async () => 0 });
    await expect(openSandbox(options)).rejects.toMatchObject({
      message: expect.stringContaining("runc: no cgroups"),
    });
  });

  test("without the image of a command, says how to pull it or to use another", async () => {
    await serve({ lacks: "golang:1.25", play: async () => 0 });
    const sandbox = await openSandbox(options);
    await expect(sandbox.execute({ argv: ["/usr/bin/go", "test"], tree })).rejects.toMatchObject({
      message: "the Docker engine does not have the image golang:1.25",
      hint: "Run `docker pull golang:1.25`, or set sandbox.images.go in your settings to another image.",
    });
    expect(readdirSync(scratch)).toEqual([]);
  });

  test("without the image, says how to pull it", async () => {
    await serve({ missingImage: true, play: async () => 0 });
    const probe = (await probeSandboxes(options)).find(({ id }) => id === "docker");
    expect(probe).toMatchObject({ usable: false, version: "27.3.1", remedy: "docker pull debian:stable" });
  });
});

test("frames arrive complete no matter how the stream is split", () => {
  const whole = Buffer.concat([frame(1, "one"), frame(2, "two"), frame(1, ""), frame(1, "three")]);
  for (let size = 1; size <= whole.length; size++) {
    const got = { stdout: "", stderr: "" };
    const reader = new FrameReader((stream, content) => {
      got[stream] += content.toString();
    });
    for (let at = 0; at < whole.length; at += size) reader.push(whole.subarray(at, at + size));
    expect(got).toEqual({ stdout: "onethree", stderr: "two" });
  }
});

function frame(stream: number, text: string): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt8(stream, 0);
  header.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([header, Buffer.from(text)]);
}

/** An engine that replays recorded answers of Docker 27.3.1, and refuses what the schema does not allow. */
async function serve(behavior: Behavior): Promise<void> {
  const id = "4fa6e0f0c6786287e131c3852c58a2e01cc697a68231826813597e4994f1d6e2";
  let body: CreateBody | undefined;
  let stream: Duplex | undefined;
  let ended: Promise<number> = Promise.resolve(0);
  let tellKilled: () => void = () => undefined;
  const killed = new Promise<void>((resolve) => {
    tellKilled = resolve;
  });
  const server = createServer(async (request, response) => {
    const route = `${request.method} ${request.url}`;
    calls.push(route);
    const answer = (status: number, content?: unknown): void => {
      response.writeHead(status, { "Content-Type": "application/json", "Api-Version": "1.47" });
      response.end(content === undefined ? undefined : JSON.stringify(content));
    };
    if (route === "GET /v1.41/version")
      return answer(200, { Version: "27.3.1", ApiVersion: "1.47", MinAPIVersion: "1.24" });
    if (/^GET \/v1.41\/images\/.+\/json$/.test(route)) {
      return behavior.missingImage === true
        ? answer(404, { message: "No such image: debian:stable" })
        : answer(200, { Id: "sha256:1" });
    }
    if (route === "POST /v1.41/containers/create") {
      const parsed = createBody.safeParse(JSON.parse(await textOf(request)));
      if (!parsed.success) return answer(400, { message: parsed.error.message });
      body = parsed.data;
      if (body.Image === behavior.lacks) return answer(404, { message: `No such image: ${body.Image}` });
      return answer(201, { Id: id, Warnings: [] });
    }
    if (route === `POST /v1.41/containers/${id}/start` && behavior.broken !== undefined)
      return answer(500, { message: behavior.broken });
    if (route === `POST /v1.41/containers/${id}/start` && body !== undefined && stream !== undefined) {
      ended = isProof(body) ? prove(stream) : behavior.play({ body, stream, killed });
      return answer(204);
    }
    if (route === `POST /v1.41/containers/${id}/wait`) return answer(200, { StatusCode: await ended });
    if (route === `GET /v1.41/containers/${id}/json`)
      return answer(200, {
        Id: id,
        State: { OOMKilled: behavior.oomKilled === true && body !== undefined && !isProof(body) },
      });
    if (route === `POST /v1.41/containers/${id}/kill?signal=KILL`) {
      tellKilled();
      return answer(204);
    }
    if (route === `DELETE /v1.41/containers/${id}?force=1&v=1`) return answer(204);
    return answer(404, { message: "page not found" });
  });
  server.on("upgrade", (request: IncomingMessage, upgraded: Duplex) => {
    calls.push(`${request.method} ${request.url}`);
    upgraded.on("error", () => undefined);
    upgraded.write(
      "HTTP/1.1 101 UPGRADED\r\nContent-Type: application/vnd.docker.multiplexed-stream\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n",
    );
    stream = upgraded;
  });
  mkdirSync(root, { recursive: true });
  server.listen(socket);
  await once(server, "listening");
  chmodSync(socket, 0o600);
  close = async () => {
    stream?.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    close = async () => undefined;
  };
}

/** The harmless command that must succeed before a backend is used. */
const isProof = ({ Cmd }: CreateBody): boolean => Cmd.some((word) => word.includes("echo proved"));

async function prove(stream: Duplex): Promise<number> {
  stream.write(frame(1, "proved\n"));
  stream.end();
  return 0;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
