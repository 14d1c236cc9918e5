import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { agentforge, startAgentforge } from "../support/cli.ts";
import { exampleRepository, makeRepository } from "../support/repository.ts";
import type { OwnEngine } from "./docker-engine.ts";
import type { Verdict } from "./report.ts";

const ORDINARY_UID = 65_533;
const launcher = fileURLToPath(new URL("../../bin/agentforge.js", import.meta.url));

interface Places {
  readonly root: string;
  /** `XDG_CONFIG_HOME` with the default images, and with one for Python that has pytest. */
  readonly plain: string;
  readonly withPytest: string;
}

interface Check {
  readonly what: string;
  readonly holds: boolean;
  readonly shown: string;
}

/** Everything that is tried, one after the other. */
export async function scenarios(engine: OwnEngine, places: Places) {
  const checks: Check[] = [];
  const controls: Verdict["controls"][number][] = [];
  const bench: Bench = {
    engine,
    places,
    env: { DOCKER_HOST: `unix://${engine.socket}`, XDG_CONFIG_HOME: places.plain },
    check: (what, holds, shown) => checks.push({ what, holds, shown: JSON.stringify(shown) ?? "" }),
    control: (name, holds, shown) => controls.push({ name, holds, shown }),
  };
  for (const scenario of [proof, commands, network, missing, repairs, pytest, monorepo, ordinaryUser, killed])
    await scenario(bench).catch((error: unknown) =>
      bench.check(`${scenario.name} ends`, false, String(error)),
    );
  const left = await engine.containers();
  bench.check("no container is left", left.length === 0, left);
  const scratch = join(tmpdir(), "agentforge-sandbox");
  await agentforge(places.root, ["sandbox", "run", "--", "true"], bench.env);
  bench.check("no temporary folder is left", readdirSync(scratch).length === 0, readdirSync(scratch));
  return { checks, controls };
}

interface Bench {
  readonly engine: OwnEngine;
  readonly places: Places;
  readonly env: Record<string, string>;
  check(what: string, holds: boolean, shown: unknown): void;
  control(name: string, holds: boolean, shown: string): void;
}

function inSandbox({ env, places }: Bench, ...argv: string[]) {
  return agentforge(join(places.root, "plain"), ["sandbox", "run", "--json", ...argv], env).then(
    ({ json }) => json,
  );
}

async function proof({ check, env, places, control }: Bench): Promise<void> {
  const { json } = await agentforge(places.root, ["doctor", "--json"], env);
  const found = json.findings.find(({ subject }: { subject: string }) => subject === "sandbox");
  check("doctor proves the sandbox", /^docker: contained /.test(found.detail), found);
  const wrong = await agentforge(places.root, ["doctor"], { ...env, DOCKER_HOST: "unix:///nonexistent" });
  control("no engine, no sandbox", wrong.exitCode !== 0, String(wrong.exitCode));
  const address = await agentforge(places.root, ["doctor"], { ...env, DOCKER_HOST: "tcp://127.0.0.1:1" });
  check("an address that is not a socket is refused", /only a unix socket/.test(address.stdout), address);
}

async function commands(bench: Bench): Promise<void> {
  const { check } = bench;
  writeFileSync(join(bench.places.root, "plain/kept"), "kept\n");
  const read = await inSandbox(bench, "--", "sh", "-c", "cat kept; echo changed > kept; cat kept");
  check("a command reads and writes", read.sandbox === "docker" && read.stdout === "kept\nchanged\n", read);
  const kept = readFileSync(join(bench.places.root, "plain/kept"), "utf8");
  check("what it writes is discarded", kept === "kept\n", kept);
  const user = await inSandbox(bench, "--", "node", "-p", "os.userInfo().username + process.getuid()");
  check("it runs as the user sandbox, not as root", /^sandbox[1-9]\d*\n$/.test(user.stdout), user);
  const late = await inSandbox(bench, "--timeout", "1", "--", "sleep", "60");
  check("it is stopped at the time limit", late.killedBy === "timeout" && late.durationMs < 30_000, late);
  const large = await inSandbox(
    ...([bench, "--memory", "64", "--", "python3", "-c", "len('a' * 400_000_000)"] as const),
  );
  check("it is stopped at the memory limit", large.killedBy === "memory", large);
  const many = "for (let i = 0; i < 60000; i++) console.log('x'.repeat(80)); console.log('last')";
  const long = await inSandbox(bench, "--", "node", "-e", many);
  check("the end of a large output arrives", long.stdout.endsWith("\nlast\n"), long.stdout.slice(-200));
  const crashed = await inSandbox(bench, "--", "sh", "-c", "kill -SEGV $$");
  check("a death by a signal is reported", crashed.signal === "SIGSEGV", crashed);
}

