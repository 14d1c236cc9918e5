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
import { prepareContainerPlan } from "../plan/prepare.ts";
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
  const images = { ...defaultImages, ...options.dockerImages };
  const findSpecialFiles = createSpecialFileFinder();
  const scanTree = createTreeScanner(findSpecialFiles, options.masked);
  const begin = async (command: Command, streaming: boolean): Promise<SandboxProcess> => {
    command.signal?.throwIfAborted();
    if (command.addedTo !== undefined) throw cannotKeep();
    removeAtExit(engine, options);
    const plan = await prepareContainerPlan(
      command,
      { ...options, scanTree, findSpecialFiles },
      settleLimits(options.limits, command.limits),
    );
    const scratch = makeScratch(options, (command.artefacts ?? []).length > 0);
    try {
      const user = ordinaryUser(command.tree, plan.inside);
      const image = imageFor(command.argv[0], images);
      const body = containerFor(plan, {
        image,
        labels: ownerLabels(options),
        user,
        empty: scratch.empty,
        artefacts: scratch.artefacts,
        stands: [
          ...usersIn(scratch.root, { ...plan.inside, uid: String(user) }),
          ...filesIn(scratch.root, plan.files),
        ],
      });
      const answer = await engine.call("POST", "/containers/create", body);
      if (answer.status === 404) throw imageMissing(image, command.argv[0]);
      const { Id } = JSON.parse(accepted(answer, "POST /containers/create")) as { Id: string };
      return await run(
        engine,
        Id,
        { ...plan, notes: [imageNote(image, command.argv[0])] },
        command,
        scratch,
        streaming,
      );
    } catch (error) {
      scratch.remove();
      throw error;
    }
  };
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

async function run(
  engine: Engine,
  id: string,
  plan: Plan,
  command: Command,
  scratch: Scratch,
  streaming: boolean,
): Promise<SandboxProcess> {
  const remove = async (): Promise<void> => {
    await engine.call("DELETE", `/containers/${id}?force=1&v=1`).catch(() => undefined);
    scratch.remove();
  };
  let stream: Duplex;
  const output = new BoundedOutput(plan.limits.outputBytes);
  const lines = new LineQueue();
  let killedBy: KilledBy | null = null;
  const kill = (reason: KilledBy): void => {
    killedBy ??= reason;
    void engine.call("POST", `/containers/${id}/kill?signal=KILL`).catch(() => undefined);
  };
  try {
    stream = await engine.attach(id);
    let streamed = 0;
    const frames = new FrameReader((kind, content) => {
      output[kind].push(content);
      if (!streaming || kind === "stderr") return;
      streamed += content.length;
      if (streamed <= plan.limits.outputBytes) lines.push(content);
      else kill("output");
    });
    stream.on("error", () => undefined).on("data", (chunk: Buffer) => frames.push(chunk));
    await expectStatus(engine, "POST", `/containers/${id}/start`);
  } catch (error) {
    await remove();
    throw error;
  }
  const startedAt = performance.now();
  const closed = new Promise<void>((resolve) => stream.once("close", resolve).once("end", resolve));
  const timer = setTimeout(() => kill("timeout"), plan.limits.timeoutMs);
  const watch = setInterval(() => {
    if (scratch.artefacts !== null && sizeOf(scratch.artefacts) > artifactBytes) kill("disk");
  }, watchMs);
  const onAbort = (): void => kill("abort");
  command.signal?.addEventListener("abort", onAbort, { once: true });
  // it may have been canceled while the container was being created
  if (command.signal?.aborted === true) onAbort();
  if (!streaming) stream.end(command.stdin ?? "");

  const finish = async (): Promise<Execution> => {
    try {
      const { StatusCode } = await expectJson<{ StatusCode: number }>(
        engine,
        "POST",
        `/containers/${id}/wait`,
      );
      const durationMs = performance.now() - startedAt;
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, closingMs).unref())]);
      const state = await expectJson<{ State: { OOMKilled: boolean } }>(
        engine,
        "GET",
        `/containers/${id}/json`,
      );
      if (state.State.OOMKilled) killedBy ??= "memory";
      lines.end();
      const execution: Execution = {
        exitCode: killedBy === null ? StatusCode : null,
        signal: killedBy === null ? signalOf(StatusCode) : "SIGKILL",
        stdout: output.stdout.text(),
        stderr: output.stderr.text(),
        durationMs,
        timedOut: killedBy === "timeout",
        killedBy,
        outputTruncated: output.truncated,
        peakMemoryMb: null,
        cpuTimeMs: null,
        artefacts: collect(scratch.artefacts, command.artefacts ?? []),
      };
      checkCopied(execution);
      return explained(execution, plan);
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      command.signal?.removeEventListener("abort", onAbort);
      stream.destroy();
      await remove();
    }
  };
  const done = finish();
  done.catch(() => undefined);
  return {
    stdin: { write: (chunk) => void stream.write(chunk), end: () => void stream.end() },
    lines,
    async kill() {
      kill("abort");
      await done.catch(() => undefined);
    },
    done,
  };
}

interface Scratch {
  readonly root: string;
  readonly empty: string;
  readonly artefacts: string | null;
  remove(): void;
}

function makeScratch(options: SandboxOptions, withArtifacts: boolean): Scratch {
  const root = temporaryFolder("container", options);
  chmodSync(root, 0o711);
  const empty = join(root, "empty");
  writeFileSync(empty, "");
  const artefacts = withArtifacts ? join(root, "artefacts") : null;
  if (artefacts !== null) {
    mkdirSync(artefacts);
    chmodSync(artefacts, 0o777);
  }
  return { root, empty, artefacts, remove: () => rmSync(root, { recursive: true, force: true }) };
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
