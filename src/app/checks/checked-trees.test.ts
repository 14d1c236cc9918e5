import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Command, Execution } from "../../domain/ports/sandbox.ts";
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
afterAll(() => rmSync(root, { recursive: true, force: true }));

it("checks the project's own files, other files if they are named, and all files in an attempt", async () => {
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

it("runs the linter from the project's own dependencies, which a change to the copy cannot replace", async () => {
  const dependencies = mkdtempSync(join(tmpdir(), "agentforge-lent-"));
  mkdirSync(join(dependencies, "bin"));
  writeFileSync(join(dependencies, "bin/ruff"), "\u007fELF");
  writeFileSync(join(dependencies, "bin/mypy"), "#!/gone/.venv/bin/python\n");
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(root, "node_modules/.bin/eslint"), "#!/usr/bin/env node\n");
  const started: string[] = [];
  const readable: (readonly string[])[] = [];
  const execute = async (command: Pick<Command, "argv" | "readable">) => {
    started.push(command.argv.join(" ").replaceAll(root, ""));
    readable.push(command.readable ?? []);
    return { exitCode: 0, stdout: "", stderr: "", killedBy: null, outputTruncated: false, artifacts: {} };
  };
  const recording = { ...executor, execute: execute as never };
  const lent = [{ at: ".venv", source: dependencies }];
  const tree = { path: root, lent, files: async () => [], readText: async () => "" };
  const attempt = await attemptTree(tree, recording);
  for (const name of ["ruff", "mypy", "eslint", "./eslint"]) await attempt.execute([name, "."]);
  await (await workingTree(root, recording)).execute(["eslint", "."]);
  // Scripts of a virtualenv name it by its original path, also when they start each other.
  expect(readable).toEqual([...Array(4).fill([dependencies]), []]);
  expect(started).toEqual([
    "/.venv/bin/ruff .",
    "/.venv/bin/python /.venv/bin/mypy .",
    "eslint .",
    "./eslint .",
    "/node_modules/.bin/eslint .",
  ]);
  rmSync(dependencies, { recursive: true });
});
