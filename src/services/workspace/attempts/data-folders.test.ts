import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findDataFolders } from "./data-folders.ts";

const LARGE = 40 * 1024 * 1024;
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "agentforge-data-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Holes take no space on the disk. */
function plant(path: string, bytes = LARGE): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), "");
  truncateSync(join(root, path), bytes);
}

describe("folders of data", () => {
  it("lends the topmost folder that contains nothing else", async () => {
    for (const path of ["assets/a/x.bin", "assets/b/y.npz", "src/a.py"]) plant(path);
    expect(await findDataFolders(root, ["assets/a/x.bin", "assets/b/y.npz", "src/a.py"])).toEqual(["assets"]);
  });

  it("does not expose files that a copy would not contain", async () => {
    plant("data/x.bin");
    plant("data/credentials.bin", 10);
    expect(await findDataFolders(root, ["data/x.bin"])).toEqual([]);
    expect(await findDataFolders(root, ["data/x.bin", "data/removed.bin"])).toEqual([]);
  });

  it.each([
    ["code next to the data", ["data/x.bin", "data/load.py"]],
    ["code below it", ["data/x.bin", "data/tools/load.py"]],
    ["data in the root folder", ["x.bin"]],
  ])("copies %s", async (_, files) => {
    for (const path of files) plant(path);
    expect(await findDataFolders(root, files)).toEqual([]);
  });

  it("copies little data", async () => {
    plant("data/x.bin", 1000);
    expect(await findDataFolders(root, ["data/x.bin"])).toEqual([]);
  });

  it("copies data that not everyone may read", async () => {
    plant("data/x.bin");
    chmodSync(join(root, "data/x.bin"), 0o600);
    expect(await findDataFolders(root, ["data/x.bin"])).toEqual([]);
  });

  it("copies data that a link points to", async () => {
    plant("data/x.bin");
    renameSync(join(root, "data"), join(root, "elsewhere"));
    symlinkSync("elsewhere", join(root, "data"));
    expect(lstatSync(join(root, "data/x.bin")).isFile()).toBe(true);
    expect(await findDataFolders(root, ["data/x.bin"])).toEqual([]);
  });
});
