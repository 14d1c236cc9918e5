import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { mark, type Orders } from "./escape-host.ts";
import type { Observation } from "./escape-judge.ts";

const hostScript = join(dirname(fileURLToPath(import.meta.url)), "escape-host.ts");
const patienceMs = 120_000;

/** A host that runs attempts in one backend as one user. */
export interface Host {
  run(orders: Orders): Promise<Observation>;
  close(): void;
}

export function openHost(column: { backend: string; uid: number | null }, terminal: boolean): Host {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-host-"));
  const secret = join(folder, "secret");
  writeFileSync(secret, "CANARY_FD\n");
  const descriptor = openSync(secret, "r");
  const path = `/usr/local/bin:/usr/bin:/bin:${dirname(process.execPath)}`;
  const vector = [
    process.execPath,
    "--disable-warning=ExperimentalWarning",
    hostScript,
    column.backend,
    path,
    "/nonexistent",
  ];
  const id = column.uid;
  const asUser =
    id === null ? vector : ["setpriv", `--reuid=${id}`, `--regid=${id}`, "--clear-groups", ...vector];
  const [program = "", ...rest] = terminal
    ? ["script", "-qec", asUser.map(quoted).join(" "), "/dev/null"]
    : asUser;
  const child = spawn(program, rest, {
    env: { PATH: "/usr/bin:/bin", HOME: "/nonexistent", API_KEY: "CANARY_ENV_secret" },
    stdio: [
      "pipe",
      "pipe",
      "pipe",
      "ignore",
      "ignore",
      descriptor,
      descriptor,
      "ignore",
      "ignore",
      "ignore",
      "ignore",
      descriptor,
    ],
  });
  closeSync(descriptor);
  const answers = answersOf(child);
  return {
    async run(orders) {
      const peaks = measure(child.pid ?? 0);
      child.stdin?.write(`${JSON.stringify(orders)}\n`);
      const answer = await answers();
      const measured = peaks.stop();
      if (answer.failure !== undefined) throw new Error(answer.failure);
      return { ...(answer as unknown as Observation), ...measured };
    },
    close() {
      child.stdin?.end();
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Answer = { readonly failure?: string };

function answersOf(child: ChildProcess): () => Promise<Answer> {
  const said: string[] = [];
  const waiting: ((answer: Answer) => void)[] = [];
  const fail = (why: string): void => {
    for (const resolve of waiting.splice(0)) resolve({ failure: why });
  };
  if (child.stdout === null) throw new Error("no stdout");
  createInterface({ input: child.stdout }).on("line", (line) => {
    const at = line.indexOf(mark);
    if (at === -1) said.push(line);
    else waiting.shift()?.(JSON.parse(line.slice(at + mark.length)) as Answer);
  });
  child.stdin?.on("error", () => undefined);
  child.stderr?.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  child.once("error", (error) => fail(error.message));
  child.once("close", () => fail(`the host ended: ${said.join("\n").slice(0, 500)}`));
  return () =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ failure: "the host did not answer" }), patienceMs);
      waiting.push((answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      if (child.exitCode !== null) fail(`the host has ended: ${said.join("\n").slice(0, 500)}`);
    });
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * The maximum number of processes and resident memory below a process, sampled from outside every few milliseconds.
 */
function measure(root: number) {
  let peakProcesses = 0;
  let peakResidentMb = 0;
  const timer = setInterval(() => {
    const below = descendants(root).filter(({ command }) => !command.includes("escape-host"));
    peakProcesses = Math.max(peakProcesses, below.length);
    peakResidentMb = Math.max(
      peakResidentMb,
      below.reduce((total, { residentMb }) => total + residentMb, 0),
    );
  }, 15);
  return {
    stop() {
      clearInterval(timer);
      return { peakProcesses, peakResidentMb };
    },
  };
}

function descendants(root: number): readonly { command: string; residentMb: number }[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    if (stat !== null) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const below = new Set([root]);
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const [pid, parent] of parents) if (below.has(parent)) below.add(pid);
  }
  below.delete(root);
  return [...below].map((pid) => ({
    command: read(`/proc/${pid}/cmdline`) ?? "",
    residentMb: (Number(read(`/proc/${pid}/statm`)?.split(" ")[1] ?? 0) * 4096) / 1048576,
  }));
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
}
