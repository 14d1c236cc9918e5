import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import type { Execution } from "../domain/ports/sandbox.ts";
import { attemptTree, workingTree } from "./checked-trees.ts";

const executor = {
  execute: (): Promise<Execution> => Promise.reject(new Error("nothing is executed here")),
  nodeProgram: "node",
  resourceFolder: "/resources",
};

const FILES: Readonly<Record<string, string>> = {
  "env/lib/pip.py": "x\n",
  "env/pyvenv.cfg": "",
  "gen/a.py": "# @generated\n",
  "src/a.py": "x\n",
};

const root = mkdtempSync(join(tmpdir(), "agentforge-checked-"));
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
afterEach(() => rmSync(root, { recursive: true, force: true }));

it("checks the project's own files, others when they are named, and all of them in an attempt", async () => {
  const checked = async (named?: readonly string[]) => {
    const { files, isOwn } = await workingTree(root, executor, named);
    return files.map((file) => file.path).filter((path) => isOwn?.(path));
  };
  expect(await checked()).toEqual(["src/a.py"]);
  expect(await checked(["env/lib/pip.py", "gen/a.py"])).toEqual(["env/lib/pip.py", "gen/a.py", "src/a.py"]);

  const tree = { path: root, lent: [], files: async () => Object.keys(FILES), readText: async () => "" };
  const attempt = await attemptTree(tree, executor);
  expect([attempt.files.map((file) => file.path), attempt.isOwn]).toEqual([Object.keys(FILES), undefined]);
});
