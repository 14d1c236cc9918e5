import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Fix, git, has } from "./commits-history.ts";

/** Status by id. */
export type Statuses = ReadonlyMap<string, string>;

/** A clone in which every commit can be tried; its origin is only read. */
export interface Tree {
  readonly path: string;
  readonly newest: string;
  checkOut(commit: string): void;
  /** Checks out the test files of a fix from `commit`. */
  layTests(fix: Fix, commit: string): void;
  /** The tests in these files; null if they cannot run. */
  run(files: readonly string[]): Statuses | null;
  /** The `--json` output of the command; null if it is not JSON. */
  agentforge(...given: string[]): unknown;
}

const MINUTE = 60_000;
const cli = fileURLToPath(new URL("../bin/agentforge.js", import.meta.url));
/** Installed once, and kept while commits are checked out and cleaned up. */
const KEPT = [".agentforge/", ".venv/", "node_modules/", "target/", "__pycache__/", "*.egg-info/"];

export function openTree(original: string, folder: string, install: readonly string[]): Tree {
  const path = join(folder, "tree");
  const env = { ...process.env, XDG_CONFIG_HOME: join(folder, "config") };
  mkdirSync(folder, { recursive: true });
  git(folder, "clone", "-q", "--no-hardlinks", "--no-tags", original, path);
  writeFileSync(join(path, ".git", "info", "exclude"), `${KEPT.join("\n")}\n`);
  for (const line of install) shell(line, path);

  function checkOut(commit: string): void {
    git(path, "checkout", "-q", "--force", "--detach", commit);
    git(path, "clean", "-qfd");
    rmSync(join(path, ".agentforge"), { recursive: true, force: true });
  }

  function layTests({ tests }: Fix, commit: string): void {
    for (const file of tests) {
      if (has(path, commit, file)) git(path, "checkout", "-q", commit, "--", file);
      else git(path, "rm", "-q", "--ignore-unmatch", "--", file);
    }
  }

  function run(files: readonly string[]): Statuses | null {
    const outcome = agentforge("test", ...files) as Ran | null;
    const result = outcome?.result;
    if (result === undefined || result.parsing_failed || result.tests.length === 0) return null;
    return new Map(result.tests.map(({ id, status }) => [id, status]));
  }

  function agentforge(...given: string[]): unknown {
    const { stdout } = spawnSync(process.execPath, [cli, ...given, "--json"], {
      cwd: path,
      env,
      encoding: "utf8",
      timeout: 20 * MINUTE,
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "ignore"],
    });
    try {
      return JSON.parse(stdout);
    } catch {
      return null;
    }
  }

  return { path, newest: git(path, "rev-parse", "HEAD").trim(), checkOut, layTests, run, agentforge };
}

interface Ran {
  readonly result?: {
    readonly tests: readonly { readonly id: string; readonly status: string }[];
    readonly parsing_failed: boolean;
  };
}

function shell(line: string, cwd: string): void {
  const { status, stderr } = spawnSync("sh", ["-c", line], { cwd, encoding: "utf8", timeout: 20 * MINUTE });
  if (status !== 0) throw new Error(`${line}: ${stderr}`);
}
