import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  type Stats,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { sha256 } from "./file-state.ts";
import { createPlace, landRequest, openAt, type Place, userEnv } from "./test-support.ts";

interface Situation {
  readonly name: string;
  readonly init?: readonly string[];
  /** Returns the root to work in where it is another than the place's. */
  readonly arrange: (place: Place) => string | undefined;
  /** Why `src/add.js` cannot land; it lands where this is not given. */
  readonly conflict?: RegExp;
  /** Files the attempt must hold besides, with this content. */
  readonly holds?: Readonly<Record<string, string>>;
  readonly lacks?: readonly string[];
  /** In the tree, though not among the attempt's files. */
  readonly besides?: readonly string[];
  readonly lent?: readonly string[];
}

const situations: readonly Situation[] = [
  { name: "clean", arrange: () => undefined },
  {
    name: "staged",
    arrange: (place) => {
      place.write("src/b.js", "staged\n");
      place.git("add", "src/b.js");
      return undefined;
    },
    holds: { "src/b.js": "staged\n" },
  },
  {
    name: "staged and changed again",
    arrange: (place) => {
      place.write("src/b.js", "staged\n");
      place.git("add", "src/b.js");
      place.write("src/b.js", "changed again\n");
      return undefined;
    },
    holds: { "src/b.js": "changed again\n" },
  },
  {
    name: "unstaged, same size, same second",
    arrange: (place) => {
      place.write("src/b.js", "B\n");
      return undefined;
    },
    holds: { "src/b.js": "B\n" },
  },
  {
    name: "untracked, with odd names",
    arrange: (place) => {
      place.write("new/ü ñ.txt", "new\n");
      place.write("new/tab\there.txt", "tab\n");
      return undefined;
    },
    holds: { "new/ü ñ.txt": "new\n" },
  },
  {
    name: "ignored by every kind of rule",
    arrange: (place) => {
      place.write(".gitignore", "*.log\nnode_modules/\n.venv/\n");
      place.write(".git/info/exclude", "excluded.txt\n");
      place.write("../.config/git/ignore", "global.txt\n");
      place.write("a.log", "x");
      place.write("excluded.txt", "x");
      place.write("global.txt", "x");
      place.write("packages/a/node_modules/b/index.js", "x");
      place.write(".venv/pyvenv.cfg", "x");
      return undefined;
    },
    lacks: ["a.log", "excluded.txt", "global.txt", "packages/a/node_modules/b/index.js"],
    lent: [".venv", "packages/a/node_modules"],
  },
  {
    name: "ignored files of generated code",
    arrange: (place) => {
      place.write(".gitignore", "_version.py\nlocal_settings.py\n");
      place.write("src/_version.py", "version = 1\n");
      place.write("src/local_settings.py", "key = 1\n");
      return undefined;
    },
    besides: ["src/_version.py"],
    lacks: ["src/_version.py", "src/local_settings.py"],
  },
  {
    name: "ignored folders nobody needs",
    arrange: (place) => {
      place.write(".gitignore", ".venv/\nnode_modules/\ncache/\n");
      place.write("cache/x.js", "x");
      place.write(".venv/pyvenv.cfg", "x");
      place.write("packages/a/node_modules/b/index.js", "x");
      return undefined;
    },
    lacks: ["cache/x.js"],
    lent: [".venv", "packages/a/node_modules"],
  },
  {
    name: "dependencies nobody ignored",
    arrange: (place) => {
      place.write("node_modules/b/index.js", "x");
      return undefined;
    },
    lacks: ["node_modules/b/index.js"],
    lent: ["node_modules"],
  },
  {
    name: "deleted, staged and not",
    arrange: (place) => {
      unlinkSync(join(place.root, "src/b.js"));
      place.git("rm", "-q", "src/c.js");
      return undefined;
    },
    lacks: ["src/b.js", "src/c.js"],
  },
  {
    name: "mode",
    arrange: (place) => {
      chmodSync(join(place.root, "src/b.js"), 0o755);
      return undefined;
    },
    holds: { "src/b.js": "b\n" },
  },
  {
    name: "rename",
    arrange: (place) => {
      place.git("mv", "src/b.js", "src/moved.js");
      return undefined;
    },
    holds: { "src/moved.js": "b\n" },
    lacks: ["src/b.js"],
  },
  {
    name: "a file where a folder was, a folder where a file was",
    arrange: (place) => {
      rmSync(join(place.root, "lib"), { recursive: true });
      place.write("lib", "now a file\n");
      unlinkSync(join(place.root, "src/b.js"));
      place.write("src/b.js/inner.js", "now a folder\n");
      return undefined;
    },
    holds: { lib: "now a file\n", "src/b.js/inner.js": "now a folder\n" },
  },
  {
    name: "a folder replaced by a link to elsewhere",
    arrange: (place) => {
      rmSync(join(place.root, "lib"), { recursive: true });
      place.write("../elsewhere/d.js", "outside\n");
      symlinkSync("../elsewhere", join(place.root, "lib"));
      return undefined;
    },
    lacks: ["lib/d.js"],
  },
  {
    name: "symbolic links",
    arrange: (place) => {
      symlinkSync("src/b.js", join(place.root, "link"));
      place.git("add", "link");
      place.git("commit", "-qm", "link");
      return undefined;
    },
  },
  {
    name: "intent to add",
    arrange: (place) => {
      place.write("later.js", "later\n");
      place.git("add", "-N", "later.js");
      return undefined;
    },
    holds: { "later.js": "later\n" },
  },
  {
    name: "assume unchanged hides an edit of the same file",
    arrange: (place) => {
      place.git("update-index", "--assume-unchanged", "src/add.js");
      place.write("src/add.js", "hidden edit\n");
      return undefined;
    },
    conflict: /not committed/,
    holds: { "src/add.js": "hidden edit\n" },
  },
  {
    name: "the same file unstaged",
    arrange: (place) => {
      place.write("src/add.js", "mine\n");
      return undefined;
    },
    conflict: /not committed/,
  },
  {
    name: "the same file staged",
    arrange: (place) => {
      place.write("src/add.js", "mine\n");
      place.git("add", ".");
      return undefined;
    },
    conflict: /staged/,
  },
  {
    name: "the same file staged, then taken back in the tree",
    arrange: (place) => {
      place.write("src/add.js", "mine\n");
      place.git("add", ".");
      place.write("src/add.js", "add\n");
      return undefined;
    },
    conflict: /staged/,
  },
  {
    name: "the same file made executable",
    arrange: (place) => {
      chmodSync(join(place.root, "src/add.js"), 0o755);
      return undefined;
    },
    conflict: /not committed/,
  },
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
      return undefined;
    },
    lacks: ["module/inside.txt"],
    lent: ["module"],
  },
  {
    name: "a repository inside, not a submodule",
    arrange: (place) => {
      mkdirSync(join(place.root, "nested"));
      execFileSync("git", ["init", "-q"], { cwd: join(place.root, "nested"), env: userEnv(place.base) });
      place.write("nested/x.txt", "x\n");
      return undefined;
    },
    lacks: ["nested/x.txt"],
  },
  {
    name: "sparse checkout",
    arrange: (place) => {
      place.git("update-index", "-q", "--refresh");
      place.git("sparse-checkout", "set", "--cone", "src");
      return undefined;
    },
    lacks: ["lib/d.js"],
  },
  {
    name: "sparse checkout with a sparse index",
    arrange: (place) => {
      place.git("update-index", "-q", "--refresh");
      place.git("sparse-checkout", "set", "--cone", "--sparse-index", "src");
      return undefined;
    },
    lacks: ["lib/d.js"],
  },
  {
    name: "sparse checkout that leaves the file out",
    arrange: (place) => {
      place.git("update-index", "-q", "--refresh");
      place.git("sparse-checkout", "set", "--cone", "lib");
      return undefined;
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
      return undefined;
    },
    holds: { "data.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n" },
  },
  {
    name: "the file itself in LFS",
    arrange: (place) => {
      place.write(".gitattributes", "*.js filter=lfs\n");
      place.git("add", ".");
      place.git("commit", "-qm", "lfs");
      return undefined;
    },
    conflict: /filter "lfs"/,
  },
  {
    name: "line ends converted by configuration",
    arrange: (place) => {
      place.git("config", "core.autocrlf", "true");
      for (const name of ["add", "b"]) unlinkSync(join(place.root, `src/${name}.js`));
      place.git("checkout", "-q", "--", "src");
      return undefined;
    },
    holds: { "src/b.js": "b\r\n", "src/add.js": "add\r\n" },
  },
  {
    name: "line ends converted by attributes",
    arrange: (place) => {
      place.write(".gitattributes", "*.js text eol=crlf\n");
      place.git("add", ".");
      place.git("commit", "-qm", "attributes");
      for (const name of ["add", "b"]) unlinkSync(join(place.root, `src/${name}.js`));
      place.git("checkout", "-q", "--", "src");
      return undefined;
    },
    holds: { "src/b.js": "b\r\n", "src/add.js": "add\r\n" },
  },
  {
    name: "detached HEAD",
    arrange: (place) => {
      place.git("checkout", "-q", "--detach");
      return undefined;
    },
  },
  {
    name: "packed references",
    arrange: (place) => {
      place.git("pack-refs", "--all");
      place.git("gc", "-q");
      return undefined;
    },
  },
  {
    name: "a branch with slashes",
    arrange: (place) => {
      place.git("checkout", "-q", "-b", "feature/a/b");
      return undefined;
    },
  },
  {
    name: "split index",
    arrange: (place) => {
      place.git("config", "core.splitIndex", "true");
      place.git("update-index", "--split-index");
      place.write("src/b.js", "staged\n");
      place.git("add", "src/b.js");
      return undefined;
    },
    holds: { "src/b.js": "staged\n" },
  },
  {
    name: "untracked cache and index version 4",
    arrange: (place) => {
      place.git("config", "core.untrackedCache", "true");
      place.git("update-index", "--index-version", "4");
      place.git("status");
      return undefined;
    },
  },
  {
    name: "mid-rebase",
    arrange: (place) => {
      place.git("checkout", "-q", "-b", "side");
      place.write("src/b.js", "side\n");
      place.git("commit", "-qam", "side");
      place.git("checkout", "-q", "main");
      place.write("src/b.js", "main\n");
      place.git("commit", "-qam", "main");
      expect(() => place.git("rebase", "side")).toThrow();
      return undefined;
    },
    conflict: /rebase is under way/,
  },
  {
    name: "mid-merge",
    arrange: (place) => {
      place.git("checkout", "-q", "-b", "side");
      place.write("src/b.js", "side\n");
      place.git("commit", "-qam", "side");
      place.git("checkout", "-q", "main");
      place.write("src/b.js", "main\n");
      place.git("commit", "-qam", "main");
      expect(() => place.git("merge", "-q", "side")).toThrow();
      return undefined;
    },
    conflict: /merge is under way/,
  },
  {
    name: "a stash that did not apply cleanly elsewhere",
    arrange: (place) => {
      place.write("src/b.js", "stashed\n");
      place.git("stash", "-q");
      place.write("src/b.js", "committed\n");
      place.git("commit", "-qam", "b");
      expect(() => place.git("stash", "pop")).toThrow();
      return undefined;
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
      return undefined;
    },
    conflict: /another worktree/,
  },
  {
    name: "CRLF in HEAD, whatever the attributes say",
    arrange: (place) => {
      place.write("src/add.js", "add\r\nadd\r\n");
      place.git("commit", "-qam", "crlf");
      place.write(".gitattributes", "* text=auto\n");
      place.git("add", ".gitattributes");
      place.git("commit", "-qm", "attributes");
      return undefined;
    },
    holds: { "src/add.js": "add\r\nadd\r\n" },
  },
  { name: "SHA-256 objects", init: ["--object-format=sha256"], arrange: () => undefined },
];

