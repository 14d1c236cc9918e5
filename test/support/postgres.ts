import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { mayLack } from "./toolchains.ts";

export interface PostgresServer {
  /** The URL of a database that belongs to this server's own user. */
  readonly url: string;
  stop(): Promise<void>;
}

const PROGRAMS = ["initdb", "postgres"].map(find);
const NOBODY = 65534;

/** Why tests against PostgreSQL are skipped; null if they can run. */
export const noPostgres: string | null = mayLack(!PROGRAMS.includes(null), "PostgreSQL")
  ? "PostgreSQL (initdb, postgres) is not on the PATH"
  : null;

/** A server in a temporary folder, on a free loopback port. It refuses to run as root. */
export async function startPostgres(): Promise<PostgresServer> {
  const [initdb, postgres] = PROGRAMS;
  if (!initdb || !postgres) throw new Error(String(noPostgres));
  const isRoot = userInfo().uid === 0;
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = mkdtempSync(join(tmpdir(), "agentforge-postgres-"));
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const data = join(folder, "data");
  const made = spawnSync(initdb, ["-D", data, "-A", "trust", "-U", "tester", "-E", "UTF8", "--no-sync"], {
    cwd: folder,
    encoding: "utf8",
    ...identity,
  });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await freePort();
  const settings = ["-c", "listen_addresses=127.0.0.1", "-c", `port=${port}`, "-c", "fsync=off"];
  const server = spawn(postgres, ["-D", data, "-k", folder, ...settings], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    ...identity,
  });
  const ended = once(server, "exit");
  let log = "";
  server.stderr.on("data", (chunk) => {
    log += chunk;
  });
  while (!log.includes("ready to accept connections")) {
    if (server.exitCode !== null) throw new Error(`postgres ended: ${log}`);
    await setTimeout(20);
  }
  return {
    url: `postgres://tester@127.0.0.1:${port}/postgres`,
    async stop() {
      server.kill("SIGQUIT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function find(program: string): string | null {
  const found = spawnSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" });
  return found.status === 0 ? found.stdout.trim() : null;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : 0;
}
