import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { constants, setPriority } from "node:os";
import type { Duplex, Readable, Writable } from "node:stream";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { Execution, KilledBy, Limits, SandboxProcess } from "../../../domain/ports/sandbox.ts";
import { copyAdded } from "./added.ts";
import { openFolder, readArtifacts } from "./artifacts.ts";
import { withoutInherited } from "./descriptors.ts";
import { LineQueue } from "./lines.ts";
import { BoundedOutput } from "./output.ts";
import { type Look, watch } from "./watch.ts";

export interface Launch {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly stdin: string | null;
  readonly signal: AbortSignal | undefined;
  readonly artifacts: { readonly names: readonly string[]; readonly maxBytes: number } | null;
  /** The original tree, and where added files go; null if nothing is kept. */
  readonly added: { readonly tree: string; readonly to: string } | null;
  /** File descriptor passed to the child as fd 3 and closed here afterwards. */
  readonly filter: number | null;
  /**
   * Whether the program reports on file descriptor 4 that its stage is set up and waits for permission to continue.
   */
  readonly staged: boolean;
  /** How the processes are observed once the command has started. */
  look(pid: number): Look;
  /** Ends every process of the command, given the one we spawned. */
  end(pid: number): void;
  /** Whether silence counts only from its first output. */
  readonly speaksLate: boolean;
  /** Whether to fail on lines beyond the output limit instead of dropping them. */
  readonly streaming: boolean;
}

const niceness = 10;
const pipeGraceMs = 300;

/** Spawns, limits, watches and reads back. Resolves when the command is about to start. */
export async function supervise(launch: Launch): Promise<SandboxProcess> {
  launch.signal?.throwIfAborted();
  const child = spawnChild(launch);
  if (child.pid === undefined) throw await spawnFailure(child);
  const running = new Supervised(launch, child as RunningChild);
  const held = launch.staged ? await passStage(child, launch, running.ended, running.output) : NOTHING_HELD;
  return running.watch(held);
}

type RunningChild = ChildProcess & {
  readonly pid: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly stdin: Writable;
};

class Supervised {
  readonly output: BoundedOutput;
  readonly ended: Promise<End>;
  readonly #launch: Launch;
  readonly #child: RunningChild;
  readonly #lines = new LineQueue();
  #killedBy: KilledBy | null = null;
  #streamed = 0;
  #spokeAt: number;
  #longestSilenceMs = 0;

  constructor(launch: Launch, child: RunningChild) {
    this.#launch = launch;
    this.#child = child;
    this.#spokeAt = launch.speaksLate ? Number.POSITIVE_INFINITY : performance.now();
    this.output = new BoundedOutput(launch.limits.outputBytes);
    this.#listen();
    this.ended = new Promise((resolve) => {
      child.once("exit", (exitCode, signal) => resolve({ exitCode, signal }));
    });
    if (!launch.staged) lowerPriority(child.pid);
  }

