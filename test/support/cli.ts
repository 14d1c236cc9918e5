import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { sandboxOptions } from "./nested.ts";

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
  timeoutMs = 120_000,
): Promise<CliRun> {
  const child = await execa(process.execPath, [launcher, ...sandboxOptions, ...args], {
    cwd,
    env,
    reject: false,
    timeout: timeoutMs,
    stdin: "ignore",
  });
  const { exitCode, stdout, stderr } = child;
  return { exitCode, stdout, stderr, json: args.includes("--json") ? parse(stdout, stderr) : null };
}

/** The same as a user who owns nothing; null if root cannot become one that can read this project. */
export async function agentforgeAsNobody(cwd: string, args: readonly string[]): Promise<CliRun | null> {
  const become =
    process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
  const [program = process.execPath, ...rest] = [...become, process.execPath, launcher, ...args];
  const options = {
    cwd,
    env: { HOME: "/nonexistent" },
    reject: false,
    timeout: 120_000,
    stdin: "ignore",
  } as const;
  const probe = await execa(program, [...rest.slice(0, -args.length), "--version"], options);
  if (probe.exitCode !== 0) return null;
  const { exitCode, stdout, stderr } = await execa(program, rest, options);
  return { exitCode, stdout, stderr, json: null };
}

/** Prevents everyone inside from creating another user namespace, which every sandbox here needs. */
const NO_NAMESPACES =
  'echo 1 >/proc/sys/user/max_user_namespaces; exec unshare --user --map-user=1000 --map-group=1000 "$@"';

/** The same in an environment without a working sandbox; null if it cannot be created. */
export async function agentforgeWithoutSandbox(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<CliRun | null> {
  const confined = (...command: string[]) =>
    execa("unshare", ["--map-root-user", "sh", "-ec", NO_NAMESPACES, "sh", ...command], {
      cwd,
      env,
      reject: false,
      timeout: 120_000,
      stdin: "ignore",
    });
  const probe = await confined("sh", "-c", "unshare --user true && exit 1; exit 0");
  if (probe.exitCode !== 0) return null;
  const { exitCode, stdout, stderr } = await confined(process.execPath, launcher, ...args);
  return { exitCode, stdout, stderr, json: args.includes("--json") ? parse(stdout, stderr) : null };
}

/** Without `input`, there is no standard input. */
export function startAgentforge(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
  input?: string,
) {
  return execa(process.execPath, [launcher, ...sandboxOptions, ...args], {
    cwd,
    env,
    reject: false,
    forceKillAfterDelay: 60_000,
    ...(input === undefined ? { stdin: "ignore" as const } : { input }),
  });
}

function parse(stdout: string, stderr: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`--json printed no JSON:\n${stdout}\n${stderr}`);
  }
}
