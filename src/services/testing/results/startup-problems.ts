import { isFrameworkPackage } from "../registry.ts";

/** Something that a tool prints when it cannot start, and how to explain it to a person. */
interface StartupProblem {
  readonly pattern: RegExp;
  /** The problem and what to do; null if the match turns out to be something else. */
  say(match: RegExpExecArray): string | null;
}

const PLUGINS: readonly [RegExp, string][] = [
  [/--(no-)?cov/, "pytest-cov"],
  [/(^|\s)-n|--dist|--numprocesses/, "pytest-xdist"],
  [/--timeout/, "pytest-timeout"],
  [/--asyncio/, "pytest-asyncio"],
  [/--ds|--reuse-db|--nomigrations|--no-migrations/, "pytest-django"],
  [/--benchmark/, "pytest-benchmark"],
  [/--reruns/, "pytest-rerunfailures"],
];

const SERVERS: readonly [RegExp, string][] = [
  [/:5432\b|postgres|psycopg|PGHOST/i, "a PostgreSQL server"],
  [/:3306\b|mysql|mariadb/i, "a MySQL server"],
  [/:6379\b|redis/i, "a Redis server"],
  [/:27017\b|mongo/i, "a MongoDB server"],
  [/:5672\b|amqp|rabbitmq/i, "a RabbitMQ server"],
  [/:9200\b|elasticsearch/i, "an Elasticsearch server"],
  [/docker\.sock|docker daemon/i, "Docker"],
];

/** The output does not show which package manager the project uses. */
const INSTALL = "run npm install in the project, or install with pnpm, yarn or bun if it uses one of these";

/** The first match is reported, so the most specific ones come first. */
export const STARTUP_PROBLEMS: readonly StartupProblem[] = [
  {
    pattern: /^The sandbox stopped it: (memory|disk|processes|output|cpu)\.$/m,
    say: ([, limit]) =>
      `it used more than the sandbox allows (${limit}): ${LIMITS[limit ?? ""] ?? "make it use less"}`,
  },
  {
    pattern:
      /(?:No module named ['"]?([\w.]+)|^(?:.*: )?([\w./+-]+): (?:command )?not found$)[\s\S]*^agentforge: It ran in the image (\S+)\. .*(sandbox\.images\.\S+)/m,
    say: ([, name, program, image, setting]) =>
      `the image ${image} has no ${name === undefined ? `program ${program}` : `Python package ${name.split(".")[0]}`}: set ${setting} in your settings to an image that has it`,
  },
  {
    pattern: /unrecognized arguments?: (.+)/,
    say: ([, words = ""]) => {
      const plugin = PLUGINS.find(([flags]) => flags.test(words))?.[1];
      return plugin
        ? `pytest does not recognize ${words}: install ${plugin} with python3 -m pip install ${plugin}`
        : `the test tool does not recognize ${words}: check the options in the project's configuration`;
    },
  },
  {
    pattern: /Cannot find (?:module|package) '(?:[^']*\/node_modules\/)?((?:@[\w.-]+\/)?[\w.-]+)[^']*'/,
    say: ([whole, name = ""]) => {
      if (/'\.{0,2}\//.test(whole) && !whole.includes("/node_modules/")) return null;
      return isFrameworkPackage(name)
        ? `${name} is not installed: ${INSTALL}`
        : `the package ${name} is missing: ${INSTALL}`;
    },
  },
  {
    pattern: /No module named ['"]?([\w.]+)/,
    say: ([, name = ""]) =>
      `the Python package ${name.split(".")[0]} is missing: install it with python3 -m pip install ${name.split(".")[0]}, in the project's virtual environment if it has one`,
  },
  {
    pattern: /fixture '(\w+)' not found/,
    say: ([, name]) => `no pytest plug-in provides the fixture ${name}: install the one that does`,
  },
  {
    pattern: /no required module provides package (\S+?)[;:]|(\S+): module lookup disabled by GOPROXY=off/,
    say: ([, one, other]) =>
      `the Go module of ${one ?? other} is not on this machine: run go mod download in the project`,
  },
  {
    pattern: /missing go\.sum entry for (?:module providing package )?(\S+)/,
    say: ([, name]) => `go.sum has no entry for ${name}: run go mod tidy in the project`,
  },
  {
    pattern:
      /in offline mode and the artifact (\S+) has not|No cached version of (\S+) available for offline mode/,
    say: ([, one, other]) =>
      `${one ?? other} is not on this machine: run the project's own tests once, with the network, so that Maven or Gradle downloads it`,
  },
  {
    pattern: /no matching package named `([^`]+)` found|failed to (?:download|get) `([^`]+)`/,
    say: ([, one, other]) =>
      `the crate ${one ?? other} is not on this machine: run cargo fetch in the project`,
  },
  {
    pattern:
      /(?:getaddrinfo )?(?:ENOTFOUND|EAI_AGAIN)(?: ([\w.-]+))?|Temporary failure in name resolution|Could not resolve host:? ?([\w.-]*)|ENETUNREACH|Network is unreachable/,
    say: ([, one, other]) =>
      `it needs the network${one || other ? ` (${one || other})` : ""}, and tests have none in the sandbox: download what it needs beforehand, or exclude the suite in your settings`,
  },
  {
    pattern:
      /^.*(?:ECONNREFUSED|Connection refused|could not connect|Cannot connect to the Docker daemon).*$/im,
    say: ([line]) => {
      const server =
        SERVERS.find(([sign]) => sign.test(line))?.[1] ?? "a server that does not run in the sandbox";
      return `it needs ${server}, and only what the tests start themselves runs in the sandbox: start it from the tests, or exclude the suite in your settings (${line.trim().slice(0, 200)})`;
    },
  },
  {
    pattern:
      /^(?:.*: )?(?:line \d+: )?([\w./+-]+): (?:command )?not found$|spawn(?:Sync)? (\S+) ENOENT|^env: .?([\w./-]+).?: No such file/m,
    say: ([, one, two, three]) =>
      `the program ${one ?? two ?? three} was not found: install it, or put it on your PATH`,
  },
  {
    pattern:
      /Unsupported engine|requires (?:a )?(?:node|python)[^\n]*|The engine "\w+" is incompatible[^\n]*/i,
    say: ([line]) => `the language version does not match: ${line.trim()}`,
  },
  {
    pattern: /ENOSPC|No space left on device/,
    say: () => "it wrote more than the sandbox allows: raise sandbox.disk_mb in your settings",
  },
  {
    pattern: /(?:EACCES|EPERM|EROFS)[^\n]*|Permission denied[^\n]*|Read-only file system[^\n]*/,
    say: ([line]) => `the sandbox does not allow what it tried: ${line.trim().slice(0, 200)}`,
  },
];

const LIMITS: Readonly<Record<string, string>> = {
  memory: "raise sandbox.memory_mb in your settings",
  disk: "raise sandbox.disk_mb in your settings",
  processes: "raise sandbox.processes in your settings",
  output: "raise sandbox.output_mb in your settings",
};