  /** The command starts now. */
  watch(held: Held): SandboxProcess {
    const [launch, child] = [this.#launch, this.#child];
    const startedAt = performance.now();
    const timer = setTimeout(() => this.#kill("timeout"), launch.limits.timeoutMs);
    const onAbort = (): void => this.#kill("abort");
    launch.signal?.addEventListener("abort", onAbort, { once: true });
    if (launch.signal?.aborted === true) onAbort();
    const watching = this.#observe();
    if (launch.stdin !== null) child.stdin.end(launch.stdin);
    const finish = async (): Promise<Execution> => {
      const end = await this.ended;
      const usage = watching.stop();
      this.#hear();
      clearTimeout(timer);
      launch.signal?.removeEventListener("abort", onAbort);
      const durationMs = performance.now() - (started.get(child) ?? startedAt);
      return { ...(await this.#readBack(end, held)), durationMs, ...usage };
    };
    const done = finish();
    done.catch(() => undefined);
    return {
      stdin: { write: (chunk) => void child.stdin.write(chunk), end: () => void child.stdin.end() },
      lines: this.#lines,
      kill: async () => {
        if (child.exitCode === null && child.signalCode === null) this.#kill("abort");
        await done.catch(() => undefined);
      },
      done,
    };
  }

  #listen(): void {
    const { stdout, stderr, stdin } = this.#child;
    stderr.on("data", (chunk: Buffer) => {
      this.#hear();
      this.output.stderr.push(chunk);
    });
    stdout.on("data", (chunk: Buffer) => {
      this.#hear();
      this.output.stdout.push(chunk);
      if (this.#launch.streaming) this.#stream(chunk);
    });
    stdin.on("error", () => undefined);
  }

  #stream(chunk: Buffer): void {
    this.#streamed += chunk.length;
    if (this.#streamed <= this.#launch.limits.outputBytes) this.#lines.push(chunk);
    else this.#kill("output");
  }

  #observe(): ReturnType<typeof watch> {
    const [launch, child] = [this.#launch, this.#child];
    const look = onceStarted(
      () => !launch.staged || started.has(child),
      () => launch.look(child.pid),
    );
    return watch(
      look,
      launch.limits,
      (reason) => this.#kill(reason),
      () => this.#spokeAt,
    );
  }

  /** What the command left, once all its processes are gone. */
  async #readBack(
    end: End,
    held: Held,
  ): Promise<Omit<Execution, "durationMs" | "peakMemoryMb" | "cpuTimeMs">> {
    const [launch, child, output] = [this.#launch, this.#child, this.output];
    launch.end(child.pid);
    await drained(child, child);
    this.#lines.end();
    const artifacts = collect(launch, held.artifacts);
    await keepAdded(launch, held.tree, end.exitCode === 0 && this.#killedBy === null);
    if (launch.staged && !started.has(child) && this.#killedBy === null) throw notStarted(output);
    return {
      ...readEnd(end, launch.staged),
      stdout: output.stdout.text(),
      stderr: output.stderr.text(),
      timedOut: isOutOfTime(this.#killedBy),
      killedBy: this.#killedBy,
      outputTruncated: output.truncated,
      longestSilenceMs: this.#longestSilenceMs,
      artifacts,
    };
  }

  #hear(): void {
    const now = performance.now();
    this.#longestSilenceMs = Math.max(this.#longestSilenceMs, now - this.#spokeAt);
    this.#spokeAt = now;
  }

  #kill(reason: KilledBy | null): void {
    this.#killedBy ??= reason;
    this.#launch.end(this.#child.pid);
  }
}

function isOutOfTime(killedBy: KilledBy | null): boolean {
  return killedBy === "timeout" || killedBy === "silence" || killedBy === "stall";
}

interface End {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

function spawnChild(launch: Launch): ChildProcess {
  const [program, ...rest] = launch.argv;
  if (program === undefined) throw new AgentForgeError("bad_input", "the command is empty");
  const own: StdioOptions = [
    "pipe",
    "pipe",
    "pipe",
    launch.filter ?? "ignore",
    launch.staged ? "pipe" : "ignore",
  ];
  const covered = withoutInherited(own);
  try {
    return spawn(program, rest, {
      cwd: launch.cwd,
      env: { ...launch.env },
      detached: true,
      stdio: covered.stdio,
    });
  } finally {
    covered.close();
    if (launch.filter !== null) closeSync(launch.filter);
  }
}

async function spawnFailure(child: ChildProcess): Promise<AgentForgeError> {
  const cause = await new Promise<Error>((resolve) => child.once("error", resolve));
  return new AgentForgeError("sandbox_failed", `the sandbox could not be started: ${cause.message}`, {
    cause,
  });
}

/** When the command of a staged child started. */
const started = new WeakMap<ChildProcess, number>();

/** Before the command has started there is nothing to observe. */
function onceStarted(hasStarted: () => boolean, open: () => Look): Look {
  let look: Look | null = null;
  return () => {
    if (look === null && hasStarted()) look = open();
    return look === null ? null : look();
  };
}

/** Folders of the sandbox that are kept open, so that they can be read after its mounts are gone. */
interface Held {
  readonly artifacts: number | null;
  readonly tree: number | null;
}

const NOTHING_HELD: Held = { artifacts: null, tree: null };

/** Waits until the stage is ready, opens the folders that are read afterwards, and lets the command start. */
async function passStage(
  child: ChildProcess,
  launch: Launch,
  ended: Promise<End>,
  output: BoundedOutput,
): Promise<Held> {
  const status = child.stdio[4] as Duplex;
  status.on("error", () => undefined);
  const stands = new Promise<boolean>((resolve) => {
    status.on("data", (chunk: Buffer) => {
      const text = chunk.toString("latin1");
      if (text.includes("s")) started.set(child, performance.now());
      if (text.includes("r")) resolve(true);
    });
    void ended.then(() => setTimeout(() => resolve(false), 20));
  });
  if (!(await stands)) throw notStarted(output);
  const space = `/proc/${child.pid}/root/sys`;
  const artifacts = launch.artifacts === null ? null : openFolder(`${space}/artifacts`);
  const tree = launch.added === null ? null : openFolder(`${space}/over0`);
  lowerPriority(child.pid ?? 0);
  status.write("\n");
  return { artifacts, tree };
}

function notStarted(output: BoundedOutput): AgentForgeError {
  const said = output.stderr.text().trim().slice(0, 2000);
  return new AgentForgeError(
    "sandbox_failed",
    `the sandbox could not be set up: ${said || "it gave no reason"}`,
    {
      hint: "Run `agentforge doctor` to see which sandboxes work here and why the others do not.",
    },
  );
}

/** A grandchild may hold the pipes open after everything else has ended, so they are not waited for forever. */
async function drained(child: ChildProcess, streams: { stdout: Readable; stderr: Readable }): Promise<void> {
  if (!(streams.stdout.readableEnded && streams.stderr.readableEnded)) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pipeGraceMs);
      child.once("close", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
  for (const stream of child.stdio) stream?.destroy();
}

function collect(launch: Launch, folder: number | null): Record<string, Uint8Array> {
  if (folder === null || launch.artifacts === null) return {};
  try {
    return readArtifacts(folder, launch.artifacts.names, launch.artifacts.maxBytes);
  } finally {
    closeSync(folder);
  }
}

async function keepAdded(launch: Launch, tree: number | null, isDone: boolean): Promise<void> {
  if (tree === null || launch.added === null) return;
  if (isDone) await copyAdded(tree, launch.added.tree, launch.added.to);
  else closeSync(tree);
}

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/** The signal that ended a command, from an exit code of a shell or of `timeout`. */
export function signalOf(exitCode: number): string | null {
  return signalNames.get(exitCode - 128) ?? null;
}

/** The sandbox's init reports death by a signal as exit code 128 + signal number. */
function readEnd(end: End, staged: boolean): { exitCode: number | null; signal: string | null } {
  if (!staged || end.exitCode === null) return end;
  return { exitCode: end.exitCode, signal: signalOf(end.exitCode) };
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // it may have ended already
  }
}
