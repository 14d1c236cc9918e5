import type { SandboxId } from "./options.ts";
import type { FilterLoader, HostNamer } from "./plan/filter-loader.ts";
import type { Plan } from "./plan/plan.ts";
import type { StageSetting } from "./plan/stage.ts";

/** Whether a backend can be used here, and if not, why and how to change that. */
export interface SandboxProbe {
  readonly id: SandboxId;
  readonly usable: boolean;
  readonly why: string;
  readonly version: string | null;
  /**
   * The program that loads the system call filter; null if there is none or the backend has its own rules.
   */
  readonly filter?: string | null;
  /** One line that says how to make it usable. */
  readonly remedy?: string;
}

/** The result of a short program, such as one called with `--version`. */
export interface Answer {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a backend may query about the machine. It has no file system access and spawns nothing itself. */
export interface Machine {
  readonly platform: string;
  readonly uid: number;
  /** Absolute path of a system program, or null. The user's own search path is not consulted. */
  which(program: string): string | null;
  ask(argv: readonly [string, ...string[]]): Promise<Answer>;
}

/** What the argument vector depends on besides the plan. */
export interface Setting extends StageSetting {
  /** The limit for processes and threads, or null if the kernel would count the user's other processes too. */
  readonly processes: number | null;
  /** Whether file descriptor 3 has a system call filter. */
  readonly seccomp: boolean;
  /**
   * The arguments before the command that load that filter; empty when there is none or the backend loads it
   * itself.
   */
  readonly loader: readonly string[];
  /** The program that can bring up a loopback interface, or null. */
  readonly loopback: string | null;
  /** Sets the host name and brings up the loopback in one process; null if that takes two programs. */
  readonly namer: HostNamer | null;
  /** The program that can set the host name, or null. */
  readonly hostname: string | null;
  readonly version: string | null;
  isFolder(path: string): boolean;
  /** Mount points on the host below a path, and restrictions of the mount that contains a path. */
  mountsBelow(path: string): readonly string[];
  flagsOf(path: string): readonly string[];
}

/** A backend that confines by an argument vector. Pure; the runner spawns. */
export interface LocalBackend {
  readonly id: SandboxId;
  readonly title: string;
  readonly why: string;
  /** Required programs, with the command that installs each. */
  readonly needs: readonly string[];
  readonly install: string;
  /** Ways to load the system call filter here, best first. Null means no filter. */
  loaders(machine: Machine, architecture: string): readonly (FilterLoader | null)[];
  version(machine: Machine): Promise<string | null>;
  vector(plan: Plan, setting: Setting): readonly string[];
}

/** The version that a system program prints; null if it is not installed. */
export async function versionOf(program: string, machine: Machine): Promise<string | null> {
  const path = machine.which(program);
  if (path === null) return null;
  const { stdout } = await machine.ask([path, "--version"]);
  return /(\d+\.\d+(?:\.\d+)?)/.exec(stdout)?.[1] ?? null;
}

/** Where a bound source is found once the stage is set up. */
export function sourceOf(setting: Setting, source: string): string {
  const index = setting.prepared.findIndex((bind) => bind.source === source);
  return index === -1 ? source : `/sys/bind${index}`;
}
