import type { ChildProcess } from "node:child_process";
import { cpSync, createWriteStream } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Machine, Network } from "./machines.ts";
import { makeCertificate, makeRemotes, startDatabase, startGitHost } from "./servers.ts";

export interface Place {
  readonly host: Machine;
  /** Names of bare repositories in the host's folder. */
  readonly remotes: readonly string[];
  readonly machines: readonly Machine[];
  /** The process of the worker on each machine. */
  readonly workers: ChildProcess[];
  readonly postgres: { restart(): Promise<void> };
  /** Runs an `agentforge` command on a machine that reaches the database. */
  // biome-ignore lint/suspicious/noExplicitAny: what --json prints differs by command
  run(...args: string[]): Promise<any>;
  /** The worker on the last machine gets a clock that is an hour ahead. */
  startWorker(index: number): void;
  /** Queries the fleet's schema; rejects while the database is unreachable. */
  rows<Row>(sql: string): Promise<readonly Row[]>;
}

export interface PlaceOptions {
  readonly base: string;
  readonly network: Network;
  readonly children: ChildProcess[];
  readonly repositories: number;
  readonly size: number;
  /** A folder for the workers' output; undefined to discard it. */
  readonly logs: string | undefined;
}

export async function furnish(options: PlaceOptions): Promise<Place> {
  const { base, network, children, repositories, size, logs } = options;
  const [database, host] = [network.addMachine("database"), network.addMachine("host")];
  const machines = Array.from({ length: size }, (_, index) => network.addMachine(`worker${index}`));
  const certificate = makeCertificate(base, host.address);
  for (const machine of machines) cpSync(certificate.cert, join(machine.folder, "host.pem"));
  const remotes = makeRemotes(host, repositories);
  await startGitHost(host, certificate, children);
  const postgres = await startDatabase(database, children);
  const url = `postgres://tester@${database.address}:5432/postgres`;
  const env = { AGENTFORGE_DATABASE: url, AGENTFORGE_USER: "ada" };
  const launcher = fileURLToPath(new URL("../../../bin/agentforge.js", import.meta.url));
  const ahead = fileURLToPath(new URL("./clock-ahead.mjs", import.meta.url));
  const workers: ChildProcess[] = [];

  return {
    ...{ host, remotes, machines, workers, postgres },

    async run(...args) {
      const ran = await network.run([process.execPath, launcher, ...args, "--json"], env);
      try {
        return { ...JSON.parse(ran.stdout), exitCode: ran.exitCode };
      } catch {
        return { exitCode: ran.exitCode, stderr: ran.stderr };
      }
    },

    startWorker(index) {
      const machine = machines[index];
      if (!machine) throw new Error(`there is no worker ${index}`);
      const child = machine.start([process.execPath, launcher, "worker"], {
        ...{ AGENTFORGE_DATABASE: url, GIT_SSL_CAINFO: "/home/machine/host.pem" },
        ...(index === size - 1 && { NODE_OPTIONS: `--import=${ahead}` }),
      });
      if (logs !== undefined)
        for (const stream of [child.stdout, child.stderr])
          stream?.pipe(createWriteStream(join(logs, `${machine.name}.log`), { flags: "a" }));
      children.push(child);
      workers[index] = child;
    },

    async rows(sql) {
      const words = `SET search_path TO agentforge_fleet; SELECT coalesce(jsonb_agg(found), '[]') FROM (${sql}) AS found`;
      const ran = await network.run(["psql", "-qAt", "-c", words, url], { PGCONNECT_TIMEOUT: "10" });
      if (ran.exitCode !== 0) throw new Error(`psql: ${ran.stderr}`);
      return JSON.parse(ran.stdout);
    },
  };
}
