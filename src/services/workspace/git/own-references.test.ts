import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createPlace } from "../../../../test/support/git-place.ts";
import type { Workspace } from "../../../domain/ports/workspace.ts";

describe("our own references", () => {
  it("contain a text that git can read, list and pack", async () => {
    using place = await filled();
    const { references } = await place.open();
    expect(await references.read("journal/one")).toBeNull();
    await references.update("journal/one", (present) => `${present ?? ""}first\n`);
    await references.update("journal/one", (present) => `${present ?? ""}second\n`);
    await references.update("certificates/two", () => "text");
    expect(place.git("cat-file", "blob", "refs/agentforge/journal/one")).toBe("first\nsecond\n");
    place.git("pack-refs", "--all");
    expect(await references.read("journal/one")).toBe("first\nsecond\n");
    await references.update("journal/three", () => "loose");
    expect([...(await references.readAll("journal"))]).toEqual([
      ["one", "first\nsecond\n"],
      ["three", "loose"],
    ]);
    expect(place.git("fsck", "--strict", "--no-dangling")).toBe("");
  });

  it("lose nothing to concurrent writes", async () => {
    using place = await filled();
    const workspaces: Workspace[] = [];
    for (let n = 0; n < 3; n += 1) workspaces.push(await place.open());
    await Promise.all(
      workspaces.flatMap(({ references }, index) =>
        [1, 2].map((n) => references.update("journal/one", (text) => `${text ?? ""}${index}${n} `)),
      ),
    );
    const words = (await workspaces[0]?.references.read("journal/one"))?.trim().split(" ");
    expect(words?.sort()).toEqual(["01", "02", "11", "12", "21", "22"]);
  });

  it("remove an old lock of unknown origin, and wait for a recent one", async () => {
    using place = await filled();
    const { references } = await place.open();
    const lock = join(place.root, ".git/refs/agentforge/journal/one.lock");
    mkdirSync(join(lock, ".."), { recursive: true });
    writeFileSync(lock, "");
    await expect(references.update("journal/one", () => "text")).rejects.toMatchObject({ code: "busy" });
    utimesSync(lock, 0, 0);
    await references.update("journal/one", () => "text");
    expect(await references.read("journal/one")).toBe("text");
  });

  it("accept only letters, digits and dashes in names", async () => {
    using place = await filled();
    const { references } = await place.open();
    for (const name of ["../heads/main", "a/../b", "", "a//b", "/a", "a.lock", "-a"]) {
      await expect(
        references.update(name, () => "x"),
        name,
      ).rejects.toMatchObject({ code: "bad_input" });
    }
  });
});

describe("commits", () => {
  it("are found by each of their names", async () => {
    using place = await filled();
    const workspace = await place.open();
    const commit = place.git("rev-parse", "HEAD").trim();
    place.git("tag", "-a", "v1", "-m", "one");
    place.git("update-ref", "refs/remotes/origin/main", commit);
    for (const name of ["HEAD", "@", "main", "v1", "origin/main", commit, commit.slice(0, 7)]) {
      expect(await workspace.findCommit(name), name).toMatchObject({ commit, message: "second" });
    }
    expect(await workspace.findCommit("HEAD~1")).toMatchObject({ message: "first", parents: [] });
    for (const name of ["none", "ffffffff", "HEAD~9", "--all", "../HEAD", "a..b"]) {
      expect(await workspace.findCommit(name), name).toBeNull();
    }
  });

  it("are opened unchanged, no matter what the user has checked out", async () => {
    using place = await filled();
    const workspace = await place.open();
    place.write("a.txt", "changed\n");
    place.write("new.txt", "untracked\n");
    const tree = await workspace.openCommit("T-1", place.git("rev-parse", "HEAD~1").trim());
    expect([await tree.files(), await tree.readText("a.txt"), tree.uncommitted]).toEqual([
      ["a.txt"],
      "one\n",
      [],
    ]);
    await tree.writeBytes("a.txt", Buffer.from("mine\n"));
    expect((await tree.changes()).diff).toContain("+mine");
    await tree.close();
    const attempt = await workspace.openAttempt("T-2");
    expect(attempt.uncommitted).toEqual(["a.txt", "new.txt"]);
    await attempt.close();
  });
});

async function filled() {
  const place = createPlace();
  place.write("a.txt", "one\n");
  place.git("add", "-A");
  place.git("commit", "-qm", "first");
  place.write("a.txt", "two\n");
  place.write("b.sh", "#!/bin/sh\n", 0o755);
  place.git("add", "-A");
  place.git("commit", "-qm", "second");
  return place;
}
