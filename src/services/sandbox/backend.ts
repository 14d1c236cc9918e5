import type { FilterLoader, HostNamer } from "./filter-loader.ts";
import type { SandboxId } from "./options.ts";
import type { Plan } from "./plan.ts";
import type { StageSetting } from "./stage.ts";

/** Whether a backend can be used here, and if not, why and what would change that. */
export interface SandboxProbe {
  readonly id: SandboxId;
  readonly usable: boolean;
  readonly why: string;
  readonly version: string | null;
  /** What loads the system call filter; null if there is none or the backend has its own rules. */
  readonly filter?: string | null;
  /** The one line that would make it usable. */
  readonly remedy?: string;
}

/** A finished small program; used for questions such as `--version`. */
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

/** How a plan is confined on this machine: what the argument vector depends on besides the plan. */
export interface Setting extends StageSetting {
  /** The limit for processes and threads, or null if the kernel would count the user's other processes too. */
  readonly processes: number | null;
  /** Whether a filter for system calls waits on file descriptor 3. */
  readonly seccomp: boolean;
  /** What loads that filter, ahead of the command; empty when there is none or the backend loads it itself. */
  readonly loader: readonly string[];
  /** Program that can bring a loopback up, or null. */
  readonly loopback: string | null;
  /** What names the host and brings the loopback up in one process; null if two programs must do it. */
  readonly namer: HostNamer | null;
  /** Program that can set the name of the host, or null. */
  readonly hostname: string | null;
  readonly version: string | null;
  isFolder(path: string): boolean;
  /** Mount points of the host below a path, and restrictions of the mount that contains a path. */
  mountsBelow(path: string): readonly string[];
  flagsOf(path: string): readonly string[];
}

/** A backend that confines by an argument vector. Pure; the runner spawns. */
export interface LocalBackend {
  readonly id: SandboxId;
  readonly title: string;
  readonly why: string;
  /** Programs it cannot do without, with the line that installs them. */
  readonly needs: readonly string[];
  readonly install: string;
  /** What may load the system call filter here, best first. Null means without one. */
  loaders(machine: Machine, architecture: string): readonly (FilterLoader | null)[];
  version(machine: Machine): Promise<string | null>;
  vector(plan: Plan, setting: Setting): readonly string[];
}

/** Where a bound source is found once the stage is set up. */
export function sourceOf(setting: Setting, source: string): string {
  const index = setting.prepared.findIndex((bind) => bind.source === source);
  return index === -1 ? source : `/sys/bind${index}`;
}
