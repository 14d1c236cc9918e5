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
    makeRepository((path) => writeFileSync(join(path, "name.txt"), `${name}${"x".repeat(50_000)}\n`)),
  );
});
afterEach(() => {
  for (const each of repositories) each.remove();
  rmSync(folder, { recursive: true, force: true });
});

const open = (limitBytes = 1e9) =>
  openMirrors({
    folder,
    limitBytes,
    git: { path: "git", env: { PATH: process.env.PATH ?? "" } },
    protocols: ["file"],
    randomId: () => randomBytes(6).toString("hex"),
  });
const urlOf = (index: number) => `file://${repositories[index]?.path}`;

it("checks out what the remote has now, and keeps its clone for the next time", async () => {
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

it("says what is wrong with a branch, an address and a protocol", async () => {
  const mirrors = await open();
  await expect(mirrors.checkOut(urlOf(0), "nowhere")).rejects.toMatchObject({ code: "not_found" });
  await expect(mirrors.checkOut(urlOf(0), "--upload-pack=id")).rejects.toMatchObject({ code: "bad_input" });
  await expect(mirrors.checkOut(`file://${folder}/none`, null)).rejects.toMatchObject({
    code: "remote_failed",
  });
  await expect(mirrors.checkOut("https://127.0.0.1/a/b", null)).rejects.toMatchObject({ code: "bad_input" });
});

it("removes the clone that was used least recently, and refuses one that is larger than the limit", async () => {
  for (const each of repositories) {
    // Content that does not compress.
    each.write("large.bin", Array.from({ length: 100_000 }, () => Math.random().toString(36)[2]).join(""));
    each.git("add", "-A");
    each.git("commit", "-qm", "large");
  }
  const mirrors = await open(100_000);
  for (const index of [0, 1]) await (await mirrors.checkOut(urlOf(index), null))[Symbol.asyncDispose]();
  expect(readdirSync(join(folder, "1", "mirrors"))).toHaveLength(1);
  const small = await open(10_000);
  await expect(small.checkOut(urlOf(0), null)).rejects.toMatchObject({ code: "unsupported" });
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
