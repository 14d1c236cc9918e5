import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { copyTree } from "./copy-tree.ts";

let from: string;
let to: string;
beforeEach(() => {
  [from, to] = ["from", "to"].map((name) => mkdtempSync(join(tmpdir(), `agentforge-copy-${name}-`))) as [
    string,
    string,
  ];
});
afterEach(() => {
  for (const folder of [from, to]) rmSync(folder, { recursive: true, force: true });
});

function put(path: string, content: string | Uint8Array, mode = 0o644): void {
  mkdirSync(join(from, path, ".."), { recursive: true });
  writeFileSync(join(from, path), content);
  chmodSync(join(from, path), mode);
}

const LARGE = 256 * 1024;

test.each<[what: string, size: number, mode: number]>([
  ["an empty file", 0, 0o600],
  ["a program", 20, 0o755],
  ["a read-only file", 20, 0o444],
  ["the largest file that is read at once", LARGE - 1, 0o640],
  ["a large file", LARGE, 0o644],
  ["a larger file", LARGE * 3 + 1, 0o755],
])("%s is copied byte for byte with its mode", async (_what, size, mode) => {
  const content = Buffer.alloc(size, "abc");
  put("deep/er/file", content, mode);
  expect(await copyTree(from, to, ["deep/er/file"])).toEqual(["deep/er/file"]);
  expect(readFileSync(join(to, "deep/er/file")).equals(content)).toBe(true);
  expect(statSync(join(to, "deep/er/file")).mode & 0o7777).toBe(mode);
});

test("links are copied as links; links, missing files and special files do not count as files", async () => {
  put("a.txt", "a");
  symlinkSync("/etc/passwd", join(from, "link"));
  symlinkSync("a.txt", join(from, "folder"));
  execFileSync("mkfifo", [join(from, "pipe")]);
  const paths = ["a.txt", "folder/below.txt", "gone.txt", "link", "pipe"];
  expect(await copyTree(from, to, paths)).toEqual(["a.txt"]);
  expect(readlinkSync(join(to, "link"))).toBe("/etc/passwd");
  expect(lstatSync(join(to, "pipe"), { throwIfNoEntry: false })).toBeUndefined();
});

test("reports the content of files of ordinary size while it copies them", async () => {
  put("a.txt", "alpha");
  put("b.bin", Buffer.alloc(LARGE));
  const seen: string[] = [];
  await copyTree(from, to, ["a.txt", "b.bin"], {
    onContent: (path, bytes) => seen.push(`${path}: ${Buffer.from(bytes).toString()}`),
  });
  expect(seen).toEqual(["a.txt: alpha"]);
});

test("does not block the event loop while it copies many files", async () => {
  const paths = Array.from({ length: 2000 }, (_, at) => `many/${at}.txt`);
  for (const path of paths) put(path, "x");
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await copyTree(from, to, paths);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(1);
});

describe.skipIf(process.getuid?.() !== 0)("with an owner (needs root)", () => {
  test("everything in the copy belongs to the owner and keeps its special bits", async () => {
    put("deep/er/a.sh", "a", 0o4755);
    put("deep/er/large", Buffer.alloc(LARGE), 0o4755);
    symlinkSync("a.sh", join(from, "deep/er/link"));
    await copyTree(from, to, ["deep/er/a.sh", "deep/er/large", "deep/er/link"], { owner: 65_432 });
    for (const path of ["deep", "deep/er", "deep/er/a.sh", "deep/er/large", "deep/er/link"]) {
      const { uid, gid } = lstatSync(join(to, path));
      expect([path, uid, gid]).toEqual([path, 65_432, 65_432]);
    }
    for (const name of ["a.sh", "large"])
      expect(statSync(join(to, "deep/er", name)).mode & 0o7777).toBe(0o4755);
  });
});
