import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { hostname, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { plantIn } from "./escape-plants.ts";

/** A small host worth attacking: secrets, files outside the tree, listeners, and a process to kill. */
export interface Fixture {
  readonly root: string;
  readonly tree: string;
  readonly hits: Record<string, number>;
  readonly victim: ChildProcess;
  close(): Promise<void>;
}

export const planted = "ORIGINAL\n";

export async function buildFixture(
  uid: number | null,
  unchanged: readonly string[],
  plant?: string,
): Promise<Fixture> {
  const root = mkdtempSync(join(tmpdir(), "agentforge-escape-"));
  chmodSync(root, 0o755);
  const tree = join(root, "ws");
  write(root, "home/.ssh/id_rsa", "CANARY_SSH private key\n");
  write(root, "home/.aws/credentials", "CANARY_AWS\n");
  write(root, "home/.netrc", "CANARY_NETRC\n");
  write(root, "outside/target.txt", planted);
  write(root, "store/pkg.js", planted);
  write(root, "ws/src.js", "module.exports = 1;\n");
  write(root, "ws/package.json", '{"name":"x","scripts":{"test":"true"}}\n');
  write(root, "ws/reports/.keep", "");
  symlinkSync("../outside", join(tree, "build"));
  for (const path of unchanged) if (!existsSync(join(root, path))) write(root, path, planted);
  for (const path of ["store/pkg.js", ...unchanged.filter((entry) => entry.startsWith("store/"))])
    hardLink(root, path);
  if (plant !== undefined) plantIn(root, plant);
  repository(tree);
  write(root, "ws/.env", "TOKEN=CANARY_DOTENV\n");
  const hits: Record<string, number> = { tcp: 0, udp: 0, abstract: 0, unix: 0, lent: 0 };
  const name = basename(root);
  const sockets = await Promise.all([
    listen(hits, "tcp", { port: 0, host: "127.0.0.1" }),
    listen(hits, "unix", { path: join(root, "outside", "host.sock") }),
    listen(hits, "lent", { path: join(root, "store", "host.sock") }),
    listen(hits, "abstract", { path: `\0${name}` }),
  ]);
  const tcpPort = addressPort(sockets[0]);
  const datagrams = createSocket("udp4").on("message", () => {
    hits.udp = (hits.udp ?? 0) + 1;
  });
  datagrams.bind(0, "127.0.0.1");
  await once(datagrams, "listening");
  for (const folder of ["outside", "store"]) chmodSync(join(root, folder, "host.sock"), 0o777);
  const victim = spawn("sleep", ["600"], { stdio: "ignore", ...(uid === null ? {} : { uid, gid: uid }) });
  const values = {
    HOSTHOME: join(root, "home"),
    OUTSIDE: join(root, "outside"),
    TCP_PORT: tcpPort,
    UDP_PORT: datagrams.address().port,
    ABS_SOCK: name,
    UNIX_SOCK: join(root, "outside", "host.sock"),
    VICTIM: victim.pid,
    HOSTNAME_OF_HOST: hostname(),
  };
  write(
    root,
    "ws/.bat_env",
    Object.entries(values)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(""),
  );
  if (uid !== null) execFileSync("chown", ["-R", "-h", `${uid}:${uid}`, root]);
  return {
    root,
    tree,
    hits,
    victim,
    async close() {
      victim.kill("SIGKILL");
      datagrams.close();
      for (const socket of sockets) socket.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The attempt as a file in the tree, after a line that proves it ran. */
export function plantAttempt(fixture: Fixture, file: string, text: string): readonly [string, ...string[]] {
  const python = file.endsWith(".py");
  const path = join(fixture.tree, python ? ".attempt.py" : ".attempt.sh");
  writeFileSync(path, `${python ? 'print("ATTEMPT_RAN", flush=True)' : "echo ATTEMPT_RAN"}\n${text}`);
  chmodSync(path, 0o644);
  return python ? ["python3", path] : ["/bin/sh", path];
}

function write(root: string, path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** Like a package manager with a shared store: the same file under a name in the tree. */
function hardLink(root: string, path: string): void {
  const inside = join(root, "ws", "node_modules", "dep", basename(path));
  mkdirSync(dirname(inside), { recursive: true });
  for (const name of [inside, join(root, "ws", basename(path))])
    if (!existsSync(name)) linkSync(join(root, path), name);
}

function repository(tree: string): void {
  const git = (...argv: string[]): void =>
    void execFileSync("git", ["-C", tree, "-c", "user.name=b", "-c", "user.email=b@example.com", ...argv], {
      stdio: "ignore",
    });
  git("init", "-q");
  git("config", "user.name", "battery");
  git("config", "user.email", "battery@example.com");
  git("add", "-A");
  git("commit", "-qm", "init");
}

async function listen(hits: Record<string, number>, kind: string, at: object): Promise<Server> {
  const server = createServer((socket) => {
    hits[kind] = (hits[kind] ?? 0) + 1;
    socket.on("error", () => undefined).end();
  });
  server.listen(at);
  await once(server, "listening");
  return server;
}

function addressPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