/** A program that connects to a listener on this machine, inside and outside. */
async function network(bench: Bench): Promise<void> {
  const listener = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
  await once(listener, "listening");
  try {
    const { port } = listener.address() as AddressInfo;
    const script = `require('net').connect(${port}, '127.0.0.1', () => console.log('REACHED')).on('error', (e) => console.log(e.code))`;
    const inside = await inSandbox(bench, "--", "node", "-e", script);
    bench.check("it does not reach a listener on the machine", inside.stdout === "ECONNREFUSED\n", inside);
    const outside = await execa(process.execPath, ["-e", script]);
    bench.control("outside it is reached", outside.stdout === "REACHED", outside.stdout);
    const devices = await inSandbox(bench, "--", "ls", "/sys/class/net");
    bench.check("it has only a loopback", devices.stdout === "lo\n", devices);
  } finally {
    listener.close();
  }
}

async function missing(bench: Bench): Promise<void> {
  const program = await inSandbox(bench, "--", "no-such-program");
  const says = /^no-such-program: command not found\nagentforge: It ran in the image debian:stable\. /;
  bench.check("a missing program names the image", says.test(program.stderr), program);
  const image = await agentforge(bench.places.root, ["sandbox", "run", "--", "go", "version"], bench.env);
  const hint = "docker pull golang:1.25`, or set sandbox.images.go";
  bench.check("a missing image names the command that pulls it", image.stderr.includes(hint), image);
}

async function repairs({ check, control, env }: Bench): Promise<void> {
  const repository = exampleRepository("shopping-cart");
  const passes = () => spawnSync(process.execPath, ["--test"], { cwd: repository.path }).status === 0;
  try {
    control("the tests of the example fail before", !passes(), "fail");
    const { json } = await agentforge(repository.path, ["test", "--json"], env);
    check("tests run", json.result.status === "failed" && json.result.failed === 2, json.result);
    const repaired = await agentforge(repository.path, ["repair"], env);
    const [id] = /RV-\S+/.exec(repaired.stdout) ?? [""];
    const approved = await agentforge(repository.path, ["review", "approve", id], env);
    check("a repair lands", approved.exitCode === 0 && passes(), { repaired, approved });
    check("the commit is clean", repository.git("status", "--porcelain") === "", repository.git("status"));
  } finally {
    repository.remove();
  }
}

async function pytest({ check, env, places }: Bench): Promise<void> {
  const repository = exampleRepository("calculator-py");
  try {
    const refused = await agentforge(repository.path, ["repair"], env);
    const why = "the image python:3.13 has no Python package pytest: set sandbox.images.python3";
    check(
      "without pytest in the image, a repair is refused with the remedy",
      refused.exitCode === 2 && `${refused.stdout}${refused.stderr}`.includes(why),
      refused,
    );
    const repaired = await agentforge(repository.path, ["repair"], {
      ...env,
      XDG_CONFIG_HOME: places.withPytest,
    });
    const fixed = repaired.exitCode === 0 && /^ +2 \+ +return a \+ b$/m.test(repaired.stdout);
    check("with pytest in the image, it is repaired", fixed, repaired);
  } finally {
    repository.remove();
  }
}

