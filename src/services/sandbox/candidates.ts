import { chmodSync, readFileSync, rmSync } from "node:fs";
import { messageOf } from "../../domain/errors.ts";
import type { Sandbox } from "../../domain/ports/sandbox.ts";
import type { LocalBackend, Machine, SandboxProbe } from "./backend.ts";
import { bubblewrap } from "./backends/bubblewrap.ts";
import { defaultImages, imageFor } from "./backends/docker.ts";
import { namespaces } from "./backends/namespaces.ts";
import { removeLeftoverContainers } from "./docker/container-owner.ts";
import { openContainers } from "./docker/containers.ts";
import { dockerEngine } from "./docker/docker-engine.ts";
import { openLocal } from "./local.ts";
import type { SandboxId, SandboxOptions } from "./options.ts";
import type { FilterLoader } from "./plan/filter-loader.ts";
import { seccompFilter } from "./plan/seccomp.ts";
import { temporaryFolder } from "./plan/temporary.ts";
import { openUnconfined } from "./unconfined.ts";

export interface Candidate {
  readonly id: SandboxId;
  probe(): Promise<SandboxProbe>;
  open(): Promise<Sandbox>;
}

/** Every backend, best first. */
export function candidates(machine: Machine, options: SandboxOptions): readonly Candidate[] {
  return [
    localCandidate(bubblewrap, machine, options),
    localCandidate(namespaces, machine, options),
    dockerCandidate(options),
    {
      id: "subprocess",
      probe: async () => ({
        id: "subprocess",
        usable: options.unsafe === true,
        why:
          options.unsafe === true
            ? "no isolation; allowed by --unsafe-no-sandbox"
            : "no isolation; used only with --unsafe-no-sandbox",
        version: null,
      }),
      open: async () => openUnconfined(options),
    },
  ];
}

function localCandidate(backend: LocalBackend, machine: Machine, options: SandboxOptions): Candidate {
  const { id } = backend;
  const loaders = seccompFilter(process.arch) === null ? [null] : backend.loaders(machine, process.arch);
  let proven: FilterLoader | null = loaders[0] ?? null;
  return {
    id,
    open: () => openLocal(backend, machine, options, proven),
    async probe() {
      if (machine.platform !== "linux") {
        return refuse(backend, null, `needs Linux, this is ${machine.platform}`, foreignRemedy);
      }
      const missing = backend.needs.filter((program) => machine.which(program) === null);
      const version = await backend.version(machine);
      if (missing.length > 0) {
        return refuse(backend, version, `${missing.join(", ")} not installed`, backend.install);
      }
      const failures: string[] = [];
      for (const loader of loaders) {
        try {
          await prove(await openLocal(backend, machine, options, loader), options, loader);
          proven = loader;
          return { id, usable: true, version, filter: loader?.name ?? null, why: filterOf(loader, failures) };
        } catch (error) {
          const why = messageOf(error);
          failures.push(loader === null ? why : `${loader.name}: ${why}`);
        }
      }
      const why = failures.at(-1) ?? "nothing was tried";
      return refuse(backend, version, why, remedyFor(why));
    },
  };
}

/** What protects the kernel from the command, in words. */
function filterOf(loader: FilterLoader | null, failures: readonly string[]): string {
  if (loader !== null) return `system calls are filtered (by ${loader.name})`;
  if (seccompFilter(process.arch) === null)
    return `system calls are not filtered: there is no filter for ${process.arch}`;
  const reason =
    failures.length === 0 ? "neither perl nor python3 is installed to load the filter" : failures.join("; ");
  return `system calls are not filtered: ${reason}`;
}

const usualSocket = "/var/run/docker.sock";

/**
 * Usable if the engine has the image for `*` and can run a command in it; images are never pulled without
 * consent.
 */
function dockerCandidate(options: SandboxOptions): Candidate {
  const socket = options.dockerSocket ?? usualSocket;
  const engine = dockerEngine(socket);
  const refused = (why: string, version: string | null, remedy: string): SandboxProbe => ({
    id: "docker",
    usable: false,
    why,
    version,
    remedy,
  });
  return {
    id: "docker",
    async open() {
      await removeLeftoverContainers(engine, options);
      return openContainers(engine, options);
    },
    async probe() {
      if (!socket.startsWith("/")) {
        return refused(
          `the engine at ${socket} cannot be used: only a unix socket works`,
          null,
          `Set DOCKER_HOST to a socket on this machine, such as unix://${usualSocket}, or unset it.`,
        );
      }
      let version: string;
      try {
        version = (JSON.parse((await engine.call("GET", "/version")).body) as { Version: string }).Version;
      } catch (error) {
        const why = messageOf(error);
        return refused(
          `the engine does not answer at ${socket}: ${why}`,
          null,
          "Start the Docker engine: systemctl start docker",
        );
      }
      const image = imageFor("*", { ...defaultImages, ...options.dockerImages });
      const { status } = await engine.call("GET", `/images/${image}/json`);
      if (status !== 200) return refused(`the image ${image} is missing`, version, `docker pull ${image}`);
      try {
        await prove(openContainers(engine, options), options, null);
      } catch (error) {
        const why = messageOf(error);
        return refused(why, version, "Look at `docker info` and the engine's log.");
      }
      return { id: "docker", usable: true, why: "works", version };
    },
  };
}

/** Prints that it ran, and how many system call filters apply to it. */
const proof = `
echo proved
while read -r name value; do
  case $name in Seccomp_filters:) echo "filters $value" ;; esac
done < /proc/self/status
`;

/** A sandbox is trusted only after a harmless command has run in it, under one more filter than our own process. */
async function prove(sandbox: Sandbox, options: SandboxOptions, loader: FilterLoader | null): Promise<void> {
  const tree = temporaryFolder("probe", options);
  // in a container, the command of root runs as a user that owns nothing
  chmodSync(tree, 0o755);
  try {
    const { exitCode, stdout, stderr } = await sandbox.execute({
      argv: ["/bin/sh", "-c", proof],
      tree,
      limits: { timeoutMs: 10_000 },
    });
    if (exitCode !== 0 || !stdout.startsWith("proved\n"))
      throw new Error(`a first command failed: ${stderr.trim()}`);
    const inside = /^filters (\d+)$/m.exec(stdout)?.[1];
    if (loader !== null && inside !== undefined && Number(inside) <= ownFilters())
      throw new Error("the system call filter was not active");
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/** How many filters already apply to our own process; in a container there may be some. */
function ownFilters(): number {
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(/^Seccomp_filters:\s*(\d+)$/m.exec(status)?.[1] ?? 0);
}

const foreignRemedy = "Run AgentForge in Linux: a container, a virtual machine or WSL 2.";

/** What a person can do about the common reasons why the kernel refuses namespaces. */
function remedyFor(why: string): string {
  if (/max_user_namespaces|No space left/i.test(why)) return "sysctl -w user.max_user_namespaces=15000";
  if (/uid_map|unshare failed|Operation not permitted|Permission denied/i.test(why)) {
    return "Allow user namespaces: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 kernel.unprivileged_userns_clone=1 (in Docker: --security-opt seccomp=unconfined --cap-add SYS_ADMIN)";
  }
  return "Run `agentforge doctor` for details.";
}

function refuse(backend: LocalBackend, version: string | null, why: string, remedy: string): SandboxProbe {
  return { id: backend.id, usable: false, why, version, remedy };
}
