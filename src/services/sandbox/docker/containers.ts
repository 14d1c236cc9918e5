import { chmodSync, closeSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Duplex } from "node:stream";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { Command, Execution, KilledBy, Sandbox, SandboxProcess } from "../../../domain/ports/sandbox.ts";
import { containerFor, defaultImages, filesFolder, imageFor } from "../backends/docker.ts";
import { createTreeScanner } from "../host/secrets.ts";
import { createSpecialFileFinder } from "../host/special-files.ts";
import { type SandboxOptions, settleLimits } from "../options.ts";
import { groupOf, type Inside, passwdOf } from "../plan/identity.ts";
import { translated } from "../plan/placement.ts";
import type { Bind, Plan } from "../plan/plan.ts";
import { type PlanHost, prepareContainerPlan } from "../plan/prepare.ts";
import { temporaryFolder } from "../plan/temporary.ts";
import { ordinaryUid } from "../plan/tree-owner.ts";
import { openFolder, readArtifacts } from "../run/artifacts.ts";
import { LineQueue } from "../run/lines.ts";
import { BoundedOutput } from "../run/output.ts";
import { neverRan } from "../run/results.ts";
import { signalOf } from "../run/supervise.ts";
import { cannotKeep, checkCopied, explained, imageMissing, imageNote } from "./container-failures.ts";
import { ownerLabels, removeAtExit } from "./container-owner.ts";
import { type Engine, type EngineAnswer, FrameReader } from "./docker-engine.ts";

const artifactBytes = 64 * 1024 * 1024;
const watchMs = 200;
/** How long the engine may take to pass on the last output of a container that has ended. */
const closingMs = 10_000;

/** A sandbox of containers: one for each command, made, watched and removed over the engine's HTTP API. */
export function openContainers(engine: Engine, options: SandboxOptions): Sandbox {
  const findSpecialFiles = createSpecialFileFinder();
  const scanTree = createTreeScanner(findSpecialFiles, options.masked);
  const begin = (command: Command, streaming: boolean) =>
    startContainer(engine, { ...options, scanTree, findSpecialFiles }, command, streaming);
  return {
    id: "docker",
    async execute(command) {
      if (command.signal?.aborted === true) return neverRan({ killedBy: "abort" });
      const execution = await (await begin(command, false)).done;
      const seen = command.identity?.folder;
      return seen === undefined ? execution : translated(execution, seen, command.tree);
    },
    start: (command) => begin(command, true),
  };
}

async function startContainer(
  engine: Engine,
  options: SandboxOptions & Pick<PlanHost, "scanTree" | "findSpecialFiles">,
  command: Command,
  streaming: boolean,
): Promise<SandboxProcess> {
  command.signal?.throwIfAborted();
  if (command.addedTo !== undefined) throw cannotKeep();
  removeAtExit(engine, options);
  const limits = settleLimits(options.limits, command.limits);
  const plan = await prepareContainerPlan(command, options, limits);
  const scratch = makeScratch(options, (command.artifacts ?? []).length > 0);
  try {
    const user = ordinaryUser(command.tree, plan.inside);
    const image = imageFor(command.argv[0], { ...defaultImages, ...options.dockerImages });
    const body = containerFor(plan, {
      image,
      labels: ownerLabels(options),
      user,
      empty: scratch.empty,
      artifacts: scratch.artifacts,
      stands: [
        ...usersIn(scratch.root, { ...plan.inside, uid: String(user) }),
        ...filesIn(scratch.root, plan.files),
      ],
    });
    const answer = await engine.call("POST", "/containers/create", body);
    if (answer.status === 404) throw imageMissing(image, command.argv[0]);
    const { Id } = JSON.parse(accepted(answer, "POST /containers/create")) as { Id: string };
    const noted = { ...plan, notes: [imageNote(image, command.argv[0])] };
    return await new Container({ engine, id: Id, plan: noted, command, scratch, streaming }).start();
  } catch (error) {
    scratch.remove();
    throw error;
  }
}

interface ContainerOptions {
  readonly engine: Engine;
  readonly id: string;
  readonly plan: Plan;
  readonly command: Command;
  readonly scratch: Scratch;
  readonly streaming: boolean;
}

/** One container: it is removed when its command has ended, or if it cannot be started. */
class Container {
  readonly #options: ContainerOptions;
  readonly #output: BoundedOutput;
  readonly #lines = new LineQueue();
  #killedBy: KilledBy | null = null;
  #streamed = 0;

  constructor(options: ContainerOptions) {
    this.#options = options;
    this.#output = new BoundedOutput(options.plan.limits.outputBytes);
  }

