import { execa } from "execa";
import { AgentForgeError } from "../../../domain/errors.ts";

/** The git program and its environment; it inherits nothing else from our process. */
export interface GitProgram {
  /** Absolute path, or a name looked up in `env.PATH`. */
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface GitPlaces {
  /** A git directory that we created. Never the user's: its configuration can name programs to run. */
  readonly gitDir: string;
  readonly workTree?: string;
  readonly index?: string;
  /** Where new objects go; default: the directory itself. */
  readonly objects?: string;
}

interface GitOptions {
  readonly stdin?: string | Uint8Array;
  /** Expected exit codes other than 0. */
  readonly accept?: readonly number[];
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface GitOutput {
  readonly exitCode: number;
  readonly bytes: Uint8Array;
  /** The bytes as UTF-8, without the last line feed. */
  readonly text: string;
}

export type Git = (args: readonly string[], options?: GitOptions) => Promise<GitOutput>;

/**
 * The only place that runs git. No shell, no configuration except that of our own directory, no hooks,
 * prompts or network.
 */
export function createGit(program: GitProgram, places: GitPlaces, signal?: AbortSignal): Git {
  const env = { ...hardened, ...pass(program.env), ...placesEnv(places) };
  const usual = signal === undefined ? {} : { signal };
  return async (args, options = {}) =>
    runGit(program.path, args, { ...env, ...options.env }, { ...usual, ...options });
}

/** For commands that need no repository: reading a configuration file as data, `init`. */
export function createGitOutside(program: GitProgram, env: Readonly<Record<string, string>> = {}): Git {
  const base = { ...hardened, ...pass(program.env), ...env };
  return async (args, options = {}) => runGit(program.path, args, { ...base, ...options.env }, options);
}

export type Protocol = "https" | "ssh" | "file";

/**
 * For commands that talk to another machine. Only the named protocols are allowed; ssh never prompts; the
 * token is passed in git's environment, where other users cannot see it, and is sent only to that host.
 */
export function createGitOverNetwork(
  program: GitProgram,
  access: { readonly protocols: readonly Protocol[]; readonly host?: string; readonly token?: string },
  places?: GitPlaces,
): Git {
  const allowed = [
    "HOME",
    "SSH_AUTH_SOCK",
    "GIT_SSL_CAINFO",
    "SSL_CERT_FILE",
    "HTTPS_PROXY",
    "https_proxy",
    "NO_PROXY",
    "no_proxy",
  ];
  const header =
    access.token === undefined || access.host === undefined
      ? {}
      : {
          GIT_CONFIG_COUNT: "1",
          GIT_CONFIG_KEY_0: `http.https://${access.host}/.extraHeader`,
          GIT_CONFIG_VALUE_0: `Authorization: Basic ${Buffer.from(`x-access-token:${access.token}`).toString("base64")}`,
        };
  return createGitOutside(program, {
    ...Object.fromEntries(Object.entries(program.env).filter(([name]) => allowed.includes(name))),
    ...(places === undefined ? {} : placesEnv(places)),
    ...header,
    GIT_ALLOW_PROTOCOL: access.protocols.join(":"),
    GIT_SSH_COMMAND: "ssh -o BatchMode=yes -o ConnectTimeout=20 -o ServerAliveInterval=15",
    GIT_HTTP_LOW_SPEED_LIMIT: "100",
    GIT_HTTP_LOW_SPEED_TIME: "30",
  });
}

const hardened: Readonly<Record<string, string>> = {
  LC_ALL: "C",
  HOME: "/nonexistent",
  XDG_CONFIG_HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "/bin/false",
  SSH_ASKPASS: "/bin/false",
  GIT_PAGER: "cat",
  GIT_EDITOR: ":",
  GIT_SSH_COMMAND: "/bin/false",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_LITERAL_PATHSPECS: "1",
  GIT_CEILING_DIRECTORIES: "/",
};

/** Configuration on the command line overrides every file. */
const overrides = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.splitIndex=false",
  "core.sshCommand=/bin/false",
  "core.alternateRefsCommand=/bin/false",
  "core.quotePath=false",
  "commit.gpgSign=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "protocol.allow=never",
  "submodule.recurse=false",
  "diff.ignoreSubmodules=all",
  "credential.helper=",
].flatMap((setting) => ["-c", setting]);

function pass(env: Readonly<Record<string, string>>): Record<string, string> {
  const allowed = ["PATH", "TMPDIR", "LD_LIBRARY_PATH", "GIT_EXEC_PATH"];
  return Object.fromEntries(Object.entries(env).filter(([name]) => allowed.includes(name)));
}

function placesEnv(places: GitPlaces): Record<string, string> {
  return {
    GIT_DIR: places.gitDir,
    ...(places.workTree === undefined ? {} : { GIT_WORK_TREE: places.workTree }),
    ...(places.index === undefined ? {} : { GIT_INDEX_FILE: places.index }),
    ...(places.objects === undefined ? {} : { GIT_OBJECT_DIRECTORY: places.objects }),
  };
}

async function runGit(
  path: string,
  args: readonly string[],
  env: Record<string, string>,
  options: GitOptions,
): Promise<GitOutput> {
  const result = await execa(path, [...overrides, ...args], {
    env,
    extendEnv: false,
    cwd: env.GIT_WORK_TREE ?? env.GIT_DIR ?? "/",
    encoding: "buffer",
    stripFinalNewline: false,
    reject: false,
    ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
    ...(options.signal === undefined ? {} : { cancelSignal: options.signal }),
    maxBuffer: 1024 * 1024 * 1024,
    ...(options.stdin === undefined ? { stdin: "ignore" as const } : { input: options.stdin }),
  });
  const exitCode = result.exitCode ?? -1;
  if (exitCode === 0 || options.accept?.includes(exitCode)) {
    return {
      exitCode,
      bytes: result.stdout,
      text: Buffer.from(result.stdout).toString("utf8").replace(/\n$/, ""),
    };
  }
  options.signal?.throwIfAborted();
  const stderr = Buffer.from(result.stderr ?? [])
    .toString("utf8")
    .trim();
  const why = stderr || result.shortMessage || `exit code ${exitCode}`;
  if (/No space left on device|Out of diskspace|Disk quota exceeded/i.test(stderr)) {
    throw new AgentForgeError("disk_full", `the disk is full: git ${args.join(" ")} could not write`, {
      hint: "Free some space.",
    });
  }
  throw new AgentForgeError("git_failed", `git ${args.join(" ")} failed: ${why}`, {
    hint: result.code === "ENOENT" ? "Install git, or put it on the PATH." : "Run `agentforge doctor`.",
  });
}

/** The records of `-z` output. */
export function splitRecords(output: GitOutput): readonly string[] {
  const text = Buffer.from(output.bytes).toString("utf8");
  return text === "" ? [] : text.replace(/\0$/, "").split("\0");
}
