import { mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Command, Sandbox, SandboxProcess } from "../../domain/ports/sandbox.ts";
import type { LocalBackend, Machine, Setting } from "./backend.ts";
import { countsPerNamespace, isFolder, isReachable } from "./host/machine.ts";
import { readHostMounts } from "./host/mounts.ts";
import { createTreeScanner } from "./host/secrets.ts";
import { createSpecialFileFinder } from "./host/special-files.ts";
import { readSystem } from "./host/system.ts";
import { findToolchains } from "./host/toolchains.ts";
import { type SandboxOptions, settleLimits } from "./options.ts";
import { type FilterLoader, hostNamer } from "./plan/filter-loader.ts";
import { usual } from "./plan/identity.ts";
import { translated } from "./plan/placement.ts";
import type { Plan } from "./plan/plan.ts";
import { preparePlan } from "./plan/prepare.ts";
import { seccompFilter } from "./plan/seccomp.ts";
import { ordinaryUid } from "./plan/tree-owner.ts";
import { neverRan, notFound, withNotes } from "./run/results.ts";
import { type Launch, supervise } from "./run/supervise.ts";
import { type Look, lookInside, onlyChild } from "./run/watch.ts";

/**
 * A sandbox on this machine that confines by the argument vector of a backend, with a filter if one can be
 * loaded.
 */
export async function openLocal(
  backend: LocalBackend,
  machine: Machine,
  options: SandboxOptions,
  loader: FilterLoader | null,
): Promise<Sandbox> {
  const base = await settingOf(backend, machine);
  const bytes = loader === null ? null : seccompFilter(process.arch);
  const filter = bytes === null ? null : keepBytes(bytes);
  const host = hostFacts(options, base.owner);
  const local: Local = { backend, base, filter, loader, host };
  const prepare = (command: Command): Promise<Plan | null> =>
    preparePlan(command, host, settleLimits(options.limits, command.limits));

  return {
    id: backend.id,
    async execute(command) {
      const plan = command.signal?.aborted === true ? null : await prepare(command);
      if (command.signal?.aborted === true) return neverRan({ killedBy: "abort" });
      if (plan === null) return notFound(command.argv[0]);
      const running = await begin(local, command, plan, false);
      const execution = await running.done;
      const seen = command.identity?.folder;
      return seen === undefined ? execution : translated(execution, seen, command.tree);
    },
    async start(command) {
      const plan = await prepare(command);
      if (plan !== null) return await begin(local, command, plan, true);
      throw new AgentForgeError(
        "bad_input",
        `there is no program ${JSON.stringify(command.argv[0])} to start`,
      );
    },
  };
}

interface Local {
  readonly backend: LocalBackend;
  readonly base: Awaited<ReturnType<typeof settingOf>>;
  /** The descriptor of the seccomp filter, and what loads it; null if there is none. */
  readonly filter: number | null;
  readonly loader: FilterLoader | null;
  readonly host: ReturnType<typeof hostFacts>;
}

function hostFacts(options: SandboxOptions, owner: number | null) {
  const toolchains = findToolchains(options, usual.home);
  const findSpecialFiles = createSpecialFileFinder();
  return {
    home: options.home,
    system: readSystem(),
    toolchains: {
      ...toolchains,
      readable: [...toolchains.readable, ...(options.toolchains?.readable ?? [])],
      env: { ...toolchains.env, ...options.toolchains?.env },
    },
    scanTree: createTreeScanner(findSpecialFiles, options.masked, owner),
    findSpecialFiles,
  };
}

async function begin(
  local: Local,
  command: Command,
  plan: Plan,
  streaming: boolean,
): Promise<SandboxProcess> {
  const running = await supervise(launchOf(local, command, plan, streaming));
  if (plan.notes.length === 0) return running;
  const done = running.done.then((execution) => withNotes(execution, plan.notes));
  done.catch(() => undefined);
  return { ...running, done };
}

function launchOf(local: Local, command: Command, plan: Plan, streaming: boolean): Launch {
  const { backend, filter } = local;
  return {
    argv: backend.vector(plan, settingFor(local, plan)),
    cwd: "/",
    env: {},
    limits: plan.limits,
    stdin: streaming ? null : (command.stdin ?? ""),
    signal: command.signal,
    speaksLate: command.speaksLate === true,
    artifacts:
      plan.artifactsMb === 0
        ? null
        : { names: command.artifacts ?? [], maxBytes: plan.artifactsMb * 1024 * 1024 },
    added: command.addedTo === undefined ? null : { tree: command.tree, to: command.addedTo },
    filter: filter === null ? null : openSync(`/proc/self/fd/${filter}`, "r"),
    staged: true,
    look: lookAtSandbox,
    end: endGroup,
    streaming,
  };
}

function settingFor({ base, filter, loader, host }: Local, plan: Plan): Setting {
  const sources = base.owner === null ? [] : plan.binds.slice(host.system.binds[plan.network].length);
  const prepared = sources
    .filter(({ source }) => !isReachable(source))
    .map(({ source }) => ({ source, folder: isFolder(source) }));
  const mounts = readHostMounts();
  return {
    ...base,
    prepared,
    processes: countsPerNamespace() ? plan.limits.processes : null,
    seccomp: filter !== null,
    loader: filter === null ? [] : (loader?.argv ?? []),
    isFolder,
    mountsBelow: (path) => mounts.below(path),
    flagsOf: (path) => mounts.flagsOf(path),
  };
}

async function settingOf(
  backend: LocalBackend,
  machine: Machine,
): Promise<Pick<Setting, "tools" | "owner" | "loopback" | "namer" | "hostname" | "version">> {
  const need = (program: string): string => machine.which(program) ?? program;
  return {
    tools: {
      unshare: need("unshare"),
      setpriv: need("setpriv"),
      sh: need("sh"),
      env: need("env"),
      bwrap: need("bwrap"),
    },
    owner: machine.uid === 0 ? ordinaryUid : null,
    loopback: machine.which("ip") ?? machine.which("ifconfig"),
    namer: hostNamer(machine.which, process.arch),
    hostname: machine.which("hostname"),
    version: await backend.version(machine),
  };
}

/** Our child process waits for the sandbox's process 1, its only child. */
function lookAtSandbox(pid: number): Look {
  const first = onlyChild(pid);
  return first === null ? () => null : lookInside(first);
}

/**
 * Our child process leads its own group. The other processes die with it, because the sandbox's process 1 is
 * set up that way.
 */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // it has ended already
  }
}

/** Bytes as an unnamed file; each sandboxed command opens it separately. */
function keepBytes(bytes: Uint8Array): number {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-filter-"));
  try {
    const file = join(folder, "filter.bpf");
    writeFileSync(file, bytes, { mode: 0o600 });
    return openSync(file, "r");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
