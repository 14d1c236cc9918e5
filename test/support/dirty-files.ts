import { chmodSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "./git-place.ts";

export interface Situation {
  readonly name: string;
  readonly init?: readonly string[];
  /** May return a different root to work in. */
  readonly arrange: (place: Place) => unknown;
  /** Why `src/add.js` cannot land; if absent, it lands. */
  readonly conflict?: RegExp;
  /** Additional files that the attempt must contain, with this content. */
  readonly holds?: Readonly<Record<string, string>>;
  readonly lacks?: readonly string[];
  /** In the tree, but not among the attempt's files. */
  readonly besides?: readonly string[];
  readonly lent?: readonly string[];
}

/** Kinds of uncommitted work in a working tree. */
export const dirtyFiles: readonly Situation[] = [
  { name: "clean", arrange: () => {} },
  {
    name: "staged",
    arrange: (place) => {
      place.write("src/b.js", "staged\n");
      place.git("add", "src/b.js");
    },
    holds: { "src/b.js": "staged\n" },
  },
  {
    name: "staged, then changed again",
    arrange: (place) => {
      place.write("src/b.js", "staged\n");
      place.git("add", "src/b.js");
      place.write("src/b.js", "changed again\n");
    },
    holds: { "src/b.js": "changed again\n" },
  },
  {
    name: "unstaged, same size, same second",
    arrange: (place) => {
      place.write("src/b.js", "B\n");
    },
    holds: { "src/b.js": "B\n" },
  },
  {
    name: "untracked, with odd names",
    arrange: (place) => {
      place.write("new/ü ñ.txt", "new\n");
      place.write("new/tab\there.txt", "tab\n");
    },
    holds: { "new/ü ñ.txt": "new\n" },
  },
  {
    name: "ignored by each kind of rule",
    arrange: (place) => {
      place.write(".gitignore", "*.log\nnode_modules/\n.venv/\n");
      place.write(".git/info/exclude", "excluded.txt\n");
      place.write("../.config/git/ignore", "global.txt\n");
      place.write("a.log", "x");
      place.write("excluded.txt", "x");
      place.write("global.txt", "x");
      place.write("packages/a/node_modules/b/index.js", "x");
      place.write(".venv/pyvenv.cfg", "x");
    },
    lacks: ["a.log", "excluded.txt", "global.txt", "packages/a/node_modules/b/index.js"],
    lent: [".venv", "packages/a/node_modules"],
  },
  {
    name: "ignored files of generated code",
    arrange: (place) => {
      place.write(".gitignore", "_version.py\n*.mo\nlocal_settings.py\n");
      place.write("src/_version.py", "version = 1\n");
      place.write("locale/de/messages.mo", "compiled");
      place.write("locale/de/messages.po", "source");
      place.write("src/local_settings.py", "key = 1\n");
    },
    besides: ["locale/de/messages.mo", "src/_version.py"],
    lacks: ["locale/de/messages.mo", "src/_version.py", "src/local_settings.py"],
  },
  {
    name: "ignored folders that are not needed",
    arrange: (place) => {
      place.write(".gitignore", ".venv/\nnode_modules/\ncache/\n");
      place.write("cache/x.js", "x");
      place.write(".venv/pyvenv.cfg", "x");
      place.write("packages/a/node_modules/b/index.js", "x");
    },
    lacks: ["cache/x.js"],
    lent: [".venv", "packages/a/node_modules"],
  },
  {
    name: "dependencies that are not ignored",
    arrange: (place) => {
      place.write("node_modules/b/index.js", "x");
    },
    lacks: ["node_modules/b/index.js"],
    lent: ["node_modules"],
  },
  {
    name: "a virtual environment that is not ignored",
    arrange: (place) => {
      place.write("env/pyvenv.cfg", "x");
      place.write("env/lib/site-packages/a.py", "x");
      place.write("environment/a.py", "mine\n");
    },
    holds: { "environment/a.py": "mine\n" },
    lacks: ["env/lib/site-packages/a.py"],
    lent: ["env"],
  },
  {
    name: "deleted, staged and not",
    arrange: (place) => {
      unlinkSync(join(place.root, "src/b.js"));
      place.git("rm", "-q", "src/c.js");
    },
    lacks: ["src/b.js", "src/c.js"],
  },
  {
    name: "mode",
    arrange: (place) => {
      chmodSync(join(place.root, "src/b.js"), 0o755);
    },
    holds: { "src/b.js": "b\n" },
  },
  {
    name: "rename",
    arrange: (place) => {
      place.git("mv", "src/b.js", "src/moved.js");
    },
    holds: { "src/moved.js": "b\n" },
    lacks: ["src/b.js"],
  },
  {
    name: "a file replaced by a folder, and a folder replaced by a file",
    arrange: (place) => {
      rmSync(join(place.root, "lib"), { recursive: true });
      place.write("lib", "now a file\n");
      unlinkSync(join(place.root, "src/b.js"));
      place.write("src/b.js/inner.js", "now a folder\n");
    },
    holds: { lib: "now a file\n", "src/b.js/inner.js": "now a folder\n" },
  },
  {
    name: "a folder replaced by a link to elsewhere",
    arrange: (place) => {
      rmSync(join(place.root, "lib"), { recursive: true });
      place.write("../elsewhere/d.js", "outside\n");
      symlinkSync("../elsewhere", join(place.root, "lib"));
    },
    lacks: ["lib/d.js"],
  },
  {
    name: "symbolic links",
    arrange: (place) => {
      symlinkSync("src/b.js", join(place.root, "link"));
      place.git("add", "link");
      place.git("commit", "-qm", "link");
    },
  },
  {
    name: "intent to add",
    arrange: (place) => {
      place.write("later.js", "later\n");
      place.git("add", "-N", "later.js");
    },
    holds: { "later.js": "later\n" },
  },
  {
    name: "assume unchanged hides an edit to the same file",
    arrange: (place) => {
      place.git("update-index", "--assume-unchanged", "src/add.js");
      place.write("src/add.js", "hidden edit\n");
    },
    conflict: /uncommitted/,
    holds: { "src/add.js": "hidden edit\n" },
  },
  {
    name: "the same file unstaged",
    arrange: (place) => {
      place.write("src/add.js", "mine\n");
    },
    conflict: /uncommitted/,
  },
  {
    name: "the same file staged",
    arrange: (place) => {
      place.write("src/add.js", "mine\n");
      place.git("add", ".");
    },
    conflict: /staged/,
  },
  {
    name: "the same file staged, then reverted in the tree",
    arrange: (place) => {
      place.write("src/add.js", "mine\n");
      place.git("add", ".");
      place.write("src/add.js", "add\n");
    },
    conflict: /staged/,
  },
  {
    name: "the same file made executable",
    arrange: (place) => {
      chmodSync(join(place.root, "src/add.js"), 0o755);
    },
    conflict: /uncommitted/,
  },
];
