import { openSandboxFor } from "../../../app.ts";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { visible } from "../terminal.ts";

export interface SandboxOptions {
  readonly timeout?: number;
  readonly memory?: number;
}

/** Runs any command, confined as tests are: writes to the folder are discarded. */
export async function runInSandbox(
  context: CommandContext,
  argv: readonly string[],
  options: SandboxOptions,
): Promise<CommandResult> {
  const [program, ...rest] = argv;
  if (program === undefined) {
    throw new AgentForgeError("bad_input", "no command was given", {
      hint: "Put it after --, for example: agentforge sandbox run -- node --version",
    });
  }
  const sandbox = await openSandboxFor(context);
  const execution = await sandbox.execute({
    argv: [program, ...rest],
    tree: context.cwd,
    limits: {
      ...(options.timeout && { timeoutMs: options.timeout * 1000 }),
      ...(options.memory && { memoryMb: options.memory }),
    },
    signal: context.signal,
  });
  const { paint } = context;
  const ended = execution.killedBy
    ? paint("yellow", `▲ stopped by the ${execution.killedBy} limit`)
    : `exit code ${execution.exitCode ?? execution.signal}`;
  const facts = `${sandbox.id}, ${Math.round(execution.durationMs)} ms${execution.peakMemoryMb === null ? "" : `, peak ${Math.round(execution.peakMemoryMb)} MB`}`;
  const text = [visible(execution.stdout), visible(execution.stderr), paint("dim", `${ended} (${facts})`)]
    .filter((part) => part !== "")
    .join("\n");
  return {
    exitCode: execution.exitCode === 0 ? 0 : 1,
    text,
    data: { sandbox: sandbox.id, ...execution, artifacts: undefined },
  };
}
