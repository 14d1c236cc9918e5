import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import type { Execution, Sandbox } from "../../domain/ports/sandbox.ts";

/** One attempt in the sandbox. `void` means that it did not even run, which proves nothing. */
interface EscapeAttempt {
  readonly id: string;
  readonly title: string;
  readonly status: "contained" | "escaped" | "void";
  readonly why: string;
}

interface EscapeControl {
  readonly id: string;
  readonly title: string;
  readonly works: boolean;
  readonly why: string;
}

export interface EscapeReport {
  readonly status: "contained" | "escaped" | "void";
  readonly attempts: readonly EscapeAttempt[];
  /** Legitimate work that must succeed: a sandbox that runs nothing would pass every escape test. */
  readonly controls: readonly EscapeControl[];
}

/** A short test for `doctor`: a few escape attempts, with controls. Needs only a shell. */
export async function runEscapeBattery(
  sandbox: Sandbox,
  options: { readonly scratch?: string; readonly signal?: AbortSignal } = {},
): Promise<EscapeReport> {
  const target = await buildTarget(options.scratch ?? tmpdir());
  const run = (step: BatteryStep): Promise<Execution> =>
    sandbox.execute({
      argv: ["/bin/sh", "-c", `echo ATTEMPT_RAN; ${step.script}`, "attempt", ...step.parameters(target)],
      tree: target.tree,
      lent: [{ source: target.lent, at: "lent" }],
      limits: {
        timeoutMs: step.timeoutMs ?? 10_000,
        memoryMb: 256,
        diskMb: 64,
        processes: 64,
        outputBytes: 65_536,
      },
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  try {
    const attempts: EscapeAttempt[] = [];
    const controls: EscapeControl[] = [];
    for (const step of attemptSteps) attempts.push(judgeAttempt(step, await run(step), target));
    for (const step of controlSteps) controls.push(judgeControl(step, await run(step), target));
    return { status: overall(attempts, controls), attempts, controls };
  } finally {
    target.close();
  }
}

interface Target {
  readonly tree: string;
  /** A folder that is lent to the tree, with one of our sockets in it. */
  readonly lent: string;
  /** The base that a virtualenv in the tree names. */
  readonly base: string;
  readonly secret: string;
  readonly outside: string;
  /** Port of one of our listeners, as `/proc/net/tcp` writes it. */
  readonly port: string;
  close(): void;
}

interface BatteryStep {
  readonly id: string;
  readonly title: string;
  readonly script: string;
  readonly timeoutMs?: number;
  parameters(target: Target): readonly string[];
  /** What is wrong, or null. */
  judge(execution: Execution, target: Target): string | null;
}

const canary = "agentforge-canary-5e1f";
const original = "original\n";
const nothing = (): readonly string[] => [];
const lacks =
  (text: string) =>
  ({ stdout, stderr }: Execution): string | null =>
    stdout.includes(text) || stderr.includes(text) ? `it printed ${text}` : null;
const has =
  (text: string) =>
  ({ stdout, stderr }: Execution): string | null =>
    stdout.includes(text) ? null : `it did not print ${text}: ${stderr.trim().slice(0, 200)}`;
const keeps = (path: string): string | null =>
  readFileSync(path, "utf8") === original ? null : `${path} was changed`;

const attemptSteps: readonly BatteryStep[] = [
  {
    id: "read-outside",
    title: "read a file outside the tree",
    script: 'cat "$1" "/proc/1/root$1" "/proc/self/cwd/../secret"',
    parameters: ({ secret }) => [secret],
    judge: lacks(canary),
  },
  {
    id: "read-secret",
    title: "read a .env in the tree",
    script: "cat .env",
    parameters: nothing,
    judge: lacks(canary),
  },
  {
    id: "virtualenv",
    title: "read a folder that a virtualenv in the tree names as its base",
    script: 'cat "$1"',
    parameters: ({ base }) => [join(base, "secret")],
    judge: lacks(canary),
  },
  {
    id: "socket",
    title: "find a socket on the host in a lent folder",
    script: "[ -S lent/host.sock ] && echo SOCKET; true",
    parameters: nothing,
    judge: lacks("SOCKET"),
  },
  {
    id: "host-name",
    title: "learn the name of the machine",
    script: '[ "$(uname -n)" = "$1" ] && [ "$1" != sandbox ] && echo NAMED; true',
    parameters: () => [hostname()],
    judge: lacks("NAMED"),
  },
  {
    id: "write-outside",
    title: "write a file outside the tree",
    script: 'echo changed > "$1"; echo changed > "/proc/1/root$1"; echo changed > ../outside',
    parameters: ({ outside }) => [outside],
    judge: (_, { outside }) => keeps(outside),
  },
  {
    id: "write-tree",
    title: "change the tree permanently",
    script: "echo changed > kept; rm -rf .git; mkdir -p .git/hooks",
    parameters: nothing,
    judge: (_, { tree }) => keeps(join(tree, "kept")),
  },
  {
    id: "kernel",
    title: "change settings of the kernel or the system",
    script:
      "( : >> /proc/sys/kernel/core_pattern ) && echo OPENED; [ -w /usr ] && echo OPENED; [ -w /etc ] && echo OPENED; true",
    parameters: nothing,
    judge: lacks("OPENED"),
  },
  {
    id: "process",
    title: "reach a process outside",
    script: 'kill -0 "$1" && echo REACHED; cat "/proc/$1/status" && echo REACHED',
    parameters: () => [String(process.pid)],
    judge: lacks("REACHED"),
  },
  {
    id: "privilege",
    title: "become root or open a namespace",
    script:
      '[ "$(id -u)" = 0 ] && echo GAINED; unshare -U true && echo GAINED; unshare -Ur mount -t tmpfs none /tmp && echo GAINED',
    parameters: nothing,
    judge: lacks("GAINED"),
  },
  {
    id: "network",
    title: "see the host's network",
    script: "cat /proc/net/tcp; tail -n +3 /proc/net/dev | grep -v '^ *lo:' && echo INTERFACE",
    parameters: nothing,
    judge: (execution, { port }) => lacks(`:${port}`)(execution) ?? lacks("INTERFACE")(execution),
  },
  {
    id: "lifetime",
    title: "outlive the time-out",
    script: "(setsid sleep 60 &); sleep 60",
    timeoutMs: 400,
    parameters: nothing,
    judge: ({ killedBy, durationMs }) =>
      killedBy === "timeout" && durationMs < 20_000 ? null : "it was not stopped in time",
  },
  {
    id: "disk",
    title: "fill the disk",
    script: "head -c 100000000 /dev/zero > fill && echo FILLED",
    parameters: nothing,
    judge: lacks("FILLED"),
  },
];

const controlSteps: readonly BatteryStep[] = [
  {
    id: "work",
    title: "read and write in the tree",
    script: "cat kept && echo more > made && cat made",
    parameters: nothing,
    judge: (execution) => has("original")(execution) ?? has("more")(execution),
  },
  {
    id: "temporary",
    title: "use temporary files and a home",
    script: 'f=$(mktemp) && echo x > "$f" && echo y > "$HOME/y" && echo WORKS',
    parameters: nothing,
    judge: has("WORKS"),
  },
  {
    id: "exit",
    title: "report how a command ended",
    script: "exit 7",
    parameters: nothing,
    judge: ({ exitCode }) => (exitCode === 7 ? null : `exit code ${exitCode}`),
  },
];

async function buildTarget(scratch: string): Promise<Target> {
  const root = mkdtempSync(join(scratch, "agentforge-battery-"));
  const tree = join(root, "tree");
  mkdirSync(tree);
  for (const folder of ["base", "lent"]) mkdirSync(join(root, folder));
  writeFileSync(join(root, "secret"), canary);
  writeFileSync(join(root, "base", "secret"), canary);
  writeFileSync(join(root, "outside"), original);
  writeFileSync(join(tree, "kept"), original);
  writeFileSync(join(tree, ".env"), `TOKEN=${canary}\n`);
  mkdirSync(join(tree, "venv"));
  writeFileSync(join(tree, "venv", "pyvenv.cfg"), `home = ${join(root, "base")}\n`);
  const listener = createServer((socket) => socket.end());
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const socket = createServer((caller) => caller.end());
  socket.listen(join(root, "lent", "host.sock"));
  await once(socket, "listening");
  const { port } = listener.address() as AddressInfo;
  return {
    tree,
    lent: join(root, "lent"),
    base: join(root, "base"),
    secret: join(root, "secret"),
    outside: join(root, "outside"),
    port: port.toString(16).toUpperCase().padStart(4, "0"),
    close() {
      listener.close();
      socket.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function judgeAttempt(step: BatteryStep, execution: Execution, target: Target): EscapeAttempt {
  const { id, title } = step;
  if (!execution.stdout.startsWith("ATTEMPT_RAN")) {
    return { id, title, status: "void", why: `it did not run: ${execution.stderr.trim().slice(0, 200)}` };
  }
  const problem = step.judge(execution, target);
  return problem === null
    ? { id, title, status: "contained", why: "contained" }
    : { id, title, status: "escaped", why: problem };
}

function judgeControl(step: BatteryStep, execution: Execution, target: Target): EscapeControl {
  const problem = step.judge(execution, target);
  return { id: step.id, title: step.title, works: problem === null, why: problem ?? "works" };
}

function overall(
  attempts: readonly EscapeAttempt[],
  controls: readonly EscapeControl[],
): EscapeReport["status"] {
  if (attempts.some((attempt) => attempt.status === "escaped")) return "escaped";
  const sound =
    attempts.every((attempt) => attempt.status !== "void") && controls.every((control) => control.works);
  return sound ? "contained" : "void";
}