  async start(): Promise<SandboxProcess> {
    const { command, streaming } = this.#options;
    const stream = await this.#attach().catch(async (error: unknown) => {
      await this.#remove();
      throw error;
    });
    const startedAt = performance.now();
    const closed = new Promise<void>((resolve) => stream.once("close", resolve).once("end", resolve));
    const stopWatching = this.#watch();
    if (!streaming) stream.end(command.stdin ?? "");
    const finish = async (): Promise<Execution> => {
      try {
        return await this.#readBack(startedAt, closed);
      } finally {
        stopWatching();
        stream.destroy();
        await this.#remove();
      }
    };
    const done = finish();
    done.catch(() => undefined);
    return {
      stdin: { write: (chunk) => void stream.write(chunk), end: () => void stream.end() },
      lines: this.#lines,
      kill: async () => {
        this.#kill("abort");
        await done.catch(() => undefined);
      },
      done,
    };
  }

  /** Starts the command, with its output attached. */
  async #attach(): Promise<Duplex> {
    const { engine, id } = this.#options;
    const stream = await engine.attach(id);
    const frames = new FrameReader((kind, content) => {
      this.#output[kind].push(content);
      if (kind === "stdout") this.#stream(content);
    });
    stream.on("error", () => undefined).on("data", (chunk: Buffer) => frames.push(chunk));
    await expectStatus(engine, "POST", `/containers/${id}/start`);
    return stream;
  }

  #stream(content: Buffer): void {
    const { plan, streaming } = this.#options;
    if (!streaming) return;
    this.#streamed += content.length;
    if (this.#streamed <= plan.limits.outputBytes) this.#lines.push(content);
    else this.#kill("output");
  }

  /** Kills the command if it takes too long or too much space, or if nobody waits for it. */
  #watch(): () => void {
    const { plan, command, scratch } = this.#options;
    const timer = setTimeout(() => this.#kill("timeout"), plan.limits.timeoutMs);
    const watch = setInterval(() => {
      if (scratch.artifacts !== null && sizeOf(scratch.artifacts) > artifactBytes) this.#kill("disk");
    }, watchMs);
    const onAbort = (): void => this.#kill("abort");
    command.signal?.addEventListener("abort", onAbort, { once: true });
    // it may have been canceled while the container was being created
    if (command.signal?.aborted === true) onAbort();
    return () => {
      clearTimeout(timer);
      clearInterval(watch);
      command.signal?.removeEventListener("abort", onAbort);
    };
  }

  async #readBack(startedAt: number, closed: Promise<void>): Promise<Execution> {
    const { engine, id, plan, command, scratch } = this.#options;
    const path = `/containers/${id}`;
    const { StatusCode } = await expectJson<{ StatusCode: number }>(engine, "POST", `${path}/wait`);
    const durationMs = performance.now() - startedAt;
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, closingMs).unref())]);
    const { State } = await expectJson<{ State: { OOMKilled: boolean } }>(engine, "GET", `${path}/json`);
    if (State.OOMKilled) this.#killedBy ??= "memory";
    this.#lines.end();
    const killedBy = this.#killedBy;
    const execution: Execution = {
      exitCode: killedBy === null ? StatusCode : null,
      signal: killedBy === null ? signalOf(StatusCode) : "SIGKILL",
      stdout: this.#output.stdout.text(),
      stderr: this.#output.stderr.text(),
      durationMs,
      timedOut: killedBy === "timeout",
      killedBy,
      outputTruncated: this.#output.truncated,
      peakMemoryMb: null,
      cpuTimeMs: null,
      artifacts: collect(scratch.artifacts, command.artifacts ?? []),
    };
    checkCopied(execution);
    return explained(execution, plan);
  }

  #kill(reason: KilledBy): void {
    const { engine, id } = this.#options;
    this.#killedBy ??= reason;
    void engine.call("POST", `/containers/${id}/kill?signal=KILL`).catch(() => undefined);
  }

  async #remove(): Promise<void> {
    const { engine, id, scratch } = this.#options;
    await engine.call("DELETE", `/containers/${id}?force=1&v=1`).catch(() => undefined);
    scratch.remove();
  }
}

interface Scratch {
  readonly root: string;
  readonly empty: string;
  readonly artifacts: string | null;
  remove(): void;
}

function makeScratch(options: SandboxOptions, withArtifacts: boolean): Scratch {
  const root = temporaryFolder("container", options);
  chmodSync(root, 0o711);
  const empty = join(root, "empty");
  writeFileSync(empty, "");
  const artifacts = withArtifacts ? join(root, "artifacts") : null;
  if (artifacts !== null) {
    mkdirSync(artifacts);
    chmodSync(artifacts, 0o777);
  }
  return { root, empty, artifacts, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** The owner of the tree, who can read all of it; another user in place of root. */
function ordinaryUser(tree: string, inside: Inside): number {
  const { uid } = statSync(tree);
  if (uid !== 0) return uid;
  return inside.isUsual ? ordinaryUid : Number(inside.uid);
}

/** Lists of users and groups for a container, in which the user has the given name. */
function usersIn(folder: string, inside: Inside): readonly Bind[] {
  const files = { passwd: passwdOf(inside), group: groupOf(inside) };
  return Object.entries(files).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return { source: join(folder, name), at: `/etc/${name}` };
  });
}

/** A folder of files that are copied over those of the tree. */
function filesIn(folder: string, files: Plan["files"]): readonly Bind[] {
  if (files.length === 0) return [];
  const source = join(folder, "files");
  for (const { path, text } of files) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
  }
  return [{ source, at: filesFolder }];
}

function collect(folder: string | null, names: readonly string[]): Record<string, Uint8Array> {
  if (folder === null) return {};
  const opened = openFolder(folder);
  try {
    return readArtifacts(opened, names, artifactBytes);
  } finally {
    closeSync(opened);
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder).reduce(
    (total, name) => total + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

async function expectStatus(
  engine: Engine,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<string> {
  return accepted(await engine.call(method, path, body), `${method} ${path}`);
}

function accepted({ status, body }: EngineAnswer, request: string): string {
  if (status < 400) return body;
  throw new AgentForgeError("sandbox_failed", `Docker refused ${request}: ${messageOf(body)}`, {
    hint: "Look at `docker info`.",
  });
}

async function expectJson<T>(
  engine: Engine,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<T> {
  return JSON.parse(await expectStatus(engine, method, path, body)) as T;
}

function messageOf(body: string): string {
  try {
    return (JSON.parse(body) as { message?: string }).message ?? body;
  } catch {
    return body;
  }
}
