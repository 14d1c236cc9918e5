import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createPlace, type Place } from "../../../../test/support/git-place.ts";
import type { AttemptTree } from "../../../domain/ports/workspace.ts";

describe("applyPatch", () => {
  it("accepts a patch edited by hand: new, changed, removed and executable files, with CRLF unchanged", async () => {
    using place = filled();
    const tree = await (await place.open()).openAttempt("A-1");
    await tree.applyPatch(
      [
        "# some words before it",
        "diff --git a/a.txt b/a.txt",
        "--- a/a.txt",
        "+++ b/a.txt",
        "@@ -1,99 +1,7 @@",
        " one\r",
        "-two\r",
        "+2\r",
        "+zwei\r",
        "diff --git a/gone.txt b/gone.txt",
        "deleted file mode 100644",
        "--- a/gone.txt",
        "+++ /dev/null",
        "@@ -1 +0,0 @@",
        "-gone",
        "diff --git a/run.sh b/run.sh",
        "new file mode 100755",
        "--- /dev/null",
        "+++ b/run.sh",
        "@@ -0,0 +1 @@",
        "+#!/bin/sh",
        "",
      ].join("\n"),
    );
    expect(await tree.readText("a.txt")).toBe("one\r\n2\r\nzwei\r\n");
    const { files } = await tree.changes();
    expect(files.map(({ path, after }) => [path, after?.mode ?? null])).toEqual([
      ["a.txt", "100644"],
      ["gone.txt", null],
      ["run.sh", "100755"],
    ]);
    await tree.close();
  });

  it.each([
    ["a patch that does not apply", patchOf("a.txt", "three", "3"), "does not apply"],
    ["text that is not a patch", "hello\n", "does not apply"],
    ["a path outside", patchOf("../outside.txt", "x", "y"), "is refused"],
    ["git's own files", newFile(".git/hooks/pre-commit"), "is refused"],
  ])("refuses %s and changes nothing", async (_name, patch, why) => {
    using place = filled();
    const tree = await (await place.open()).openAttempt("A-1");
    await expect(tree.applyPatch(patch)).rejects.toThrow(new RegExp(why));
    expect((await tree.changes()).files).toEqual([]);
    await tree.close();
  });
});

describe("an edit folder", () => {
  it("stays open across processes and returns the person's edits", async () => {
    using place = filled();
    const change = await changeIn(place, (tree) => tree.writeBytes("a.txt", Buffer.from("fixed\n")));
    const editFolder = (await place.open()).editFolder("RV-1");
    expect(await editFolder.open(change)).toBe("opened");
    expect(readFileSync(join(editFolder.path, "a.txt"), "utf8")).toBe("fixed\n");
    expect(await editFolder.edits()).toEqual([]);
    writeFileSync(join(editFolder.path, "a.txt"), "better\n");
    writeFileSync(join(editFolder.path, "new.txt"), "new\n");
    rmSync(join(editFolder.path, "gone.txt"));

    const later = (await place.open()).editFolder("RV-1");
    expect(await later.open(change)).toBe("kept");
    const edits = await later.edits();
    expect(edits.map(({ path, content }) => [path, content && Buffer.from(content).toString()])).toEqual([
      ["a.txt", "better\n"],
      ["gone.txt", null],
      ["new.txt", "new\n"],
    ]);
    expect(place.git("status", "--porcelain")).toBe("");
    const other = await changeIn(place, (tree) => tree.writeBytes("a.txt", Buffer.from("other\n")));
    await expect(later.open(other)).rejects.toMatchObject({ code: "conflict" });
    await later.clear();
    await expect(later.edits()).rejects.toMatchObject({ code: "not_found" });
  });
});

function filled(): Place {
  const place = createPlace();
  place.write("a.txt", "one\r\ntwo\r\n");
  place.write("gone.txt", "gone\n");
  place.git("add", "-A");
  place.git("commit", "-qm", "first");
  return place;
}

async function changeIn(place: Place, work: (tree: AttemptTree) => Promise<void>) {
  const tree = await (await place.open()).openAttempt("A-9");
  await work(tree);
  const change = await tree.changes();
  await tree.close();
  return change;
}

function patchOf(path: string, before: string, after: string): string {
  return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${before}\n+${after}\n`;
}

function newFile(path: string): string {
  return `diff --git a/${path} b/${path}\nnew file mode 100755\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+evil\n`;
}
