import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** A machine with its own network, mounts and user: it sees no folder of another machine. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** On the host; inside it is `/home/machine`, the only writable folder besides `/tmp`. */
  readonly folder: string;
  start(argv: readonly [string, ...string[]], env: Record<string, string>): ChildProcess;
  setNetwork(state: "up" | "down"): void;
}

export interface Network {
  addMachine(name: string): Machine;
  /** Runs a command where every machine can be reached. */
  run(argv: readonly [string, ...string[]], env: Record<string, string>): Promise<Ran>;
  remove(): void;
}

interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const INSIDE = "/home/machine";
const FIRST_USER = 70_000;
/** Sets up separate mounts, then switches to an ordinary user. Constant; what varies is passed as parameters. */
const ENTER = `set -eu
folder=$1 user=$2
shift 2
mount -t tmpfs -o mode=755 tmpfs /home
mkdir ${INSIDE}
mount --bind "$folder" ${INSIDE}
mount -t tmpfs -o mode=1777 tmpfs /tmp
printf 'root:x:0:0:root:/root:/bin/sh\\nmachine:x:%s:%s:machine:${INSIDE}:/bin/sh\\n' "$user" "$user" > /home/passwd
mount --bind /home/passwd /etc/passwd
cd ${INSIDE}
exec setpriv --reuid="$user" --regid="$user" --clear-groups "$@"
`;

/** Why machines cannot be created here; null if they can. */
export function noMachines(): string | null {
  if (process.getuid?.() !== 0) return "creating network namespaces needs root";
  const missing = ["ip", "unshare", "setpriv", "openssl"].filter(
    (program) => spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0,
  );
  if (missing.length > 0) return `missing: ${missing.join(", ")}`;
  const probe = `agentforge-probe-${process.pid}`;
  const made = spawnSync("ip", ["netns", "add", probe], { encoding: "utf8" });
  spawnSync("ip", ["netns", "del", probe]);
  return made.status === 0 ? null : `ip netns: ${made.stderr.trim()}`;
}

/** One switch, in a separate namespace, with a cable to every machine; the host's network is not touched. */
export function makeNetwork(base: string): Network {
  const prefix = `agentforge-${process.pid}`;
  const hub = `${prefix}-hub`;
  const namespaces: string[] = [];
  const add = (namespace: string) => {
    ip("netns", "add", namespace);
    namespaces.push(namespace);
    inside(namespace, "link", "set", "lo", "up");
  };
  add(hub);
  inside(hub, "link", "add", "br0", "type", "bridge");
  inside(hub, "addr", "add", "10.77.0.1/24", "dev", "br0");
  inside(hub, "link", "set", "br0", "up");

  return {
    addMachine(name) {
      const namespace = `${prefix}-${name}`;
      const number = namespaces.length;
      add(namespace);
      const address = `10.77.0.${number + 1}`;
      const cable = ["type", "veth", "peer", "name", "eth0", "netns", namespace];
      ip("link", "add", `port${number}`, "netns", hub, ...cable);
      inside(hub, "link", "set", `port${number}`, "master", "br0", "up");
      inside(namespace, "addr", "add", `${address}/24`, "dev", "eth0");
      inside(namespace, "link", "set", "eth0", "up");
      const user = FIRST_USER + number;
      const folder = join(base, name);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      chownSync(folder, user, user);
      return {
        ...{ name, address, folder },
        start(argv, env) {
          const child = spawn(
            "ip",
            [
              ...["netns", "exec", namespace, "unshare", "--mount", "--propagation", "private"],
              ...["sh", "-c", ENTER, "enter", folder, String(user), ...argv],
            ],
            {
              env: { PATH: process.env.PATH ?? "", HOME: INSIDE, ...env },
              stdio: ["ignore", "pipe", "pipe"],
            },
          );
          // A full pipe would block it.
          for (const stream of [child.stdout, child.stderr]) stream.resume();
          return child;
        },
        setNetwork: (state) => inside(namespace, "link", "set", "eth0", state),
      };
    },

    async run([program, ...rest], env) {
      const child = spawn("ip", ["netns", "exec", hub, program, ...rest], {
        env: { PATH: process.env.PATH ?? "", HOME: base, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let [stdout, stderr] = ["", ""];
      child.stdout.on("data", (chunk) => {
        stdout += chunk;
      });
      child.stderr.on("data", (chunk) => {
        stderr += chunk;
      });
      const [exitCode] = (await once(child, "close")) as [number | null];
      return { exitCode, stdout, stderr };
    },

    remove() {
      for (const namespace of namespaces) spawnSync("ip", ["netns", "del", namespace]);
    },
  };
}

function inside(namespace: string, ...words: readonly string[]): void {
  ip("-n", namespace, ...words);
}

function ip(...words: readonly string[]): void {
  const { status, stderr } = spawnSync("ip", words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`ip ${words.join(" ")}: ${stderr}`);
}
