import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

const START_MS = 30_000;
const STOP_MS = 30_000;
const FOLDERS = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"];

/** Our own Docker engine, with all its files in one folder. */
export interface OwnEngine {
  readonly socket: string;
  call(method: string, path: string, body?: Readable): Promise<{ status: number; body: string }>;
  /** The containers that exist, running or not. */
  containers(): Promise<readonly { readonly Id: string; readonly State: string }[]>;
  stop(): Promise<void>;
}

/** Starts `dockerd` in a folder, or says why it cannot be started. It needs no network and changes no firewall. */
export async function startEngine(folder: string): Promise<OwnEngine | string> {
  if (process.getuid?.() !== 0) return "dockerd needs root";
  const program = FOLDERS.map((each) => join(each, "dockerd")).find((each) => existsSync(each));
  if (program === undefined) return "no dockerd: apt-get install --no-install-recommends docker.io";
  mkdirSync(folder, { recursive: true });
  const socket = join(folder, "docker.sock");
  const log = join(folder, "log");
  const settings = join(folder, "daemon.json");
  writeFileSync(settings, "{}\n");
  const output = openSync(log, "a");
  const child = spawn(
    program,
    [
      ...["--data-root", join(folder, "data"), "--exec-root", join(folder, "exec")],
      ...["--pidfile", join(folder, "pid"), "--host", `unix://${socket}`, "--config-file", settings],
      ...["--iptables=false", "--ip6tables=false", "--ip-forward=false", "--ip-masq=false", "--bridge=none"],
    ],
    { stdio: ["ignore", output, output], env: { PATH: FOLDERS.join(":"), TMPDIR: folder } },
  );
  const call = caller(socket);
  const until = Date.now() + START_MS;
  while (Date.now() < until && child.exitCode === null) {
    if (await answers(call)) return engineOf(socket, call, child, folder);
    await wait(100);
  }
  await end(child);
  const said = readFileSync(log, "utf8").trim().split("\n").slice(-2).join("; ");
  rmSync(folder, { recursive: true, force: true });
  return `dockerd did not start: ${said}`;
}

function engineOf(socket: string, call: OwnEngine["call"], child: ChildProcess, folder: string): OwnEngine {
  const containers: OwnEngine["containers"] = async () =>
    JSON.parse((await call("GET", "/containers/json?all=1")).body);
  return {
    socket,
    call,
    containers,
    async stop() {
      for (const { Id } of await containers()) await call("DELETE", `/containers/${Id}?force=1`);
      await end(child);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(timer);
}

async function answers(call: OwnEngine["call"]): Promise<boolean> {
  try {
    return (await call("GET", "/_ping")).status === 200;
  } catch {
    return false;
  }
}

function caller(socketPath: string): OwnEngine["call"] {
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = { Host: "docker", ...(body && { "Content-Type": "application/x-tar" }) };
      const sent = request(
        { socketPath, agent: false, method, path: `/v1.41${path}`, headers },
        (response) => {
          text(response).then((said) => resolve({ status: response.statusCode ?? 0, body: said }), reject);
        },
      );
      sent.on("error", reject);
      if (body === undefined) sent.end();
      else body.pipe(sent);
    });
}
