import "./own-temporary.ts";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { parse } from "yaml";
import { agentforge } from "../support/cli.ts";
import { branchesIn, makeRemote } from "../support/fleet.ts";
import { startPostgres } from "../support/postgres.ts";
import { report } from "./report.ts";

/**
 * Builds the image of `deploy/Dockerfile` with a real engine, with this package in it, and runs a worker in it
 * that carries out a task. Exits with 3 if there is no engine, or the base image is missing and cannot be
 * pulled.
 */
const root = fileURLToPath(new URL("../..", import.meta.url));
const deploy = join(root, "deploy");
const dockerfile = readFileSync(join(deploy, "Dockerfile"), "utf8");
const [, base = ""] = /^FROM (\S+)$/m.exec(dockerfile) ?? [];
const image = `agentforge-battery:${process.pid}`;
const docker = (...args: readonly string[]) =>
  execa("docker", args, { all: true, reject: false, stdin: "ignore", timeout: 600_000 });
/** The user `node` of the base image. */
const USER = "1000:1000";

const why = await noEngine();
if (why !== null) {
  console.log(`VOID: no image can be built here: ${why}`);
  process.exitCode = 3;
} else await main();

async function noEngine(): Promise<string | null> {
  const engine = await docker("version");
  if (engine.exitCode !== 0) return engine.stderr || engine.shortMessage || "docker version fails";
  if ((await docker("image", "inspect", base)).exitCode === 0) return null;
  const pulled = await docker("pull", "--quiet", base);
  return pulled.exitCode === 0 ? null : pulled.all;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-container-"));
  try {
    const built = await build(folder);
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const inside = async (program: string, ...args: string[]) =>
      (await docker("run", "--rm", "--entrypoint", program, image, ...args)).all.trim();
    const bare = await docker("run", "--rm", "--entrypoint", "agentforge", base, "--version");
    const worked = built.exitCode === 0 ? await work(folder) : { task: "not built", branches: 0 };
    const is = (holds: boolean) => (holds ? 0 : 1);
    report(
      {
        title: `the image of deploy/Dockerfile on ${base}`,
        counts: [
          { name: "exit code of docker build", value: built.exitCode ?? -1, mustBe: 0 },
          {
            name: "another version",
            value: is((await inside("agentforge", "--version")) === version),
            mustBe: 0,
          },
          {
            name: "no help for worker",
            value: is((await inside("agentforge", "worker", "--help")).includes("--concurrency")),
            mustBe: 0,
          },
          { name: "runs as root", value: is((await inside("id", "-u")) !== "0"), mustBe: 0 },
          { name: "tasks not fixed by the worker in it", value: is(worked.task === "fixed"), mustBe: 0 },
          { name: "branches that it pushed", value: worked.branches, mustBe: 1 },
        ],
        controls: [
          {
            name: "the base image has no agentforge",
            holds: bare.exitCode !== 0,
            shown: String(bare.exitCode),
          },
        ],
      },
      [...(built.exitCode === 0 ? [] : [built.all.slice(-2000)]), `the task: ${worked.task}`],
    );
  } finally {
    await docker("image", "rm", "--force", image);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** npm interprets a package address as a version. */
async function build(folder: string) {
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: root });
  const file = readFileSync(join(folder, packed.toString().trim().split("\n").at(-1) ?? ""));
  const server = createServer((_, response) => response.end(file)).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/agentforge.tgz`;
    return await docker(
      ...["build", "--network", "host", "--build-arg", `VERSION=${address}`, "--tag", image, deploy],
    );
  } finally {
    server.close();
  }
}

/** One task for a worker in the container, with the security options that the compose file names. */
async function work(folder: string): Promise<{ readonly task: string; readonly branches: number }> {
  const { services } = parse(readFileSync(join(deploy, "compose.yaml"), "utf8"));
  const options: string[] = services.worker.security_opt.flatMap((each: string) => ["--security-opt", each]);
  const server = await startPostgres();
  try {
    const url = makeRemote(join(folder, "repository"));
    execFileSync("chown", ["-R", USER, folder]);
    const run = (...args: string[]) =>
      agentforge(folder, [...args, "--json"], { AGENTFORGE_DATABASE: server.url });
    await run("fleet", "add", url);
    const { json } = await run("fleet", "enqueue", url, "--tests", "--auto");
    const worker = await docker(
      ...["run", "--rm", "--network", "host", ...options, "--volume", `${folder}:${folder}`],
      ...["--env", `AGENTFORGE_DATABASE=${server.url}`, image, "worker", "--local-remotes", "--once"],
    );
    const { json: task } = await run("fleet", "show", json.tasks[0].task_id);
    const ended = task.outcome?.kind ?? `${task.status}: ${task.why}\n${worker.all.slice(-2000)}`;
    execFileSync("chown", ["-R", `${process.getuid?.()}:${process.getgid?.()}`, folder]);
    return { task: ended, branches: branchesIn(url).length };
  } finally {
    await server.stop();
  }
}
