import { fileURLToPath } from "node:url";
import { execa } from "execa";

const launcher = fileURLToPath(new URL("../../bin/agentforge.js", import.meta.url));

export interface CliRun {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** What `--json` printed. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape differs by command, and each test states what it expects
  readonly json: any;
}

/** Runs the built program in a folder, as a person or a script would. */
export async function agentforge(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<CliRun> {
  const child = await execa(process.execPath, [launcher, ...args], {
    cwd,
    env,
    reject: false,
    timeout: 120_000,
    stdin: "ignore",
  });
  const { exitCode, stdout, stderr } = child;
  return { exitCode, stdout, stderr, json: args.includes("--json") ? parse(stdout, stderr) : null };
}

export function startAgentforge(cwd: string, args: readonly string[]) {
  return execa(process.execPath, [launcher, ...args], { cwd, reject: false, stdin: "ignore" });
}

function parse(stdout: string, stderr: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`--json printed no JSON:\n${stdout}\n${stderr}`);
  }
}