/** The engine makes the folders above a lent one. */
async function monorepo({ check, env }: Bench): Promise<void> {
  const repository = makeRepository((folder) => {
    const place = join(folder, "packages/a");
    mkdirSync(join(place, "node_modules/dependency"), { recursive: true });
    writeFileSync(join(folder, ".gitignore"), "node_modules\n");
    writeFileSync(join(place, "node_modules/dependency/index.js"), "module.exports = 42;\n");
    writeFileSync(join(place, "package.json"), '{ "name": "a", "scripts": { "test": "node --test" } }\n');
    writeFileSync(
      join(place, "a.test.js"),
      "require('node:fs').writeFileSync(__dirname + '/made', '');\nrequire('node:test')('a', () => require('node:assert').equal(require('dependency'), 42));\n",
    );
  });
  try {
    const { json } = await agentforge(repository.path, ["test", "--json"], env);
    check("a package uses its own node_modules and writes next to it", json.result.status === "passed", json);
  } finally {
    repository.remove();
  }
}

async function ordinaryUser({ check, engine, env, places }: Bench): Promise<void> {
  const repository = exampleRepository("shopping-cart");
  const home = join(places.root, "home");
  try {
    mkdirSync(home);
    execFileSync("chown", ["-R", `${ORDINARY_UID}:${ORDINARY_UID}`, repository.path, home]);
    chmodSync(engine.socket, 0o666);
    const become = [`--reuid=${ORDINARY_UID}`, `--regid=${ORDINARY_UID}`, "--clear-groups"];
    const repaired = await execa("setpriv", [...become, process.execPath, launcher, "repair"], {
      cwd: repository.path,
      env: { ...env, HOME: home, XDG_STATE_HOME: join(home, "state"), TMPDIR: home },
      reject: false,
      timeout: 120_000,
      stdin: "ignore",
    });
    check("an ordinary user repairs", /RV-/.test(repaired.stdout), repaired);
    const foreign = execFileSync("find", [repository.path, "!", "-uid", String(ORDINARY_UID)]).toString();
    check("every file belongs to that user afterwards", foreign === "", foreign);
  } finally {
    chmodSync(engine.socket, 0o660);
    repository.remove();
  }
}

/** The container ends with the program, no matter what ends it. */
async function killed(bench: Bench): Promise<void> {
  const slow = makeRepository((folder) => {
    writeFileSync(join(folder, "package.json"), '{ "scripts": { "test": "node --test" } }\n');
    writeFileSync(
      join(folder, "slow.test.js"),
      "require('node:test')('slow', () => new Promise((resolve) => setTimeout(resolve, 100_000)));\n",
    );
  });
  try {
    for (const signal of ["SIGINT", "SIGKILL"] as const) {
      const seen = await endedBy(bench, slow.path, signal, false);
      bench.control(`a container runs before ${signal}`, seen.running > 0, String(seen.running));
      bench.check(`none is left after ${signal}`, seen.left === 0, seen);
    }
    const seen = await endedBy(bench, slow.path, "SIGKILL", true);
    bench.control("one is left if nobody removes it", seen.left > 0, String(seen.left));
    await agentforge(slow.path, ["sandbox", "run", "--", "true"], bench.env);
    const left = await bench.engine.containers();
    bench.check("the next command removes it", left.length === 0, left);
  } finally {
    slow.remove();
  }
}

async function endedBy({ engine, env }: Bench, cwd: string, signal: NodeJS.Signals, all: boolean) {
  const program = startAgentforge(cwd, ["repair"], env);
  const isSlow = async () => (await engine.containers()).some(({ State }) => State === "running");
  await until(isSlow);
  await wait(1500);
  const running = (await engine.containers()).length;
  const pid = program.pid ?? 0;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  if (all) for (const child of children.filter((each) => each !== "")) process.kill(Number(child), "SIGKILL");
  process.kill(pid, signal);
  await program;
  if (all) await wait(1500);
  else await until(async () => (await engine.containers()).length === 0);
  return { running, left: (await engine.containers()).length };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (Date.now() < end && !(await holds())) await wait(100);
}