const templates = new Map<string, Place>();

/** A repository to copy: making one takes longer than copying it. */
function templateOf(init: readonly string[]): string {
  const known = templates.get(init.join());
  if (known !== undefined) return known.root;
  const place = createPlace({ init });
  templates.set(init.join(), place);
  const files = { "src/add.js": "add\n", "src/b.js": "b\n", "src/c.js": "c\n", "lib/d.js": "d\n" };
  for (const [path, text] of Object.entries(files)) place.write(path, text);
  place.git("add", ".");
  place.git("commit", "-qm", "first");
  return place.root;
}

afterAll(() => {
  for (const place of templates.values()) place[Symbol.dispose]();
});

describe("attempt, landing and rollback", () => {
  test.concurrent.each(situations)("$name", async (situation) => {
    using place = createPlace({ init: false });
    cpSync(templateOf(situation.init ?? []), place.root, { recursive: true });
    const root = situation.arrange(place) ?? place.root;
    const before = observe(root, place.base);

    const workspace = await openAt(root, place.base);
    expect((await workspace.state()).dirty).toEqual(before.dirty);
    const attempt = await workspace.openAttempt("look");
    const files = await attempt.files();
    for (const path of files) {
      expect(sha256(await attempt.readBytes(path)), path).toBe(sha256(readFileSync(join(root, path))));
    }
    for (const [path, text] of Object.entries(situation.holds ?? {}))
      expect(await attempt.readText(path)).toBe(text);
    for (const path of situation.lacks ?? []) {
      expect(files).not.toContain(path);
      expect(look(join(attempt.path, path)) !== null, path).toBe(situation.besides?.includes(path) ?? false);
    }
    expect(attempt.lent.map((lent) => lent.at).sort()).toEqual(situation.lent ?? []);
    await attempt.writeBytes("src/add.js", Buffer.from("repaired\n"));
    await attempt.writeBytes("src/made/new.js", Buffer.from("new\n"));
    const request = {
      change: await attempt.changes(),
      message: "fix(add): repair the addition",
      traceId: randomUUID(),
      landingId: "L-1",
    };
    await attempt.close();
    expect(observe(root, place.base)).toEqual(before);
    const landing = await workspace.land(request);
    if (situation.conflict !== undefined) {
      expect(landing).toMatchObject({ status: "conflict", why: expect.stringMatching(situation.conflict) });
      expect(observe(root, place.base)).toEqual(before);
      return;
    }
    expect(landing).toMatchObject({ status: "landed" });
    const after = observe(root, place.base);
    expect({ ...after, files: null, index: null, head: null }).toEqual({
      ...before,
      files: null,
      index: null,
      head: null,
    });
    expect(readFileSync(join(root, "src/add.js"), "utf8")).toBe("repaired\n");
    expect(await workspace.rollback(request.landingId)).toMatchObject({ status: "restored" });
    const back = observe(root, place.base);
    expect({ ...back, index: null, head: null }).toEqual({ ...before, index: null, head: null });
  });
});

