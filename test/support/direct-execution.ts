import { spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { Command, Execution, Lent } from "../../src/domain/ports/sandbox.ts";
import type { Confirmation, TestTree } from "../../src/domain/ports/testing.ts";

/** For tests: runs a command as a plain child process, with an artifacts folder and a time limit. */
export async function executeDirectly(command: Command): Promise<Execution> {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-artifacts-"));
  const { identity } = command;
  const [program, ...rest] = command.argv.map((word) =>
    identity ? word.replaceAll("{artifacts}", folder) : word,
  ) as [string, ...string[]];
  const began = performance.now();
  const child = spawn(program, rest, {
    cwd: join(command.tree, command.cwd ?? "."),
    env: {
      ...inherited(command.pathFirst),
      ...command.env,
      ...(identity ? { USER: identity.user, TZ: identity.timeZone } : { AGENTFORGE_ARTIFACTS: folder }),
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let stdout = "";
  let stderr = "";
  let timedOut = false;
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  const timer = setTimeout(() => {
    timedOut = true;
    if (child.pid) process.kill(-child.pid, "SIGKILL");
  }, command.limits?.timeoutMs ?? 60_000);
  const { code, signal } = await ended(child);
  clearTimeout(timer);
  const artifacts = Object.fromEntries(
    (command.artifacts ?? []).flatMap((name) => {
      try {
        return [[name, new Uint8Array(readFileSync(join(folder, name)))]];
      } catch {
        return [];
      }
    }),
  );
  rmSync(folder, { recursive: true, force: true });
  return {
    exitCode: code,
    signal,
    stdout,
    stderr,
    durationMs: performance.now() - began,
    timedOut,
    killedBy: timedOut ? "timeout" : null,
    outputTruncated: false,
    peakMemoryMb: null,
    cpuTimeMs: null,
    artifacts,
  };
}

function ended(child: ReturnType<typeof spawn>): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((resolve) => {
    child.on("error", () => resolve({ code: 127, signal: null }));
    child.on("close", (code, signal) => resolve({ code, signal }));
  });
}

/** The variables that a sandbox would set, without those of the test runner. */
function inherited(pathFirst: readonly string[] = []): Record<string, string> {
  const kept = ["PATH", "HOME", "LANG", "TMPDIR", "GOPATH", "GOCACHE", "GOROOT", "CARGO_HOME", "RUSTUP_HOME"];
  const found = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(found), PATH: [...pathFirst, process.env.PATH].join(":") };
}

export interface TemporaryTree extends TestTree, Disposable {
  write(path: string, text: string): void;
}

/** A folder with the given files, removed when it goes out of scope. */
export function temporaryTree(
  files: Readonly<Record<string, string>>,
  lent: readonly Lent[] = [],
): TemporaryTree {
  const path = mkdtempSync(join(tmpdir(), "agentforge-tree-"));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  for (const { source, at } of lent) {
    mkdirSync(dirname(join(path, at)), { recursive: true });
    symlinkSync(source, join(path, at));
  }
  return {
    path,
    lent,
    write,
    files: async () => listing(path),
    readText: (name) => readFile(join(path, name), "utf8"),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

function listing(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)))
    .sort();
}

/** A tree that exists in memory only, for detection. */
export function treeInMemory(files: Readonly<Record<string, string>>): TestTree {
  return {
    path: "/nowhere",
    lent: [],
    files: async () => Object.keys(files).sort(),
    readText: async (name) => {
      const text = files[name];
      if (text === undefined) throw new Error(`no ${name}`);
      return text;
    },
  };
}

/** The recorded output of a real tool in one situation, of the usual or the confirming run. */
export function recordingPath(framework: string, situation: string, confirming = false): string {
  const slug = (text: string) => text.replace(/[^a-z0-9]+/gi, "-");
  const testing = join(import.meta.dirname, "../../src/services/testing");
  const folder = join(testing, confirming ? "confirm/fixtures" : "frameworks/fixtures");
  return join(folder, slug(framework), `${slug(situation)}.json`);
}

/** For tests: how a confirming run differs. */
export const confirmation: Confirmation = {
  identity: {
    user: "mira",
    host: "alder-3",
    home: "/srv/mira",
    folder: "/srv/checkout/one",
    timeZone: "Asia/Tokyo",
  },
  seed: 123_456,
};
