import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeRepository, type Repository } from "../../../test/support/repository.ts";
import { openMirrors } from "./mirrors.ts";

let folder: string;
let repositories: Repository[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-mirrors-"));
  repositories = ["one", "two"].map((name) =>
    makeRepository((path) => writeFileSync(join(path, "name.txt"), `${name}${"x".repeat(5_000)}\n`)),
  );
});
afterEach(() => {
  for (const each of repositories) each.remove();
  rmSync(folder, { recursive: true, force: true });
});

const open = (limitBytes = 1e9, git = "git", protocols: readonly ("https" | "file")[] = ["file"]) =>
  openMirrors({
    folder,
    limitBytes,
    git: { path: git, env: { PATH: process.env.PATH ?? "" } },
    protocols,
    randomId: () => randomBytes(6).toString("hex"),
  });
const urlOf = (index: number) => `file://${repositories[index]?.path}`;

it("checks out the remote's current state, and keeps its clone for the next time", async () => {
  const mirrors = await open();
  {
    await using copy = await mirrors.checkOut(urlOf(0), null);
    expect(readFileSync(join(copy.path, "name.txt"), "utf8")).toMatch(/^one/);
  }
  repositories[0]?.git("checkout", "-q", "-b", "next");
  repositories[0]?.write("name.txt", "changed\n");
  repositories[0]?.git("commit", "-qam", "second");
  let path: string;
  {
    await using copy = await mirrors.checkOut(urlOf(0), null);
    path = copy.path;
    expect(readFileSync(join(path, "name.txt"), "utf8")).toBe("changed\n");
    await using old = await mirrors.checkOut(urlOf(0), "main");
    expect(readFileSync(join(old.path, "name.txt"), "utf8")).toMatch(/^one/);
  }
  expect(existsSync(path)).toBe(false);
  expect(readdirSync(join(folder, "1", "mirrors"))).toHaveLength(1);
});

it("explains what is wrong with a branch, an address and a protocol", async () => {
  const mirrors = await open();
  await expect(mirrors.checkOut(urlOf(0), "nowhere")).rejects.toMatchObject({ code: "not_found" });
  await expect(mirrors.checkOut(urlOf(0), "--upload-pack=id")).rejects.toMatchObject({ code: "bad_input" });
  await expect(mirrors.checkOut(`file://${folder}/none`, null)).rejects.toMatchObject({
    code: "remote_failed",
  });
  await expect(mirrors.checkOut("https://127.0.0.1/a/b", null)).rejects.toMatchObject({ code: "bad_input" });
  const remote = await open(1e9, "git", ["https"]);
  await expect(remote.checkOut(urlOf(0), null)).rejects.toMatchObject({
    code: "bad_input",
    hint: expect.stringContaining("--local-remotes"),
  });
});

it("removes the clone that was used least recently, and refuses one that is larger than the limit", async () => {
  for (const each of repositories) {
    // Content that does not compress.
    each.write("large.bin", Array.from({ length: 100_000 }, () => Math.random().toString(36)[2]).join(""));
    each.git("add", "-A");
    each.git("commit", "-qm", "large");
  }
  const mirrors = await open(115_000);
  for (const index of [0, 1]) await (await mirrors.checkOut(urlOf(index), null))[Symbol.asyncDispose]();
  expect(readdirSync(join(folder, "1", "mirrors"))).toHaveLength(1);
  const small = await open(10_000);
  await expect(small.checkOut(urlOf(0), null)).rejects.toMatchObject({ code: "unsupported" });
});

it("refuses a small clone with large files", async () => {
  repositories[0]?.write("zeros.txt", "0".repeat(300_000));
  repositories[0]?.git("add", "-A");
  repositories[0]?.git("commit", "-qm", "zeros");
  const mirrors = await open(200_000);
  await expect(mirrors.checkOut(urlOf(0), null)).rejects.toMatchObject({
    code: "unsupported",
    message: expect.stringMatching(/takes 1 MB/),
  });
  expect(readdirSync(join(folder, "1", "copies"))).toEqual([]);
});

/** A git that receives as much as requested, and then waits for the rest. */
function endlessGit(bytes: number): string {
  const program = join(folder, `git-${bytes}`);
  const text = `#!${process.execPath}
const { mkdirSync, writeFileSync } = require("node:fs");
const into = process.argv.at(-1);
mkdirSync(into);
writeFileSync(into + "/pack", Buffer.alloc(${bytes}));
setInterval(() => {}, 1000);
`;
  writeFileSync(program, text, { mode: 0o755 });
  return program;
}

it("stops a transfer when it becomes too large or is aborted", async () => {
  const mirrors = await open(1e6, endlessGit(2e6));
  await expect(mirrors.checkOut(urlOf(0), null)).rejects.toMatchObject({
    code: "unsupported",
    message: expect.stringMatching(/takes 2 MB, more than the 1 MB/),
  });
  const patient = await open(1e6, endlessGit(5));
  const told = new AbortController();
  const copy = patient.checkOut(urlOf(0), null, told.signal);
  told.abort(new Error("canceled"));
  await expect(copy).rejects.toThrow("canceled");
  expect(readdirSync(join(folder, "1", "mirrors"))).toEqual([]);
});

it("clones again if the cached clone is damaged", async () => {
  const mirrors = await open();
  await (await mirrors.checkOut(urlOf(0), null))[Symbol.asyncDispose]();
  const [name = ""] = readdirSync(join(folder, "1", "mirrors"));
  rmSync(join(folder, "1", "mirrors", name, "objects"), { recursive: true });
  mkdirSync(join(folder, "1", "mirrors", name, "objects"));
  await using copy = await mirrors.checkOut(urlOf(0), null);
  expect(existsSync(join(copy.path, "name.txt"))).toBe(true);
});
