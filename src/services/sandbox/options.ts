import { availableParallelism } from "node:os";
import type { Limits, Sandbox } from "../../domain/ports/sandbox.ts";

export type SandboxId = Sandbox["id"];

/** What the composition root knows about the machine; the sandbox does not read the environment itself. */
export interface SandboxOptions {
  /** The user's own search path and home: where toolchains are looked for. Neither is shown inside. */
  readonly path: string;
  readonly home: string;
  /** A folder laid out like a home folder, whose compiler caches are shown instead of those in the home folder. */
  readonly cacheHome?: string | undefined;
  /** Where Cargo and rustup keep their files, if not in the home. */
  readonly cargoHome?: string | undefined;
  readonly rustupHome?: string | undefined;
  /** Folders of repositories. Links in search path folders inside them are not followed to other places. */
  readonly untrusted?: readonly string[];
  /** Only these backends are tried, in this order. */
  readonly backends?: readonly SandboxId[];
  /** Allows `subprocess`, which confines nothing. */
  readonly unsafe?: boolean;
  readonly limits?: Partial<Limits>;
  /** Further toolchain folders shown read-only at their own path, and variables they need. */
  readonly toolchains?: ToolchainHints;
  /** Base names (globs) of files in the tree that are shown empty. Replaces the default list. */
  readonly masked?: readonly string[];
  /** Folder for the copies that `subprocess` and `docker` work on. Created when missing. */
  readonly scratch?: string;
  /**
   * A mark that identifies this process in the names of its temporary folders, and a check whether the process behind
   * another mark is still alive.
   */
  readonly owner?: { readonly mark: string; readonly isAlive: (mark: string) => Promise<boolean> };
  /** Where the Docker Engine listens. */
  readonly dockerSocket?: string | undefined;
  /** Image for a command, by the name of its program. */
  readonly dockerImages?: Readonly<Record<string, string>>;
}

export interface ToolchainHints {
  readonly readable?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export const defaultLimits: Limits = {
  timeoutMs: 300_000,
  silentMs: 86_400_000,
  stalledMs: 86_400_000,
  memoryMb: 2048,
  processes: Math.max(512, 64 * availableParallelism()),
  diskMb: 1024,
  outputBytes: 8 * 1024 * 1024,
};

export function settleLimits(...layers: readonly (Partial<Limits> | undefined)[]): Limits {
  const merged: Record<keyof Limits, number> = { ...defaultLimits };
  for (const layer of layers) {
    for (const key of Object.keys(merged) as (keyof Limits)[]) {
      const value = layer?.[key];
      if (value !== undefined && Number.isFinite(value) && value > 0) merged[key] = Math.ceil(value);
    }
  }
  return merged;
}
