import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Repository } from "./repository.ts";

/** The git side of a forge: a bare repository reachable at `ssh://git@forge.example/owner/name.git`. */
export interface ForgeRemote {
  readonly folder: string;
  /** A PATH where `ssh` runs the command locally, on the folder that represents the forge. */
  readonly path: string;
  git(...args: readonly string[]): string;
  remove(): void;
}

export function forgeRemote(repository: Repository): ForgeRemote {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-forge-"));
  const bare = join(folder, "owner/name.git");
  execFileSync("git", ["init", "-q", "--bare", bare]);
  repository.git("remote", "add", "origin", "ssh://git@forge.example/owner/name.git");
  repository.git("push", "-q", bare, "HEAD:refs/heads/main");
  const programs = join(folder, "bin");
  mkdirSync(programs);
  const script = `#!/bin/sh\nfor last; do :; done\nexec sh -c "$(printf %s "$last" | sed "s#'/#'${folder}/#")"\n`;
  writeFileSync(join(programs, "ssh"), script);
  chmodSync(join(programs, "ssh"), 0o755);
  return {
    folder,
    path: `${programs}:${process.env.PATH}`,
    git: (...args) => execFileSync("git", args, { cwd: bare, encoding: "utf8" }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
