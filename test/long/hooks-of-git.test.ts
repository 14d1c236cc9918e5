import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parse } from "yaml";
import { makeRepository, type Repository } from "../support/repository.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const CONTRACT = `id: house
description: Rules.
applies_to: ["**/*.js"]
checks:
  - id: no-var
    message: Use const, not var.
    ast: { language: javascript, pattern: "var $A = $B" }
`;

let repository: Repository;
let path: string;
beforeEach(() => {
  repository = makeRepository(() => {}, false);
  repository.write(".agentforge/contracts/house.yaml", CONTRACT);
  repository.write("old.js", "var old = 1;\n");
  repository.git("add", "-Af");
  repository.git("commit", "-qm", "first");
  const programs = join(repository.path, ".git", "programs");
  mkdirSync(programs);
  const shim = `#!/bin/sh\nexec "${process.execPath}" "${join(root, "bin/agentforge.js")}" "$@"\n`;
  writeFileSync(join(programs, "agentforge"), shim);
  chmodSync(join(programs, "agentforge"), 0o755);
  path = `${programs}:${process.env.PATH}`;
});
afterEach(() => repository.remove());

it("the pre-commit hook checks the files of the commit", async () => {
  const [hook] = parse(readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8"));
  expect(hook).toMatchObject({ language: "node", require_serial: true });
  // pre-commit splits the entry like a shell, and appends the files.
  const [program, ...args] = hook.entry.split(" ");
  const run = (...files: string[]) =>
    execa(program, [...args, ...files], { cwd: repository.path, env: { PATH: path }, reject: false });
  repository.write("new.js", "const fresh = 1;\n");
  repository.write("bad.js", "var bad = 1;\n");
  repository.write("notes.md", "var x = 1\n");
  repository.git("add", "-A");
  expect(await run("new.js", "notes.md")).toMatchObject({ exitCode: 0 });
  const refused = await run("new.js", "bad.js");
  expect(refused).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("bad.js:1:1") });
  expect(refused.stdout).not.toContain("old.js");
});

it("the git hook from the documentation rejects a commit that breaks a rule, and no other", async () => {
  const page = readFileSync(join(root, "docs/how-to/repair-in-ci.md"), "utf8");
  const [, script = ""] = /```sh\n(#!\/bin\/sh\n[\s\S]*?)```/.exec(page) ?? [];
  expect(script).toContain("agentforge conformance check");
  const file = join(repository.path, ".git/hooks/pre-commit");
  mkdirSync(join(repository.path, ".git/hooks"), { recursive: true });
  writeFileSync(file, script);
  chmodSync(file, 0o755);
  const commit = () =>
    execa("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-qam", "next"], {
      cwd: repository.path,
      env: { PATH: path },
      reject: false,
    });
  repository.write("new.js", "const fresh = 1;\n");
  repository.git("add", "new.js");
  expect(await commit()).toMatchObject({ exitCode: 0 });
  repository.write("new.js", "var fresh = 1;\n");
  const refused = await commit();
  // Git sends what a hook prints to its own error stream.
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("new.js:1:1") });
});
