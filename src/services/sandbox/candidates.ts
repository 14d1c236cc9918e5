import { rmSync } from "node:fs";
import type { Sandbox } from "../../domain/ports/sandbox.ts";
import type { LocalBackend, Machine, SandboxProbe } from "./backend.ts";
import { bubblewrap } from "./backends/bubblewrap.ts";
import { defaultImages, imageFor } from "./backends/docker.ts";
import { namespaces } from "./backends/namespaces.ts";
import { openContainers } from "./containers.ts";
import { dockerEngine } from "./docker-engine.ts";
import { openLocal } from "./local.ts";
import type { SandboxId, SandboxOptions } from "./options.ts";
import { temporaryFolder } from "./temporary.ts";
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
            ? "confines nothing; allowed by the user"
            : "confines nothing and was not allowed",
        version: null,
      }),
      open: async () => openUnconfined(options),
    },
  ];
}

function localCandidate(backend: LocalBackend, machine: Machine, options: SandboxOptions): Candidate {
  const { id } = backend;
  return {
    id,
    open: () => openLocal(backend, machine, options),
    async probe() {
      if (machine.platform !== "linux") {
        return refuse(backend, null, `needs Linux, this is ${machine.platform}`, foreignRemedy);
      }
      const missing = backend.needs.filter((program) => machine.which(program) === null);
      const version = await backend.version(machine);
      if (missing.length > 0) {
        return refuse(backend, version, `${missing.join(", ")} not installed`, backend.install);
      }
      try {
        await prove(await openLocal(backend, machine, options), options);
        return { id, usable: true, why: "works", version };
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return refuse(backend, version, why, remedyFor(why));
      }
    },
  };
}

/** Usable when the engine answers and has the image for any command; images are never pulled unasked. */
function dockerCandidate(options: SandboxOptions): Candidate {
  const socket = options.dockerSocket ?? "/var/run/docker.sock";
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
    open: async () => openContainers(engine, options),
    async probe() {
      let version: string;
      try {
        version = (JSON.parse((await engine.call("GET", "/version")).body) as { Version: string }).Version;
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return refused(
          `the engine does not answer at ${socket}: ${why}`,
          null,
          "Start the Docker engine: systemctl start docker",
        );
      }
      const image = imageFor("*", { ...defaultImages, ...options.dockerImages });
      const { status } = await engine.call("GET", `/images/${image}/json`);
      if (status !== 200) return refused(`the image ${image} is not there`, version, `docker pull ${image}`);
      return { id: "docker", usable: true, why: "works", version };
    },
  };
}

/** A sandbox is trusted only after a harmless command has gone through it. */
async function prove(sandbox: Sandbox, options: SandboxOptions): Promise<void> {
  const tree = temporaryFolder("probe", options);
  try {
    const { exitCode, stdout, stderr } = await sandbox.execute({
      argv: ["/bin/sh", "-c", "echo proved"],
      tree,
      limits: { timeoutMs: 10_000 },
    });
    if (exitCode !== 0 || stdout !== "proved\n") throw new Error(`a first command failed: ${stderr.trim()}`);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

const foreignRemedy = "Run AgentForge in Linux: a container, a virtual machine or WSL 2.";

/** What a person can do about the usual reasons for which the kernel refuses namespaces. */
function remedyFor(why: string): string {
  if (/max_user_namespaces|No space left/i.test(why)) return "sysctl -w user.max_user_namespaces=15000";
  if (/uid_map|unshare failed|Operation not permitted|Permission denied/i.test(why)) {
    return "Allow user namespaces: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 kernel.unprivileged_userns_clone=1 (in Docker: --security-opt seccomp=unconfined --cap-add SYS_ADMIN)";
  }
  return "Run `agentforge doctor` for the whole reason.";
}

function refuse(backend: LocalBackend, version: string | null, why: string, remedy: string): SandboxProbe {
  return { id: backend.id, usable: false, why, version, remedy };
}
