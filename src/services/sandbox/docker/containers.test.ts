import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type Behavior,
  type CreateBody,
  frame,
  prove,
  type RecordedEngine,
  serveRecordedEngine,
} from "../../../../test/support/recorded-engine.ts";
import { openSandbox, probeSandboxes, type SandboxOptions } from "../index.ts";
import { FrameReader } from "./docker-engine.ts";

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

let engine: RecordedEngine | null = null;

beforeEach(() => {
  mkdirSync(join(tree, "node_modules"), { recursive: true });
  mkdirSync(scratch, { recursive: true });
  writeFileSync(join(tree, ".env"), "SECRET=1\n");
});
afterEach(async () => {
  await engine?.close();
  engine = null;
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
    expect(engine?.calls.at(-1)).toMatch(/^DELETE \/v1.41\/containers\/[0-9a-f]+\?force=1/);
    expect(readdirSync(scratch)).toEqual([]);
  });

  test("passes stdin in and artifacts out, without following links", async () => {
    await serve({
      async play({ body, stream }) {
        let typed = "";
        for await (const chunk of stream) typed += chunk;
        const folder =
          body.HostConfig.Mounts.find((mount) => mount.Target === "/run/artifacts")?.Source ?? "";
        writeFileSync(join(folder, "report.xml"), typed);
        symlinkSync("/etc/passwd", join(folder, "link.xml"));
        stream.end();
        return 0;
      },
    });
    const sandbox = await openSandbox(options);
    const artifacts = ["report.xml", "link.xml"];
    const result = await sandbox.execute({ argv: ["cat"], tree, stdin: "typed", artifacts });
    expect(Object.keys(result.artifacts)).toEqual(["report.xml"]);
    expect(Buffer.from(result.artifacts["report.xml"] ?? []).toString()).toBe("typed");
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
    await sandbox.execute({ argv: ["a", "{artifacts}/b"], tree, identity, artifacts: ["b"] });
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
    expect(engine?.calls.some((call) => call.includes("/kill?signal=KILL"))).toBe(true);
    expect(engine?.calls.at(-1)).toMatch(/^DELETE/);
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

async function serve(behavior: Behavior): Promise<void> {
  engine = await serveRecordedEngine(socket, behavior);
}