test("no commits yet: the user's own files are theirs to commit, new files can land", async () => {
  using place = createPlace();
  place.write("src/add.js", "add\n");
  const workspace = await place.open();
  expect(await workspace.state()).toMatchObject({ head: null, branch: "main", dirty: ["src/add.js"] });
  expect(await workspace.land(await landRequest(workspace, { "src/add.js": "repaired\n" }))).toMatchObject({
    status: "conflict",
    paths: ["src/add.js"],
  });
  const request = await landRequest(workspace, { "src/new.js": "new\n" });
  expect(await workspace.land(request)).toMatchObject({ status: "landed", branch: "main" });
  expect(place.git("ls-tree", "-r", "--name-only", "HEAD")).toBe("src/new.js\n");
  expect(place.git("status", "--porcelain", "--untracked-files=all")).toBe("?? src/add.js\n");
  expect(await workspace.rollback(request.landingId)).toMatchObject({ status: "restored" });
  expect(place.git("status", "--porcelain", "--untracked-files=all")).toBe("?? src/add.js\n");
});

/** Everything of the user's: files and modes, the index by its bytes, HEAD, status, stash, configuration. */
function observe(root: string, home: string) {
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: root,
      encoding: "utf8",
      env: { ...userEnv(home), GIT_OPTIONAL_LOCKS: "0" },
    });
  const [gitDir = "", common = "", commit = ""] = git(
    "rev-parse",
    "--absolute-git-dir",
    "--git-common-dir",
    "HEAD",
  ).split("\n");
  const commonDir = resolve(root, common);
  const status = git(
    "status",
    "--porcelain",
    "-z",
    "--untracked-files=all",
    "--no-renames",
    "--ignore-submodules=all",
  );
  return {
    index: hashOf(join(gitDir, "index")),
    head: hashOf(join(gitDir, "HEAD")) + commit,
    status,
    dirty: status
      .split("\0")
      .filter(Boolean)
      .map((line) => line.slice(3))
      .sort(),
    stash: [hashOf(join(commonDir, "logs/refs/stash")), hashOf(join(commonDir, "refs/stash"))],
    config: hashOf(join(commonDir, "config")),
    files: readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((path) => !/^\.(?:git|agentforge)(?:\/|$)/.test(path))
      .sort()
      .map((path) => describeFile(join(root, path))),
  };
}

function hashOf(path: string): string | null {
  return look(path) === null ? null : sha256(readFileSync(path));
}

function describeFile(path: string): string {
  const found = look(path);
  if (found === null) return `${path} absent`;
  if (found.isSymbolicLink()) return `${path} -> ${readlinkSync(path)}`;
  return found.isFile()
    ? `${path} ${found.mode.toString(8)} ${sha256(readFileSync(path))}`
    : `${path} folder`;
}

function look(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}
