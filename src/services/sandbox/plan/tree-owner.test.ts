import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openSandbox } from "../index.ts";
import { treeOwner } from "./tree-owner.ts";

const owner = treeOwner();
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A tree as the workspace makes it for root: everything in it belongs to the owner of trees. */
function ownedTree(uid: number): string {
  const tree = mkdtempSync(join(tmpdir(), "agentforge-owned-"));
  folders.push(tree);
  mkdirSync(join(tree, "deep"));
  for (const file of ["a.txt", "deep/b.txt", ".env"]) writeFileSync(join(tree, file), "old\n");
  for (const path of ["a.txt", "deep/b.txt", ".env", "deep", ""]) chownSync(join(tree, path), uid, uid);
  return tree;
}

const WRITE = [
  "set -e",
  "for file in a.txt deep/b.txt late.txt deep/new/c.txt; do echo new >> $file; done",
  "chmod 600 a.txt; touch deep/created; cat .env; stat -c %U deep/b.txt deep/new/c.txt; cat placed.txt",
].join("\n");

describe.skipIf(owner === undefined)("a tree that belongs to the user that root becomes (needs root)", () => {
  test("the command may write to everything in it, including what was added since", async () => {
    const tree = ownedTree(owner ?? 0);
    mkdirSync(join(tree, "deep/new"));
    for (const file of ["late.txt", "deep/new/c.txt"]) writeFileSync(join(tree, file), "old\n");
    chownSync(join(tree, "late.txt"), owner ?? 0, owner ?? 0);
    const sandbox = await openSandbox({ path: process.env.PATH ?? "", home: "/root" });
    const files = [{ path: "placed.txt", text: "placed\n" }];
    const run = await sandbox.execute({ tree, argv: ["sh", "-c", WRITE], files });
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(run.stdout.trim().split("\n").at(-1)).toBe("placed");
    expect(run.stdout).not.toContain("old");
  });
});
