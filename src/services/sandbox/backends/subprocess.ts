import type { Command, Execution, Limits, Sandbox, SandboxProcess } from "../../../domain/ports/sandbox.ts";
import { artifactVariables, withArtifacts } from "../plan/identity.ts";
import { translated } from "../plan/placement.ts";
import { neverRan, notFound } from "../run/results.ts";

/** What the backend without a sandbox needs from the machine. */
export interface SubprocessHost {
  /** A copy of the tree with the lent folders linked in, and next to it folders for artifacts and temporary files. */
  copy(command: Command): Promise<{
    readonly tree: string;
    readonly artifacts: string;
    readonly temporary: string;
    /**
     * Environment variables for another identity, with folders that exist here; none for the default
     * identity.
     */
    readonly identity: Readonly<Record<string, string>>;
    remove(): Promise<void>;
  }>;
  run(launch: {
    readonly argv: readonly [string, ...string[]];
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly limits: Limits;
    readonly command: Command;
    readonly streaming: boolean;
  }): Promise<SandboxProcess>;
  /** Copies the files that are in `from` and not in `before`. */
  copyNew(from: string, before: string, to: string): Promise<void>;
  readArtifacts(folder: string, names: readonly string[]): Record<string, Uint8Array>;
  readonly env: Readonly<Record<string, string>>;
  limits(command: Command): Limits;
  /** Whether the program exists. */
  exists(command: Command): boolean;
}

/**
 * No confinement at all: a copy of the tree, a filtered environment, and limits enforced by polling. For
 * machines whose user has accepted this. In the command's output, paths of the copy become paths of the tree.
 */
export function openSubprocess(host: SubprocessHost): Sandbox {
  return {
    id: "subprocess",
    async execute(command) {
      if (command.signal?.aborted === true) return neverRan({ killedBy: "abort" });
      if (!host.exists(command)) return notFound(command.argv[0]);
      return (await begin(host, command, false)).done;
    },
    start: (command) => begin(host, command, true),
  };
}

type Copy = Awaited<ReturnType<SubprocessHost["copy"]>>;

async function begin(host: SubprocessHost, command: Command, streaming: boolean): Promise<SandboxProcess> {
  const copy = await host.copy(command);
  const translate = (path: string): string => path.replaceAll(command.tree, () => copy.tree);
  const [program, ...rest] = withArtifacts(command, copy.artifacts);
  try {
    const running = await host.run({
      argv: [translate(program), ...rest.map(translate)],
      cwd: `${copy.tree}/${command.cwd ?? ""}`,
      env: environmentIn(host, command, copy, translate),
      limits: host.limits(command),
      command,
      streaming,
    });
    const done = finish(host, command, copy, running.done);
    done.catch(() => undefined);
    return { ...running, lines: toldLines(running.lines, copy.tree, command.tree), done };
  } catch (error) {
    await copy.remove();
    throw error;
  }
}

function environmentIn(
  host: SubprocessHost,
  command: Command,
  copy: Copy,
  translate: (path: string) => string,
): Record<string, string> {
  return {
    ...host.env,
    ...(command.pathFirst?.length && {
      PATH: [...command.pathFirst.map(translate), host.env.PATH ?? ""].join(":"),
    }),
    TMPDIR: copy.temporary,
    ...copy.identity,
    ...Object.fromEntries(Object.entries(command.env ?? {}).map(([name, value]) => [name, translate(value)])),
    ...artifactVariables(command, copy.artifacts),
  };
}

/** Reads what the command leaves behind, and removes the copy. */
async function finish(
  host: SubprocessHost,
  command: Command,
  copy: Copy,
  ended: Promise<Execution>,
): Promise<Execution> {
  try {
    const execution = await ended;
    const artifacts = host.readArtifacts(copy.artifacts, command.artifacts ?? []);
    const isDone = execution.exitCode === 0 && execution.killedBy === null;
    if (command.addedTo !== undefined && isDone) await host.copyNew(copy.tree, command.tree, command.addedTo);
    return translated({ ...execution, artifacts }, copy.tree, command.tree);
  } finally {
    await copy.remove();
  }
}

async function* toldLines(lines: AsyncIterable<string>, copy: string, tree: string): AsyncGenerator<string> {
  for await (const line of lines) yield line.replaceAll(copy, () => tree);
}
