import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const examples = fileURLToPath(new URL("../../examples", import.meta.url));

/** A git repository in a temporary folder, with functions to inspect it from outside. */
export interface Repository {
  readonly path: string;
  git(...args: string[]): string;
  write(path: string, text: string): void;
  read(path: string): string;
  /** Hash of everything that belongs to the user: files, index, refs, stash. `.agentforge` does not. */
  fingerprint(): string;
  remove(): void;
}

export function exampleRepository(name: string): Repository {
  return makeRepository((folder) => cpSync(join(examples, name), folder, { recursive: true }));
}

export function makeRepository(fill: (folder: string) => void, commit = true): Repository {
  const path = mkdtempSync(join(tmpdir(), "agentforge-test-"));
  fill(path);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
      cwd: path,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  git("init", "-q", "-b", "main");
  if (commit) {
    git("add", "-A");
    git("commit", "-q", "-m", "first");
  }
  return {
    path,
    git,
    write(file, text) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), text);
    },
    read: (file) => readFileSync(join(path, file), "utf8"),
    fingerprint: () => fingerprintOf(path, git),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

function fingerprintOf(path: string, git: (...args: string[]) => string): string {
  const hash = createHash("sha256");
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
    .map((entry) => relative(path, join(entry.parentPath, entry.name)))
    .filter((name) => !/^\.(?:git|agentforge)(?:\/|$)/.test(name))
    .sort();
  for (const name of entries) {
    const file = join(path, name);
    const status = statSync(file);
    hash.update(`${name} ${status.mode} `);
    if (status.isFile()) hash.update(readFileSync(file));
  }
  hash.update(git("ls-files", "--stage"));
  hash.update(withoutOurs(git("for-each-ref")));
  hash.update(git("stash", "list"));
  hash.update(readFileSync(join(path, ".git", "HEAD")));
  hash.update(readFileSync(join(path, ".git", "config")));
  return hash.digest("hex");
}

/** Journal checkpoints and certificates are ours, under a separate ref name. */
function withoutOurs(references: string): string {
  return references
    .split("\n")
    .filter((line) => !line.includes("\trefs/agentforge/"))
    .join("\n");
}

/** Trees and other folders that a run should have removed. */
export function leftovers(target: Repository): string[] {
  return ["attempts", "scratch", "tmp"].flatMap((name) => {
    const folder = join(target.path, ".agentforge", name);
    return existsSync(folder) ? readdirSync(folder) : [];
  });
}
