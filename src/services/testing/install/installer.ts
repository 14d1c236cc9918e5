import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Preparation } from "../../../domain/entities/fleet.ts";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { Command, Execution } from "../../../domain/ports/sandbox.ts";
import type { Project } from "../contract.ts";
import { isPlainSequence, parseScriptLine } from "../own-command/script-line.ts";
import { type InstallStep, installSteps, manifestsIn } from "./install-steps.ts";

interface Installation {
  readonly steps: readonly InstallStep[];
  /** Equal for two trees with the same installation. */
  readonly key: string;
}

export interface InstallerOptions {
  readonly execute: (command: Command) => Promise<Execution>;
  readonly nodeProgram: string;
  readonly resourceFolder: string;
  /** Addresses of package registries, by the environment variable that package managers read. */
  readonly registries: Readonly<Record<string, string>>;
  /** Files of certificate authorities for them, by the variable that package managers read. */
  readonly certificates: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

interface Installer {
  /** Null if there is nothing to install. Reads the tree, executes nothing. */
  plan(tree: string, wish: Preparation): Promise<Installation | null>;
  /** Runs in the sandbox, with the network. Copies what was added to the tree into the folder; throws if it fails. */
  install(tree: string, installation: Installation, to: string, signal: AbortSignal): Promise<void>;
}

/**
 * A folder in the tree that serves as the home: the module caches of Go, Cargo and Maven are kept with the
 * rest.
 */
export const INSTALL_HOME = ".install-home";
/** Installations are kept in memory until they are complete. */
const DISK_MB = 4000;
const MEMORY_MB = 4000;
const LINES_SHOWN = 15;
const NETWORK =
  /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ECONNREFUSED|ENETUNREACH|Temporary failure in name resolution|Could not resolve host|Connection (refused|reset|timed out)|no such host|i\/o timeout|spurious network error|Network is unreachable|ConnectTimeoutError|50[234] (Bad Gateway|Service Unavailable|Gateway)/i;

export function createInstaller(options: InstallerOptions): Installer {
  return {
    async plan(tree, wish) {
      if (wish.how === "none") return null;
      const project = openFolder(tree);
      const steps = wish.how === "command" ? stepsOf(wish.line) : await installSteps(project, wish.scripts);
      if (steps.length === 0) return null;
      const texts = await Promise.all(
        (await manifestsIn(project)).map(async (file) => [file, await project.text(file)]),
      );
      const platform = [process.platform, process.arch, process.version];
      return { steps, key: hash("sha256", JSON.stringify([steps, texts, platform])).slice(0, 32) };
    },

    async install(tree, { steps }, to, signal) {
      const { nodeProgram, resourceFolder, timeoutMs, registries } = options;
      const certificates = Object.entries(options.certificates).filter(([, file]) => existsSync(file));
      const ended = await options.execute({
        argv: [nodeProgram, join(resourceFolder, "steps.mjs"), JSON.stringify(steps)],
        ...{ tree, signal, addedTo: to, network: "host" },
        readable: [resourceFolder, ...new Set(certificates.map(([, file]) => file))],
        env: { ...registries, ...Object.fromEntries(certificates), ...cachesBelow(join(tree, INSTALL_HOME)) },
        limits: { timeoutMs, diskMb: DISK_MB, memoryMb: MEMORY_MB },
      });
      signal.throwIfAborted();
      if (ended.exitCode !== 0 || ended.killedBy !== null) throw failed(ended, timeoutMs);
    },
  };
}

/** Words and quotes only; commands may be joined with `&&`. */
export function stepsOf(line: string): readonly InstallStep[] {
  const commands = parseScriptLine(line);
  if (commands.length > 0 && isPlainSequence(commands))
    return commands.map(({ text, words, env }) => ({ name: text.trim(), argv: words, cwd: ".", env }));
  throw new AgentForgeError("bad_input", `"${line}" cannot be run without a shell`, {
    hint: "Use plain commands joined by &&, or put the rest into a script in the repository.",
  });
}

function cachesBelow(home: string): Record<string, string> {
  return {
    GOMODCACHE: join(home, "go/pkg/mod"),
    GOCACHE: join(home, ".cache/go-build"),
    // Otherwise, only root could remove what Go has fetched.
    GOFLAGS: "-modcacherw",
    CARGO_HOME: join(home, ".cargo"),
    CARGO_NET_OFFLINE: "false",
    MAVEN_ARGS: `-Dmaven.repo.local=${join(home, ".m2/repository")}`,
    CI: "true",
  };
}

function failed({ stdout, stderr, exitCode, killedBy }: Execution, timeoutMs: number): AgentForgeError {
  const output = `${stdout}\n${stderr}`;
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const how =
    killedBy === "timeout"
      ? `not finished after ${timeoutMs / 1000} s`
      : killedBy === null
        ? `exit code ${exitCode}`
        : `stopped by a sandbox limit (${killedBy})`;
  const said = lines.slice(-LINES_SHOWN).join("\n").slice(-2000);
  const code = NETWORK.test(said) ? "remote_failed" : "tests_cannot_run";
  return new AgentForgeError(code, `dependencies could not be installed (${how}): ${said}`, {
    hint: "Give the install command with fleet add URL --prepare, or skip the installation with --no-prepare.",
  });
}

function openFolder(root: string): Pick<Project, "files" | "text"> {
  return {
    async files() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))
        .filter((file) => !file.startsWith(".git/"));
    },
    async text(path) {
      const file = join(root, path);
      const found = await lstat(file).catch(() => null);
      return found?.isFile() ? readFile(file, "utf8") : null;
    },
  };
}
