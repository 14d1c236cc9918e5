import { execFileSync } from "node:child_process";
import { mkdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Situation } from "./dirty-files.ts";
import { type Place, userEnv } from "./git-place.ts";

/** Repositories with an unusual setup, or with an operation in progress. */
export const dirtyRepositories: readonly Situation[] = [
  {
    name: "submodule",
    arrange: (place) => {
      const inner = join(place.base, "inner");
      mkdirSync(inner);
      const git = (...args: string[]) => execFileSync("git", args, { cwd: inner, env: userEnv(place.base) });
      git("init", "-q");
      git("-c", "user.name=A", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "inner");
      place.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "module");
      place.git("commit", "-qm", "module");
      place.write("module/inside.txt", "inside\n");
    },
    lacks: ["module/inside.txt"],
    lent: ["module"],
  },
  {
    name: "a nested repository that is not a submodule",
    arrange: (place) => {
      mkdirSync(join(place.root, "nested"));
      execFileSync("git", ["init", "-q"], { cwd: join(place.root, "nested"), env: userEnv(place.base) });
      place.write("nested/x.txt", "x\n");
    },
    lacks: ["nested/x.txt"],
  },
  {
    name: "sparse checkout",
    arrange: (place) => {
      place.git("update-index", "-q", "--refresh");
      place.git("sparse-checkout", "set", "--cone", "src");
    },
    lacks: ["lib/d.js"],
  },
  {
    name: "sparse checkout with a sparse index",
    arrange: (place) => {
      place.git("update-index", "-q", "--refresh");
      place.git("sparse-checkout", "set", "--cone", "--sparse-index", "src");
    },
    lacks: ["lib/d.js"],
  },
  {
    name: "sparse checkout that leaves the file out",
    arrange: (place) => {
      place.git("update-index", "-q", "--refresh");
      place.git("sparse-checkout", "set", "--cone", "lib");
    },
    conflict: /sparse/,
    lacks: ["src/add.js"],
  },
  {
    name: "LFS pointers",
    arrange: (place) => {
      place.write(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n");
      place.write("data.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n");
      place.git("add", ".");
      place.git("commit", "-qm", "lfs");
    },
    holds: { "data.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n" },
  },
  {
    name: "the file itself in LFS",
    arrange: (place) => {
      place.write(".gitattributes", "*.js filter=lfs\n");
      place.git("add", ".");
      place.git("commit", "-qm", "lfs");
    },
    conflict: /filter "lfs"/,
  },
  {
    name: "line endings converted by configuration",
    arrange: (place) => {
      place.git("config", "core.autocrlf", "true");
      for (const name of ["add", "b"]) unlinkSync(join(place.root, `src/${name}.js`));
      place.git("checkout", "-q", "--", "src");
    },
    holds: { "src/b.js": "b\r\n", "src/add.js": "add\r\n" },
  },
  {
    name: "line endings converted by attributes",
    arrange: (place) => {
      place.write(".gitattributes", "*.js text eol=crlf\n");
      place.git("add", ".");
      place.git("commit", "-qm", "attributes");
      for (const name of ["add", "b"]) unlinkSync(join(place.root, `src/${name}.js`));
      place.git("checkout", "-q", "--", "src");
    },
    holds: { "src/b.js": "b\r\n", "src/add.js": "add\r\n" },
  },
  {
    name: "detached HEAD",
    arrange: (place) => {
      place.git("checkout", "-q", "--detach");
    },
  },
  {
    name: "packed references",
    arrange: (place) => {
      place.git("pack-refs", "--all");
      place.git("gc", "-q");
    },
  },
  {
    name: "a branch with slashes",
    arrange: (place) => {
      place.git("checkout", "-q", "-b", "feature/a/b");
    },
  },
  {
    name: "split index",
    arrange: (place) => {
      place.git("config", "core.splitIndex", "true");
      place.git("update-index", "--split-index");
      place.write("src/b.js", "staged\n");
      place.git("add", "src/b.js");
    },
    holds: { "src/b.js": "staged\n" },
  },
  {
    name: "untracked cache and index version 4",
    arrange: (place) => {
      place.git("config", "core.untrackedCache", "true");
      place.git("update-index", "--index-version", "4");
      place.git("status");
    },
  },
  {
    name: "mid-rebase",
    arrange: (place) => {
      divert(place);
      expect(() => place.git("rebase", "side")).toThrow();
    },
    conflict: /rebase is in progress/,
  },
  {
    name: "mid-merge",
    arrange: (place) => {
      divert(place);
      expect(() => place.git("merge", "-q", "side")).toThrow();
    },
    conflict: /merge is in progress/,
  },
  {
    name: "a stash that did not apply cleanly elsewhere",
    arrange: (place) => {
      place.write("src/b.js", "stashed\n");
      place.git("stash", "-q");
      place.write("src/b.js", "committed\n");
      place.git("commit", "-qam", "b");
      expect(() => place.git("stash", "pop")).toThrow();
    },
  },
  {
    name: "shallow clone",
    arrange: (place) => {
      place.write("src/b.js", "second\n");
      place.git("commit", "-qam", "second");
      const clone = join(place.base, "clone");
      place.git("clone", "-q", "--depth=1", `file://${place.root}`, clone);
      return clone;
    },
  },
  {
    name: "partial clone",
    arrange: (place) => {
      place.git("config", "uploadpack.allowFilter", "true");
      place.write("src/b.js", "second\n");
      place.git("commit", "-qam", "second");
      const clone = join(place.base, "clone");
      place.git("clone", "-q", "--filter=blob:none", `file://${place.root}`, clone);
      return clone;
    },
  },
  {
    name: "linked worktree of another repository",
    arrange: (place) => {
      const linked = join(place.base, "linked");
      place.git("worktree", "add", "-q", "-b", "linked", linked);
      return linked;
    },
  },
  {
    name: "a branch that two worktrees have checked out",
    arrange: (place) => {
      place.git("worktree", "add", "-q", "--force", join(place.base, "linked"), "main");
    },
    conflict: /another worktree/,
  },
  {
    name: "CRLF in HEAD, despite the attributes",
    arrange: (place) => {
      place.write("src/add.js", "add\r\nadd\r\n");
      place.git("commit", "-qam", "crlf");
      place.write(".gitattributes", "* text=auto\n");
      place.git("add", ".gitattributes");
      place.git("commit", "-qm", "attributes");
    },
    holds: { "src/add.js": "add\r\nadd\r\n" },
  },
  { name: "SHA-256 objects", init: ["--object-format=sha256"], arrange: () => {} },
];
/** Two branches that changed the same line. */
function divert(place: Place): void {
  place.git("checkout", "-q", "-b", "side");
  place.write("src/b.js", "side\n");
  place.git("commit", "-qam", "side");
  place.git("checkout", "-q", "main");
  place.write("src/b.js", "main\n");
  place.git("commit", "-qam", "main");
}
