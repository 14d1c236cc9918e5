import { cpSync, existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Command, Sandbox } from "../../domain/ports/sandbox.ts";
import { openSubprocess } from "./backends/subprocess.ts";
import { resolveProgram } from "./host/installations.ts";
import { type SandboxOptions, settleLimits } from "./options.ts";
import { identityVariables, insideOf } from "./plan/identity.ts";
import { checkFiles } from "./plan/placement.ts";
import { temporaryFolder } from "./plan/temporary.ts";
import { copyNew } from "./run/added.ts";
import { readPlainFile } from "./run/artifacts.ts";
import { supervise } from "./run/supervise.ts";
import { lookBelow } from "./run/watch.ts";

const artifactBytes = 64 * 1024 * 1024;

/** The backend that confines nothing, wired to this machine. */
export function openUnconfined(options: SandboxOptions): Sandbox {
  return openSubprocess({
    env: {
      ...{ PATH: options.path, HOME: options.home, LANG: "C.UTF-8" },
      ...(options.cargoHome && { CARGO_HOME: options.cargoHome }),
      ...(options.rustupHome && { RUSTUP_HOME: options.rustupHome }),
      ...options.toolchains?.env,
    },
    limits: (command) => settleLimits(options.limits, command.limits),
    exists: ({ argv: [program], env }) =>
      program.includes("/") || resolveProgram(program, (env?.PATH ?? options.path).split(delimiter)) !== null,
    copy: async (command) => copyTree(command, options),
    run: ({ argv, cwd, env, limits, command, streaming }) => {
      const looks = new Map<number, ReturnType<typeof lookBelow>>();
      const lookAt = (pid: number): ReturnType<typeof lookBelow> => {
        const look = looks.get(pid) ?? lookBelow(pid);
        looks.set(pid, look);
        return look;
      };
      return supervise({
        argv,
        cwd,
        env,
        limits,
        stdin: streaming ? null : (command.stdin ?? ""),
        signal: command.signal,
        speaksLate: command.speaksLate === true,
        artifacts: null,
        added: null,
        filter: null,
        staged: false,
        streaming,
        look: lookAt,
        end: (pid) => endAll([-pid, ...lookAt(pid).pids()]),
      });
    },
    copyNew,
    readArtifacts: (folder, names) =>
      Object.fromEntries(
        names.flatMap((name) => {
          const content = name.includes("/") ? null : readPlainFile(join(folder, name), artifactBytes);
          return content === null ? [] : [[name, content]];
        }),
      ),
  });
}

async function copyTree(command: Command, options: SandboxOptions) {
  const files = checkFiles(command.tree, command.files ?? []);
  const root = realpathSync(temporaryFolder("copy", options));
  const tree = join(root, command.identity?.folder ?? "tree");
  const artifacts = join(root, "artifacts");
  cpSync(command.tree, tree, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  for (const { path, text } of files) writeFileSync(join(tree, path), text);
  const temporary = join(root, "tmp");
  mkdirSync(artifacts);
  mkdirSync(temporary);
  const identity = identityIn(root, options, command);
  for (const { source, at, isOwn = false } of command.lent ?? []) {
    const place = join(tree, at);
    if (existsSync(place)) continue;
    mkdirSync(dirname(place), { recursive: true });
    if (isOwn) cpSync(source, place, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(source, place);
  }
  const remove = async () => rmSync(root, { recursive: true, force: true });
  return { tree, artifacts, temporary, identity, remove };
}

/** Without a sandbox only variables can differ; its folders are below the copy, under their own names. */
function identityIn(
  root: string,
  options: SandboxOptions,
  command: Command,
): Readonly<Record<string, string>> {
  if (command.identity === undefined) return {};
  const inside = insideOf(command.identity);
  const home = join(root, inside.home);
  const temporary = join(root, inside.temporary);
  for (const folder of [home, temporary]) mkdirSync(folder, { recursive: true });
  return { ...identityVariables({ ...inside, home, temporary }), ...toolchainsIn(options) };
}

/** Tells toolchains that look for themselves in the home folder where they really are. */
function toolchainsIn({ home, cargoHome, rustupHome }: SandboxOptions): Record<string, string> {
  const places = {
    CARGO_HOME: cargoHome ?? join(home, ".cargo"),
    RUSTUP_HOME: rustupHome ?? join(home, ".rustup"),
    PYENV_ROOT: join(home, ".pyenv"),
    GOPATH: join(home, "go"),
  };
  return Object.fromEntries(Object.entries(places).filter(([, folder]) => existsSync(folder)));
}

function endAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // it has ended already
    }
  }
}
