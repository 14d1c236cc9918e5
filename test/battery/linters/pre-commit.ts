import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MINUTE, must } from "../repositories-fetch.ts";

const OWN = fileURLToPath(new URL("../../..", import.meta.url));

const CONTRACT = `id: house
description: Rules of a small repository
checks:
  - id: no-eval
    message: eval runs whatever it is given.
    ast: { language: python, pattern: eval($A) }
`;

export interface PreCommitRow {
  readonly version: string;
  readonly installSeconds: number;
  readonly commitSeconds: number;
  readonly failures: readonly string[];
}

/** The real pre-commit program, with the hook of this repository's last commit, on a small repository. */
export function walkPreCommit(folder: string): PreCommitRow {
  mkdirSync(folder, { recursive: true });
  must("python3", ["-m", "venv", "venv"], folder);
  must(join(folder, "venv/bin/pip"), ["install", "-q", "pre-commit"], folder);
  const program = join(folder, "venv/bin/pre-commit");
  const clone = join(folder, "agentforge");
  must("git", ["clone", "-q", "--no-hardlinks", OWN, clone], folder);
  const revision = must("git", ["rev-parse", "HEAD"], clone).trim();

  const repository = join(folder, "repository");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  };
  write(
    ".pre-commit-config.yaml",
    `repos:\n  - repo: ${clone}\n    rev: ${revision}\n    hooks: [{ id: agentforge }]\n`,
  );
  write(".agentforge/contracts/house.yaml", CONTRACT);
  write("old.py", "eval(input())\n");
  const env = {
    ...process.env,
    PATH: `${ownNode(folder)}:${process.env.PATH}`,
    PRE_COMMIT_HOME: join(folder, "cache"),
    GIT_CONFIG_NOSYSTEM: "1",
  };
  const run = (name: string, ...args: string[]) =>
    spawnSync(name, args, { cwd: repository, encoding: "utf8", env, timeout: 20 * MINUTE });
  const commit = () => {
    run("git", "add", "-A");
    return run("git", "-c", "user.name=Battery", "-c", "user.email=battery@localhost", "commit", "-qm", "x");
  };
  run("git", "init", "-q", "-b", "main");
  commit();
  const failures: string[] = [];
  const began = performance.now();
  const installed = run(program, "install", "--install-hooks");
  const installSeconds = (performance.now() - began) / 1000;
  if (installed.status !== 0) failures.push(`pre-commit install: ${end(installed)}`);

  write("clean.py", "x = 1\n");
  const commitBegan = performance.now();
  const clean = commit();
  const commitSeconds = (performance.now() - commitBegan) / 1000;
  if (clean.status !== 0) failures.push(`a clean commit is refused: ${end(clean)}`);
  if (!/conformance check\.+Passed/.test(`${clean.stdout}${clean.stderr}`))
    failures.push(`the hook did not run: ${end(clean)}`);
  write("fresh.py", "eval(input())\n");
  const refused = commit();
  const said = `${refused.stdout}${refused.stderr}`;
  if (refused.status === 0 || !said.includes("fresh.py:1"))
    failures.push(`a commit with a violation: exit ${refused.status}, ${end(refused)}`);
  const version = must(program, ["--version"], folder).replace(/[^\d.]/g, "");
  return { version, installSeconds, commitSeconds, failures };
}

/** pre-commit looks for `nodejs` before `node`, and Debian's may be old. */
function ownNode(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  for (const name of ["node", "nodejs"]) symlinkSync(process.execPath, join(bin, name));
  return bin;
}

function end({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  return `${stdout}${stderr}`.slice(-600);
}
