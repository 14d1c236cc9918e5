import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { agentforge, startAgentforge } from "./cli.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";

const example = fileURLToPath(new URL("../../examples/calculator-js", import.meta.url));

export type ExtraFile = readonly [file: string, text: string];
type Worker = ReturnType<typeof startAgentforge>;

/** A PostgreSQL server, remotes on disk, and workers that share nothing else. */
export interface FleetPlace {
  readonly server: PostgresServer;
  readonly base: string;
  readonly workers: Worker[];
  /** Each test has its own fleet. */
  fleetOf(schema: string, variables?: Record<string, string>): ReturnType<typeof openFleetOf>;
  stopWorkers(): Promise<void>;
  stop(): Promise<void>;
}

export async function openFleetPlace(): Promise<FleetPlace> {
  const server = await startPostgres();
  const base = mkdtempSync(join(tmpdir(), "agentforge-fleet-"));
  const workers: Worker[] = [];
  return {
    ...{ server, base, workers },
    fleetOf: (schema, variables = {}) => openFleetOf({ server, base, workers }, schema, variables),
    async stopWorkers() {
      for (const worker of workers.splice(0)) {
        worker.kill("SIGCONT");
        worker.kill("SIGKILL");
        await worker;
      }
    },
    async stop() {
      rmSync(base, { recursive: true, force: true });
      await server.stop();
    },
  };
}

let number = 0;

function openFleetOf(
  { server, base, workers }: Pick<FleetPlace, "server" | "base" | "workers">,
  schema: string,
  variables: Record<string, string>,
) {
  const env = {
    AGENTFORGE_DATABASE: `${server.url}?schema=${schema}`,
    AGENTFORGE_USER: "ada",
    ...variables,
  };
  const run = async (...args: string[]) => {
    const done = await agentforge(base, [...args, "--json"], env);
    return { ...done.json, exitCode: done.exitCode };
  };
  return {
    run,
    /** A worker shares only the database and the remotes with others. */
    start(...args: string[]) {
      number += 1;
      const home = join(base, `home-${number}`);
      mkdirSync(home);
      const words = ["worker", "--local-remotes", "--cache", join(home, "cache"), ...args];
      const worker = startAgentforge(home, words, { ...env, HOME: home });
      workers.push(worker);
      return worker;
    },
    async add(...extra: ExtraFile[]): Promise<string> {
      number += 1;
      const url = makeRemote(join(base, `repository-${number}`), extra);
      await run("fleet", "add", url);
      return url;
    },
    async ended(taskId: string) {
      for (;;) {
        const task = await run("fleet", "show", taskId);
        if (!["queued", "running"].includes(task.status)) return task;
        await setTimeout(200);
      }
    },
    /** Waits until it is running or has ended. */
    async running(taskId: string) {
      while ((await run("fleet", "show", taskId)).status === "queued") await setTimeout(100);
    },
  };
}

/** A bare repository with the example whose test fails, plus additional files. */
export function makeRemote(path: string, extra: readonly ExtraFile[] = []): string {
  cpSync(example, path, { recursive: true });
  for (const [file, text] of extra) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=t@example.com", ...args], { cwd: path });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "first");
  git("clone", "-q", "--bare", path, `${path}.git`);
  return `${path}.git`;
}

/** The branches that workers pushed. */
export function branchesIn(url: string): readonly string[] {
  return execFileSync("git", ["for-each-ref", "--format=%(refname:short)", "refs/heads"], {
    cwd: url,
    encoding: "utf8",
  })
    .split("\n")
    .filter((branch) => branch !== "" && branch !== "main");
}
