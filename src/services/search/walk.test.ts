import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { removeTrees, writeTree } from "../../../test/support/written-trees.ts";
import { walkFiles } from "./walk.ts";

afterEach(removeTrees);

describe("walkFiles", () => {
  it("lists what git would add, hidden files included, and never its own state", async () => {
    const root = writeTree({
      ".gitignore": "*.log\n/build/\nnode_modules\n!keep.log\n",
      ".github/ci.yml": "on: push",
      ".agentforge/journal.db": "x",
      "a.ts": "",
      "keep.log": "",
      "debug.log": "",
      "build/out.js": "",
      "src/build/in.js": "",
      "node_modules/x/index.js": "",
      "packages/p/node_modules/x/index.js": "",
      "packages/p/.gitignore": "secret\n!debug.log\n",
      "packages/p/secret": "",
      "packages/p/debug.log": "",
    });
    execFileSync("git", ["init", "-q"], { cwd: root });
    execFileSync("git", ["add", "."], { cwd: root });
    const git = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n");
    const files = await walkFiles(root);
    expect(files).toEqual(git.filter((path) => !path.startsWith(".agentforge/")));
    expect(files).toContain("packages/p/debug.log");
    expect(files).not.toContain("node_modules/x/index.js");
  });

  it("respects .git/info/exclude and .ignore, which overrides .gitignore", async () => {
    const root = writeTree({
      ".gitignore": "a\n",
      ".ignore": "!a\nb\n",
      ".git/info/exclude": "c\n",
      a: "",
      b: "",
      c: "",
    });
    expect(await walkFiles(root)).toEqual([".gitignore", ".ignore", "a"]);
  });

  it("neither lists nor follows links", async () => {
    const outside = writeTree({ "secret.txt": "s" });
    const root = writeTree({ "a.txt": "" });
    symlinkSync(outside, `${root}/out`);
    symlinkSync(`${outside}/secret.txt`, `${root}/secret.txt`);
    symlinkSync(root, `${root}/circle`);
    expect(await walkFiles(root)).toEqual(["a.txt"]);
  });

  it("stops when told to", async () => {
    const root = writeTree({ "a.txt": "" });
    await expect(walkFiles(root, { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
